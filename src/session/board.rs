//! The board a session owns: one virtual call per command, none per node.
//!
//! [`Board`] speaks in strings so that the session need not know the game.

use std::time::Duration;

use super::Job;
use crate::game::{Outcome, Seat, TextError};
use crate::option::Spec;
use crate::protocol::{Base, Dialect, Go, Refusal};
use crate::search::{Ratings, Setup};
use crate::telling::{Saying, View};

/// What a session adds to a `go`.
#[derive(Clone, Copy, Debug)]
pub struct Thinking {
    /// The client's dialect.
    pub dialect: Dialect,
    /// How many lines to report.
    pub multipv: usize,
    /// Kept aside from the clock.
    pub overhead: Duration,
    /// Feeds what the player does at random.
    pub seed: u64,
    /// Whether the client wants a move to ponder on.
    pub ponder: bool,
}

/// A board of some game, with the moves that led to its position.
pub trait Board: Send {
    /// Sets a position and plays moves from it; all or nothing.
    ///
    /// # Errors
    /// If the position or a move is refused.
    fn set(&mut self, base: &Base, seed: u64, moves: &str) -> Result<(), Refusal>;

    /// Plays moves; all or nothing.
    ///
    /// # Errors
    /// If a move is refused.
    fn play(&mut self, moves: &str) -> Result<(), Refusal>;

    /// Takes back moves.
    ///
    /// # Errors
    /// If fewer were played since the position was set.
    fn undo(&mut self, count: u32) -> Result<(), Refusal>;

    /// The legal moves as printed; none when the game is over.
    fn moves(&self) -> Vec<String>;

    /// Whether a word is one legal move.
    fn is_legal(&self, word: &str) -> bool;

    /// Reads one word that stands for exactly one legal move, and returns it as printed.
    ///
    /// # Errors
    /// If the word is no move, or no legal one here.
    fn spell(&self, word: &str) -> Result<String, Refusal>;

    /// The same, with an error that can be told in the languages of people.
    ///
    /// # Errors
    /// If the word is no move, or no legal one here.
    fn read(&self, word: &str) -> Result<String, TextError>;

    /// The board as a person at a terminal sees it.
    fn show(&self, view: &View) -> String;

    /// What a legal move does at once; nothing for other words.
    fn effects(&self, word: &str) -> Vec<Saying>;

    /// What speaks for a legal move at first sight; nothing for other words.
    fn reasons(&self, word: &str) -> Vec<Saying>;

    /// What stands between the moves of a list under UCI.
    fn uci_separator(&self) -> &'static str;

    /// The position text.
    fn text(&self) -> String;

    /// The board for people.
    fn draw(&self) -> String;

    /// The board as an SVG document, the last move marked.
    fn svg(&self) -> String;

    /// A seat's name for people.
    fn seat_name(&self, seat: Seat) -> String;

    /// The key of the position.
    fn key(&self) -> u64;

    /// The number of seats.
    fn seats(&self) -> usize;

    /// The seat to move.
    fn turn(&self) -> Seat;

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Points per seat: those of the outcome once there is one.
    fn points(&self) -> Vec<i32>;

    /// Numbers of the position by name.
    fn facts(&self) -> Vec<(&'static str, i32)>;

    /// What a seat has, by name.
    fn holdings(&self, seat: Seat) -> Vec<(&'static str, i32)>;

    /// The static evaluation for people.
    fn explain(&self) -> Vec<String>;

    /// The players that can think here: name, description, whether they play by chance. The default comes first.
    fn players(&self) -> Vec<(&'static str, &'static str, bool)>;

    /// How strong the named levels are.
    fn ratings(&self) -> Ratings;

    /// The options of the players.
    fn options(&self) -> &'static [Spec];

    /// Lets this player think from now on.
    ///
    /// # Errors
    /// If there is no such player.
    fn seat_player(&mut self, name: &str, setup: &Setup) -> Result<(), Refusal>;

    /// A search of the position, to be run elsewhere; its last line is the `bestmove`.
    ///
    /// # Errors
    /// If a move to search is not legal.
    fn think(&self, go: &Go, thinking: Thinking) -> Result<Job, Refusal>;

    /// A count of move sequences, to be run elsewhere.
    fn perft(&self, depth: u32, divided: bool) -> Job;

    /// The benchmark of the game under the rules of this board, to be run elsewhere.
    ///
    /// # Errors
    /// If the benchmark positions do not suit these rules.
    fn bench(&self, depth: Option<u32>) -> Result<Job, Refusal>;
}
