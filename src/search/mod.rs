//! Searching any game through its contract. Silent: limits go in, [`Info`] comes out through a callback.
//!
//! Nothing here names a game or knows a protocol. A method is a [`Searcher`]; judgement comes from the game as an
//! [`Evaluate`]; exact knowledge enters through [`Evaluate::known`].

mod brs;
mod busy;
mod clock;
mod control;
mod ending;
mod iterate;
mod level;
mod maxn;
mod mcts;
mod order;
mod pages;
mod pvs;
mod regime;
mod root;
mod share;
mod simple;
mod table;
mod together;
mod tree;
mod vector;
mod watch;
mod window;

use std::sync::Arc;
use std::time::Duration;

use arrayvec::ArrayVec;

pub use brs::Brs;
pub use clock::{Budget, Clock};
pub use control::{Control, Meter, Stopped};
pub use iterate::budget;
pub use level::{Held, Level, Ratings};
pub use maxn::Maxn;
pub use mcts::Mcts;
pub use pages::Pages;
pub use pvs::Pvs;
pub use simple::{Greedy, Uniform, allowed_moves, answer_any};
pub use table::{Entry, Table, TableError};
pub use together::{STACK, together};

use crate::game::{MoveList, Notation, Past, Position, Seat};
use crate::option::{Settings, Spec};
use crate::score::{Bound, Proven, Score};
use crate::trail::Trail;

/// The deepest ply any search visits.
pub const MAX_PLY: usize = 128;

/// How promising the moves of a list look.
pub type Hints = ArrayVec<i32, 256>;

/// A game's judgement, one instance per search thread so that it may cache.
///
/// Everything but [`Evaluate::evaluate`] is optional help for the search.
pub trait Evaluate<P: Position>: Clone + Send + Sync + 'static {
    /// False if [`Evaluate::filter`] can drop moves that matter, so that search results prove nothing.
    const COMPLETE: bool = true;
    /// Whether the values of any two seats never add up to more than zero, here and in every outcome of the game (so
    /// no win is ever shared, or shared wins have no bonus). Lets searches with more than two seats prune.
    const OPPOSED: bool = false;
    /// The advantage in centipoints at which a seat wins three times as often as from an even position, roughly.
    const SPREAD: i32 = 400;

    /// Whether all evaluations and bounds short of a decided game stay within the bonus for a win
    /// ([`Scoring::Margin`](crate::game::Scoring::Margin)), so that a value beyond it is a proven end.
    const BOUNDED: bool = false;

    /// The value of an unfinished position for `seat` against all others.
    fn evaluate(&mut self, position: &P, seat: Seat) -> Score;

    /// What is known for certain without search, for the seat to move, ends counted from `position`.
    fn known(&mut self, position: &P) -> Option<(Bound, Score)> {
        let _ = (position,);
        None
    }

    /// The same, given how the position came about; for games in which that matters.
    fn known_after(&mut self, position: &P, past: &Past) -> Option<(Bound, Score)> {
        let _ = past;
        self.known(position)
    }

    /// Adds to each hint how promising the move looks; killers and history are worth up to some thousands.
    fn hints(&mut self, position: &P, moves: &[P::Move], hints: &mut [i32]) {
        let _ = (position, moves, hints);
    }

    /// Drops moves not worth searching inside the tree (never at the root). Must leave at least one.
    fn filter(&mut self, position: &P, moves: &mut MoveList<P::Move>) {
        let _ = (position, moves);
    }

    /// Lists the moves worth searching `depth` plies before the horizon with their hints, into empty lists; for games
    /// that are quicker at doing both at once, or that leave out less where there is more to find.
    fn list(&mut self, position: &P, depth: u32, moves: &mut MoveList<P::Move>, hints: &mut Hints) {
        let _ = depth;
        position.legal_moves(moves);
        self.filter(position, moves);
        hints.extend(moves.iter().map(|_| 0));
        self.hints(position, moves, hints);
    }

    /// Appends the moves to be tried beyond the horizon until the position is quiet; none by default.
    fn noisy(&mut self, position: &P, out: &mut MoveList<P::Move>) {
        let _ = (position, out);
    }

    /// By how many plies to search the `index`-th move of the ordering less deeply at first; `worth` is what the
    /// ordering makes of it, hints, killers and history together.
    fn reduction(&self, depth: u32, index: usize, worth: i32) -> u32 {
        let _ = (depth, index, worth);
        0
    }

    /// Whether [`Evaluate::lasting_lead`] or [`Evaluate::leaves_out`] ever say anything.
    const PRUNES: bool = false;

    /// The static lead in centipoints that is not expected to go away in so many plies; `None` if any might.
    fn lasting_lead(&self, depth: u32) -> Option<i32> {
        let _ = depth;
        None
    }

    /// Whether to leave out the `index`-th move of the ordering and all after it, given its worth to the ordering and
    /// how many centipoints are missing statically.
    fn leaves_out(&self, depth: u32, index: usize, worth: i32, gap: i32) -> bool {
        let _ = (depth, index, worth, gap);
        false
    }

    /// Whether counted ends found from this position are proven, although the judgement is not complete or the past
    /// matters: nothing that matters is left out from here on, and no end by the past makes a win.
    fn is_complete(&self, position: &P) -> bool {
        let _ = position;
        false
    }
}

/// When a search has to end. The first limit reached ends it.
#[derive(Clone, Debug)]
pub struct Limits<M> {
    /// Finished iterations.
    pub depth: Option<u32>,
    /// Visited nodes, kept exactly.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// The clock of the seat to move.
    pub clock: Option<Clock>,
    /// End as soon as a win within so many plies is found.
    pub mate: Option<u32>,
    /// Kept aside from the clock for the way to the client and back.
    pub overhead: Duration,
    /// Only these moves, if any are given.
    pub searchmoves: Vec<M>,
    /// How many of the best moves to report, at least 1.
    pub multipv: usize,
}

impl<M: Clone> Limits<M> {
    /// What a helper has to know: which moves to search. The lead alone minds the rest.
    fn for_helpers(&self) -> Self {
        Self { searchmoves: self.searchmoves.clone(), ..Self::default() }
    }
}

impl<M> Default for Limits<M> {
    /// No limit at all, one line.
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            movetime: None,
            clock: None,
            mate: None,
            overhead: Duration::ZERO,
            searchmoves: Vec::new(),
            multipv: 1,
        }
    }
}

/// The position to search and how it came about.
#[derive(Clone, Debug)]
pub struct Root<P: Position> {
    /// The position.
    pub position: P,
    /// What came before it.
    pub trail: Trail,
    /// The moves of the game so far, each with the position it was made in, as far as they are known.
    pub story: Vec<(P, P::Move)>,
    /// Feeds whatever a player does at random.
    pub seed: u64,
}

impl<P: Position> Root<P> {
    /// A position of which nothing is known but itself.
    pub fn new(position: P, seed: u64) -> Self {
        Self { position, trail: Trail::default(), story: Vec::new(), seed }
    }
}

/// What a search found so far.
#[derive(Clone, Debug)]
pub struct Info<M> {
    /// Finished depth.
    pub depth: u32,
    /// Deepest ply visited.
    pub seldepth: u32,
    /// Rank of this line among the reported ones, from 1.
    pub multipv: usize,
    /// Value for the seat to move.
    pub score: Score,
    /// Whether the value is a bound only.
    pub bound: Bound,
    /// Visited nodes.
    pub nodes: u64,
    /// Positions answered by exact knowledge.
    pub tbhits: u64,
    /// Permill of the table in use.
    pub hashfull: u32,
    /// Time since the search began.
    pub elapsed: Duration,
    /// The expected line of play.
    pub pv: Vec<M>,
    /// Values for every seat, from searches that have them.
    pub scores: Vec<Score>,
    /// What is certain about the result.
    pub proven: Option<Proven>,
    /// The exact value of the game in the game's own unit, for the seat to move.
    pub exact: Option<i32>,
}

/// A method of choosing a move.
pub trait Searcher<P: Position>: Send {
    /// Chooses a move, reporting progress at least once; `None` only if there is no legal move.
    ///
    /// The chosen move is the first of the last reported line with `multipv` 1.
    fn search(
        &mut self,
        root: &Root<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&Info<P::Move>),
    ) -> Option<P::Move>;

    /// Gets ready for a search, and returns what a client should hear before it begins, each piece of news once.
    fn prepare(&mut self, root: &Root<P>, limits: &Limits<P::Move>, control: &Control) -> Vec<String> {
        let _ = (root, limits, control);
        Vec::new()
    }
}

/// What a session lends to the players it builds.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The transposition table.
    pub table: Arc<Table>,
    /// How many threads to search with.
    pub threads: usize,
    /// How strong to play.
    pub level: Level,
    /// Whether to use the opening book of a game that has one.
    pub book: bool,
    /// The values of the game's rule options and of its [`Playable::OPTIONS`]; one that is missing has its default.
    pub settings: Settings,
}

impl Setup {
    /// One thread with this table, at full strength, every option of the players at its default.
    #[must_use]
    pub fn new(table: Arc<Table>) -> Self {
        Self { table, threads: 1, level: Level::FULL, book: false, settings: Settings::new(&[]) }
    }
}

/// A selectable way of playing a game.
#[derive(Debug)]
pub struct Player<P: Position> {
    /// The value of the option `Search`.
    pub name: &'static str,
    /// What it is, one line.
    pub about: &'static str,
    /// Whether it plays by chance, so that a client wants to know the seed.
    pub by_chance: bool,
    /// Makes the player.
    pub build: fn(&Setup) -> Box<dyn Searcher<P>>,
}

impl<P: Position> Player<P> {
    /// Makes the player, held back to the wanted level.
    pub fn make(&self, setup: &Setup) -> Box<dyn Searcher<P>> {
        let player = (self.build)(setup);
        if setup.level == Level::FULL { player } else { Box::new(Held::new(player, setup.level)) }
    }
}

/// What the engine adds to a game's rules and notation.
pub trait Playable: Notation {
    /// The players, the default (`auto`) first.
    const PLAYERS: &'static [Player<Self>];
    /// Options of the players, handed to them in [`Setup::settings`]. Unlike rule options they leave the board alone.
    const OPTIONS: &'static [Spec] = &[];
    /// Positions for `bench`, as the words after `position`.
    const BENCH: &'static [&'static str];
    /// The depth `bench` searches to.
    const BENCH_DEPTH: u32;
    /// How strong the named levels are, by `scripts/ladder.sh`.
    const RATINGS: Ratings;

    /// The static evaluation broken down into its terms, one line each, for people.
    fn explain(&self) -> Vec<String>;
}
