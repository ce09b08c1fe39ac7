//! Values of all seats at once, and how they are kept in the transposition table.
//!
//! A table entry has room for one value and a move. A vector of two seats is one entry; for more, a second entry under
//! a related key holds the other values, two of them in place of the move. Only values that are unique for a position
//! and a depth may be kept like this: then it does not matter whether both entries come from the same search.

use super::table::{Entry, Table};
use crate::game::{MAX_SEATS, Position, Seat};
use crate::score::{Bound, Score};

/// A value for every seat; those of empty seats stay 0.
pub(super) type Vector = [Score; MAX_SEATS];

/// The vector of these values.
pub(super) fn of(seats: usize, mut value: impl FnMut(Seat) -> Score) -> Vector {
    let mut vector = Vector::default();
    for seat in Seat::all(seats) {
        vector[seat.index()] = value(seat);
    }
    vector
}

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The values, ends counted from the position itself.
    pub(super) vector: Vector,
    /// The packed best move.
    pub(super) best: u32,
    pub(super) depth: u32,
    /// If not exact, only the value of the seat to move means anything.
    pub(super) bound: Bound,
}

/// Entries of searches with other ideas of a value have other keys.
const SALT: u64 = 0x6c62_272e_07bb_0142;
const SECOND_SALT: u64 = 0xb5c0_fbcf_ec4d_3b2f;

/// What is known about a position, at least the move that was best at some depth.
pub(super) fn probe<P: Position>(table: &Table, position: &P) -> Option<Known> {
    let seats = position.seats();
    let key = position.key() ^ SALT;
    let entry = table.probe(key)?;
    let turn = position.turn();
    let mut vector = Vector::default();
    vector[turn.index()] = entry.score;
    let mut bound = entry.bound;
    if bound == Bound::Exact && seats == 2 {
        vector[turn.next(2).index()] = -entry.score;
    } else if bound == Bound::Exact {
        match table.probe(key ^ SECOND_SALT).filter(|second| second.depth == entry.depth) {
            Some(second) => {
                let [high, low] = [second.best >> 16, second.best & 0xffff].map(unbiased);
                let mut seat = turn;
                for value in [high, low, second.score].into_iter().take(seats - 1) {
                    seat = seat.next(seats);
                    vector[seat.index()] = value;
                }
            }
            None => bound = Bound::Lower,
        }
    }
    Some(Known { vector, best: entry.best, depth: entry.depth, bound })
}

/// Remembers the values of a position.
pub(super) fn store<P: Position>(table: &Table, position: &P, known: &Known) {
    let seats = position.seats();
    let key = position.key() ^ SALT;
    let turn = position.turn();
    let value = |steps: usize| known.vector[(turn.index() + steps) % seats];
    let Known { best, depth, bound, .. } = *known;
    table.store(key, &Entry { best, score: value(0), depth, bound });
    if bound == Bound::Exact && seats > 2 {
        let last = if seats > 3 { value(3) } else { Score::ZERO };
        let pair = biased(value(1)) << 16 | biased(value(2));
        table.store(key ^ SECOND_SALT, &Entry { best: pair, score: last, depth, bound });
    }
}

/// A value as 16 bits that are never all 0, because 0 stands for "no move" in an entry.
fn biased(score: Score) -> u32 {
    (score.value() + 0x8000).cast_unsigned()
}

fn unbiased(bits: u32) -> Score {
    Score::from_value(bits.cast_signed() - 0x8000)
}
