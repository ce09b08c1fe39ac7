//! The contract between a game and the rest of the program.
//!
//! A game is a [`Position`] (rules) with a [`Notation`] (its own texts). Nothing here knows of search, of the wire
//! protocol or of any particular game. Two to four seats are served alike; seats need not alternate.

use std::fmt;

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::option::Settings;
use crate::picture::Picture;
use crate::score::Score;
use crate::telling::{Saying, View};

/// The largest number of seats at one board.
pub const MAX_SEATS: usize = 4;

/// One participant's place at the board. Counted from 0 inside, shown from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The seat that opens the game unless a position says otherwise.
    pub const FIRST: Self = Self(0);

    /// The seat with this index, counted from 0.
    ///
    /// # Panics
    /// If the index is not below [`MAX_SEATS`].
    #[must_use]
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_SEATS);
        #[expect(clippy::cast_possible_truncation, reason = "below MAX_SEATS")]
        Self(index as u8)
    }

    /// The index, counted from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number shown to people and written on the wire, counted from 1.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// The next seat in cyclic order among `seats`.
    #[must_use]
    pub const fn next(self, seats: usize) -> Self {
        Self::new((self.index() + 1) % seats)
    }

    /// All of the first `seats` seats in order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Self> {
        (0..seats).map(Self::new)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// One complete decision of one seat, small enough for a table entry.
pub trait Move: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// A number that identifies the move among the legal moves of any one position, and names the same kind of
    /// action in related positions (search uses it to remember good moves). Never 0.
    fn pack(self) -> u32;
}

/// Room for the legal moves of one position, without allocation.
#[derive(Clone, Debug)]
pub struct MoveList<M>(ArrayVec<M, 256>);

impl<M> MoveList<M> {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        Self(ArrayVec::new())
    }

    /// Appends a move.
    ///
    /// # Panics
    /// If the list is full, which no game here can reach.
    pub fn push(&mut self, mv: M) {
        self.0.push(mv);
    }

    /// Empties the list.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Keeps only the moves that satisfy the predicate.
    pub fn retain(&mut self, mut keep: impl FnMut(&M) -> bool) {
        self.0.retain(|mv| keep(mv));
    }
}

impl<M> Default for MoveList<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M> FromIterator<M> for MoveList<M> {
    fn from_iter<I: IntoIterator<Item = M>>(moves: I) -> Self {
        Self(moves.into_iter().collect())
    }
}

impl<M> std::ops::Deref for MoveList<M> {
    type Target = [M];
    fn deref(&self) -> &[M] {
        &self.0
    }
}

impl<M> std::ops::DerefMut for MoveList<M> {
    fn deref_mut(&mut self) -> &mut [M] {
        &mut self.0
    }
}

/// How a finished game went: each seat's points and place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    seats: u8,
    points: [i32; MAX_SEATS],
    ranks: [u8; MAX_SEATS],
}

impl Outcome {
    /// The places follow the points; equal points share a place.
    #[must_use]
    pub fn by_points(points: &[i32]) -> Self {
        let mut outcome = Self::draw(points);
        for (rank, own) in outcome.ranks.iter_mut().zip(points) {
            *rank += u8::try_from(points.iter().filter(|&other| other > own).count()).unwrap_or(0);
        }
        outcome
    }

    /// One seat wins a game without points.
    #[must_use]
    pub fn win(winner: Seat, seats: usize) -> Self {
        let mut points = [0; MAX_SEATS];
        points[winner.index()] = 1;
        Self::by_points(&points[..seats])
    }

    /// All seats share the first place, whatever their points.
    ///
    /// # Panics
    /// If there are more than [`MAX_SEATS`] points.
    #[must_use]
    pub fn draw(points: &[i32]) -> Self {
        let mut all = [0; MAX_SEATS];
        all[..points.len()].copy_from_slice(points);
        Self { seats: u8::try_from(points.len()).unwrap_or(0), points: all, ranks: [1; MAX_SEATS] }
    }

    /// Points per seat.
    #[must_use]
    pub fn points(&self) -> &[i32] {
        &self.points[..usize::from(self.seats)]
    }

    /// Places per seat, from 1; ties share a place.
    #[must_use]
    pub fn ranks(&self) -> &[u8] {
        &self.ranks[..usize::from(self.seats)]
    }

    /// The only seat in first place, if there is one.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        let mut first = Seat::all(usize::from(self.seats)).filter(|seat| self.ranks[seat.index()] == 1);
        first.next().filter(|_| first.next().is_none())
    }

    /// A seat's share of the stake: every loser pays 12, the winners divide it. Sums to zero over the seats.
    #[must_use]
    pub fn payoff(&self, seat: Seat) -> i32 {
        let seats = i32::from(self.seats);
        let winners = i32::try_from(self.ranks().iter().filter(|&&rank| rank == 1).count()).unwrap_or(1);
        if self.ranks[seat.index()] == 1 { 12 * (seats - winners) / winners } else { -12 }
    }

    /// A seat's points minus the best of the others.
    #[must_use]
    pub fn margin(&self, seat: Seat) -> i32 {
        let others = Seat::all(usize::from(self.seats)).filter(|&other| other != seat);
        self.points[seat.index()] - others.map(|other| self.points[other.index()]).max().unwrap_or(0)
    }

    /// The value of this end for a seat, `ply` plies after the position it is seen from.
    #[must_use]
    pub fn score(&self, seat: Seat, scoring: Scoring, ply: u32) -> Score {
        let payoff = self.payoff(seat).signum();
        match scoring {
            Scoring::Sooner if payoff > 0 => Score::win_in(ply),
            Scoring::Sooner if payoff < 0 => Score::loss_in(ply),
            Scoring::Sooner => Score::ZERO,
            Scoring::Margin { bonus } => Score::cp(100 * self.margin(seat) + payoff * bonus),
        }
    }
}

/// What makes one end of the game better than another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scoring {
    /// Winning is all; a sooner win and a later loss are better. Shown as a distance.
    Sooner,
    /// The margin in points counts, 100 per point, plus `bonus` for having won at all. Shown as centipoints.
    Margin {
        /// Added for a win, subtracted for a loss, so that decided scores can stand apart.
        bonus: i32,
    },
}

/// What happened on the way to a position, as far as rules may ask. Counted by session and search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Past {
    /// Plies played since the position that was set up.
    pub plies: u32,
    /// Plies played since the last irreversible move or the set-up.
    pub reversible: u32,
    /// Earlier occurrences of this very position within those plies.
    pub repeats: u32,
}

/// The rules of a game: what is legal, what follows, how it ends.
///
/// Copy-make: clone, then [`Position::play`]. Two positions are equal when all future play is the same; how they came
/// about is not part of them (see [`Past`]).
pub trait Position: Clone + Eq + fmt::Debug + Send + Sync + 'static {
    /// A decision in this game.
    type Move: Move;
    /// The rule options in force; a position text is parsed with them.
    type Rules: Clone + fmt::Debug + Send + Sync + 'static;
    /// How many plies a game between good players takes, roughly; the clock is shared out by it.
    const USUAL_PLIES: u32 = 40;
    /// How ends of the game are compared.
    const SCORING: Scoring = Scoring::Sooner;
    /// Whether [`Position::outcome_by_past`] can ever answer; search skips all bookkeeping where it cannot.
    const PAST_MATTERS: bool = false;
    /// Whether search should value a repetition as a draw even though the rules let play go on.
    const SEARCH_DRAWS_REPETITION: bool = false;

    /// The start position.
    fn start(rules: &Self::Rules) -> Self;

    /// A start position drawn at random, the same for the same seed everywhere; `None` if the set-up is fixed.
    #[must_use]
    fn drawn(rules: &Self::Rules, seed: u64) -> Option<Self> {
        let _ = (rules, seed);
        None
    }

    /// The number of seats at this board.
    fn seats(&self) -> usize {
        2
    }

    /// The seat to move; in a finished game the seat that would have moved next.
    fn turn(&self) -> Seat;

    /// Appends the legal moves to an empty list in the game's fixed order; none when the game is over.
    fn legal_moves(&self, out: &mut MoveList<Self::Move>);

    /// The legal move with this packed number, in games that can tell without listing all moves; `None` elsewhere.
    fn unpacked(&self, packed: u32) -> Option<Self::Move> {
        let _ = packed;
        None
    }

    /// How many legal moves there are; games that can count without listing say so here.
    fn move_count(&self) -> usize {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves.len()
    }

    /// Whether [`Position::move_count`] takes so long that a count of move sequences should remember it.
    const DEAR_COUNTS: bool = false;

    /// Plays a move that came from [`Position::legal_moves`].
    fn play(&mut self, mv: Self::Move);

    /// How the game ended, if this position ends it.
    fn outcome(&self) -> Option<Outcome>;

    /// How the game ended, if what happened before ends it here (repetition, limits on plies).
    fn outcome_by_past(&self, past: &Past) -> Option<Outcome> {
        let _ = past;
        None
    }

    /// A number for what [`Position::outcome_by_past`] counts other than repetitions, if that is near enough to matter;
    /// search keeps what it learns under different numbers apart.
    fn past_key(&self, past: &Past) -> u64 {
        let _ = past;
        0
    }

    /// Whether no position from before this move can ever come back after it.
    fn is_irreversible(&self, mv: Self::Move) -> bool {
        let _ = mv;
        true
    }

    /// The same for a move whose result is at hand; games that can tell by comparing say so here.
    fn is_irreversible_to(&self, mv: Self::Move, after: &Self) -> bool {
        let _ = after;
        self.is_irreversible(mv)
    }

    /// No position comes back in fewer plies than this, as long as moves are reversible.
    const SHORTEST_CYCLE: usize = 1;

    /// Points per seat so far; 0 in games without points.
    fn points(&self) -> [i32; MAX_SEATS] {
        [0; MAX_SEATS]
    }

    /// A well mixed 64-bit key of everything that matters for future play, the turn included; the same on every
    /// platform.
    fn key(&self) -> u64;

    /// Tells the keys of the positions after each legal move, mixed with [`Position::past_key`], where working them out
    /// takes less time than fetching what a table holds about them; `past` is what came before this position. Others
    /// tell nothing.
    fn foresee(&self, past: &Past, see: impl FnMut(u64)) {
        let _ = (past, see);
    }

    /// No game goes on for more plies than this from here; `u32::MAX` where the rules set no end.
    fn max_plies(&self) -> u32;
}

/// Which spelling a game prints. Input is read in every spelling a game knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// The game's own notation.
    #[default]
    Own,
    /// The notation of another program, chosen by picking the game under that program's name for it.
    Foreign,
}

/// A text that a game could not accept; the message names the word and says what was expected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct TextError {
    message: String,
    saying: Option<Box<Saying>>,
}

impl TextError {
    /// An error with this message.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), saying: None }
    }

    /// The same error, which can be told in other languages too.
    #[must_use]
    pub fn says(self, saying: Saying) -> Self {
        Self { saying: Some(Box::new(saying)), ..self }
    }

    /// The same error with its message put into a longer one.
    #[must_use]
    pub fn within(self, longer: impl FnOnce(&str) -> String) -> Self {
        Self { message: longer(&self.message), ..self }
    }

    /// What to tell in other languages.
    #[must_use]
    pub fn saying(&self) -> Option<&Saying> {
        self.saying.as_deref()
    }
}

/// The texts of a game: positions, moves, boards.
pub trait Notation: Position {
    /// Reads the rule options.
    ///
    /// # Errors
    /// If the values do not make a playable variant together.
    fn rules(settings: &Settings) -> Result<Self::Rules, TextError>;

    /// Reads and validates a position text.
    ///
    /// # Errors
    /// If the text is malformed or the position impossible.
    fn parse(text: &str, rules: &Self::Rules) -> Result<Self, TextError>;

    /// The position text. [`Notation::parse`] reads it back.
    fn text(&self, style: Style) -> String;

    /// Reads a legal move.
    ///
    /// # Errors
    /// If the word is no move, or no legal one here.
    fn parse_move(&self, word: &str) -> Result<Self::Move, TextError>;

    /// The move as printed.
    fn move_text(&self, mv: Self::Move, style: Style) -> String;

    /// Cuts a word of a move list into the words of single moves, for notations that may be written without blanks.
    fn split_moves(word: &str) -> impl Iterator<Item = &str> {
        std::iter::once(word)
    }

    /// What stands between the moves of a printed line under UCI, where some clients differ.
    const UCI_MOVE_SEPARATOR: &'static str = " ";

    /// The board for people: several lines, none of them blank.
    fn draw(&self) -> String;

    /// The board as a person at a terminal sees it, with the move that led to this position marked; at most 20 lines of
    /// 80 columns. The drawing above by default.
    fn show(&self, last: Option<Self::Move>, view: &View) -> String {
        let _ = (last, view);
        self.draw()
    }

    /// What a move does at once, told whenever it is played: what it captures, keeps, lengthens.
    fn effects(&self, mv: Self::Move) -> Vec<Saying> {
        let _ = mv;
        Vec::new()
    }

    /// What speaks for a move at first sight, told with advice; its effects by default.
    fn reasons(&self, mv: Self::Move) -> Vec<Saying> {
        self.effects(mv)
    }

    /// The board as a picture, with the move that led to this position marked; the drawing in letters by default.
    fn picture(&self, last: Option<Self::Move>) -> Picture {
        let _ = last;
        Picture::of_letters(&self.draw())
    }

    /// Numbers of the position that belong to no seat, for people who ask: prices, turns, what is left.
    fn facts(&self) -> Vec<(&'static str, i32)> {
        Vec::new()
    }

    /// What a seat has in hand, has left or has won, for people who ask: names of things with their numbers.
    fn holdings(&self, seat: Seat) -> Vec<(&'static str, i32)> {
        let _ = seat;
        Vec::new()
    }

    /// A seat's name at this board, for people.
    fn seat_name(&self, seat: Seat) -> String {
        format!("seat {seat}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payoffs_sum_to_zero_and_ties_share() {
        for points in [&[3, 1][..], &[2, 2], &[5, 5, 1], &[1, 2, 3, 4], &[7, 7, 7, 0], &[0, 0, 0]] {
            let outcome = Outcome::by_points(points);
            let sum: i32 = Seat::all(points.len()).map(|seat| outcome.payoff(seat)).sum();
            assert_eq!(sum, 0, "{points:?}");
        }
        let outcome = Outcome::by_points(&[5, 9, 5, 1]);
        assert_eq!(outcome.ranks(), [2, 1, 2, 4]);
        assert_eq!(outcome.winner(), Some(Seat::new(1)));
        assert_eq!(outcome.margin(Seat::new(0)), -4);
        assert_eq!(Outcome::by_points(&[4, 4]).winner(), None);
    }

    #[test]
    fn scores_follow_the_kind_of_game() {
        let win = Outcome::win(Seat::FIRST, 2);
        assert_eq!(win.score(Seat::FIRST, Scoring::Sooner, 3), Score::win_in(3));
        assert_eq!(win.score(Seat::new(1), Scoring::Sooner, 3), Score::loss_in(3));
        let points = Outcome::by_points(&[20, 28]);
        assert_eq!(points.score(Seat::FIRST, Scoring::Margin { bonus: 0 }, 3), Score::cp(-800));
        assert_eq!(points.score(Seat::new(1), Scoring::Margin { bonus: 2400 }, 3), Score::cp(3200));
    }
}
