//! The laws every searcher obeys: the value is that of plain minimax, the limits are kept, the reports are consistent.

mod limits;
mod lines;
mod tactics;
mod value;

use std::sync::Arc;

use crate::support::wander::scramble;
use ludion::game::{MoveList, Notation, Position, Seat};
use ludion::games::connect4::{Connect4, Shape};
use ludion::random::Rng;
use ludion::score::Score;
use ludion::search::{Control, Evaluate, Info, Limits, Root, Searcher, Setup, Table};

/// A judgement without sense: pseudo-random values up to `spread` either way, drawn from the key of the position.
#[derive(Clone, Copy, Debug)]
struct Noise {
    spread: i32,
}

impl<P: Position> Evaluate<P> for Noise {
    fn evaluate(&mut self, position: &P, seat: Seat) -> Score {
        let two_sided = position.seats() == 2;
        let salt = if two_sided { 0 } else { seat.index() as u64 };
        let range = u64::from(self.spread.unsigned_abs()) * 2 + 1;
        let value = i32::try_from(scramble(position.key() ^ salt << 56) % range).unwrap_or(0) - self.spread;
        // What is good for one of two is bad for the other; with more seats everybody has a value of his own.
        Score::cp(if two_sided && seat != Seat::FIRST { -value } else { value })
    }
}

/// The value of a position for `seat` by the book: every line to its end or to `depth`, nothing left out. All other
/// seats play against this one.
fn minimax<P: Position>(position: &P, judge: &mut impl Evaluate<P>, seat: Seat, depth: u32, ply: u32) -> Score {
    if let Some(outcome) = position.outcome() {
        return outcome.score(seat, P::SCORING, ply);
    }
    if depth == 0 {
        return judge.evaluate(position, seat);
    }
    let moves = legal_moves(position);
    let values = moves.iter().map(|&mv| minimax(&after(position, mv), judge, seat, depth - 1, ply + 1));
    let best = if position.turn() == seat { values.max() } else { values.min() };
    best.expect("an unfinished game has legal moves")
}

/// What a search said and chose.
#[derive(Clone, Debug)]
struct Found<M> {
    mv: M,
    reports: Vec<Info<M>>,
}

impl<M: Copy> Found<M> {
    /// The last word about the best line.
    fn last(&self) -> &Info<M> {
        self.reports.iter().rev().find(|info| info.multipv == 1).expect("every search reports")
    }

    /// Everything but the time.
    fn essence(&self) -> Vec<(u32, u32, usize, Score, u64, Vec<M>)> {
        let part = |info: &Info<M>| (info.depth, info.seldepth, info.multipv, info.score, info.nodes, info.pv.clone());
        self.reports.iter().map(part).collect()
    }
}

/// Searches a position with an empty table of so many megabytes (0 makes the smallest there is).
fn search<P: Position, S: Searcher<P>>(
    build: impl FnOnce(&Setup) -> S,
    position: &P,
    limits: &Limits<P::Move>,
    megabytes: usize,
) -> Found<P::Move> {
    search_with(&mut build(&setup(megabytes)), &root(position, 1), limits)
}

/// Searches with a player that may know something already.
fn search_with<P: Position>(player: &mut dyn Searcher<P>, root: &Root<P>, limits: &Limits<P::Move>) -> Found<P::Move> {
    let mut reports = Vec::new();
    let mv = player.search(root, limits, &Control::unattended(), &mut |info| reports.push(info.clone()));
    Found { mv: mv.expect("an unfinished game has legal moves"), reports }
}

/// An empty table for a player.
fn setup(megabytes: usize) -> Setup {
    Setup::new(Arc::new(Table::new(megabytes).expect("there is memory for a small table")))
}

fn root<P: Position>(position: &P, seed: u64) -> Root<P> {
    Root::new(position.clone(), seed)
}

fn legal_moves<P: Position>(position: &P) -> MoveList<P::Move> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves
}

fn after<P: Position>(position: &P, mv: P::Move) -> P {
    let mut next = position.clone();
    next.play(mv);
    next
}

/// An unfinished position after at most so many random plies.
fn wandered<P: Position>(start: P, seed: u64, plies: usize) -> P {
    let mut rng = Rng::new(seed);
    let mut position = start;
    for _ in 0..plies {
        let moves = legal_moves(&position);
        let next = after(&position, moves[rng.below(moves.len())]);
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

/// A Connect Four board of this size after the columns given as digits.
fn board<B>(width: i64, height: i64, columns: &str) -> Connect4<B>
where
    Connect4<B>: Notation<Rules = Shape>,
{
    let shape = Shape::new(width, height).expect("the size is played");
    columns.split("").filter(|word| !word.is_empty()).fold(Connect4::start(&shape), |position, word| {
        let mv = position.parse_move(word).expect("the column is not full");
        after(&position, mv)
    })
}
