//! Which move to try first: the table's move, the game's own hints, killers and history.

use super::{Hints, MAX_PLY};
use crate::game::{MAX_SEATS, Move, MoveList, Seat};

/// What a search has learnt about good moves, apart from the table.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    /// Two moves per ply that lately cut off the search there.
    killers: Box<[[u32; 2]; MAX_PLY]>,
    /// How often a move was good or bad, by seat.
    history: Vec<[i32; HISTORY_SLOTS]>,
}

const HISTORY_SLOTS: usize = 4096;
const HISTORY_LIMIT: i32 = 4_000;
const KILLER_HINTS: [i32; 2] = [3_000, 2_000];

impl Memory {
    pub(super) fn new() -> Self {
        Self { killers: Box::new([[0; 2]; MAX_PLY]), history: vec![[0; HISTORY_SLOTS]; MAX_SEATS] }
    }

    /// Adds what is remembered to the hints; the table's move comes before all others.
    pub(super) fn add_to<M: Move>(&self, hints: &mut [i32], moves: &[M], seat: Seat, ply: usize, table_move: u32) {
        let (history, killers) = (&self.history[seat.index()], &self.killers[ply]);
        for (hint, mv) in hints.iter_mut().zip(moves) {
            let packed = mv.pack();
            if packed == table_move {
                *hint = i32::MAX;
                continue;
            }
            *hint += history[slot(packed)];
            if let Some(rank) = killers.iter().position(|&killer| killer == packed) {
                *hint += KILLER_HINTS[rank];
            }
        }
    }

    /// `cutter` ended the search of a node of this depth after `tried` did not.
    pub(super) fn learn<M: Move>(&mut self, cutter: M, tried: &[M], seat: Seat, ply: usize, depth: u32) {
        let killers = &mut self.killers[ply];
        if killers[0] != cutter.pack() {
            *killers = [cutter.pack(), killers[0]];
        }
        let weight = (depth * depth).min(400).cast_signed();
        self.shift(seat, cutter.pack(), weight);
        for mv in tried {
            self.shift(seat, mv.pack(), -weight);
        }
    }

    /// Moves a history value by `weight`, the less the nearer it is to the limit already.
    fn shift(&mut self, seat: Seat, packed: u32, weight: i32) {
        let value = &mut self.history[seat.index()][slot(packed)];
        *value += weight - *value * weight.abs() / HISTORY_LIMIT;
    }
}

fn slot(packed: u32) -> usize {
    (packed.wrapping_mul(0x9e37_79b9) >> 20) as usize % HISTORY_SLOTS
}

/// Moves with their hints, handed out best first. Equal hints keep the game's own order.
pub(super) struct Picker<M> {
    pub(super) moves: MoveList<M>,
    pub(super) hints: Hints,
    next: usize,
    /// How many moves at the end have been put off.
    put_off: usize,
}

impl<M: Move> Picker<M> {
    pub(super) fn new(moves: MoveList<M>) -> Self {
        let mut picker = Self { moves, ..Self::empty() };
        picker.begin();
        picker
    }

    /// A picker without moves, to be filled in place: it is too large to be moved about at every node.
    pub(super) fn empty() -> Self {
        Self { moves: MoveList::new(), hints: Hints::new(), next: 0, put_off: 0 }
    }

    /// Gives every move an empty hint.
    pub(super) fn begin(&mut self) {
        self.hints.extend(self.moves.iter().map(|_| 0));
    }

    /// Makes room for all moves after one has been handed out alone.
    pub(super) fn reopen(&mut self) {
        self.moves.clear();
        self.hints.clear();
        self.next = 0;
    }

    /// Takes the move with this packed number as already handed out.
    pub(super) fn skip(&mut self, packed: u32) {
        if let Some(at) = self.moves.iter().position(|mv| mv.pack() == packed) {
            self.moves[..=at].rotate_right(1);
            self.hints[..=at].rotate_right(1);
            self.next = 1;
        }
    }

    /// The move that comes next.
    pub(super) fn peek(&self) -> Option<M> {
        let rest = &self.hints[self.next..];
        Some(self.moves[self.next + first_best(rest)?])
    }

    /// Takes the last move handed out back, to be handed out again after all others; false if that has happened before.
    pub(super) fn put_off(&mut self) -> bool {
        let at = self.next - 1;
        if at + self.put_off >= self.moves.len() {
            return false;
        }
        self.moves[at..].rotate_left(1);
        self.hints[at..].rotate_left(1);
        if let Some(hint) = self.hints.last_mut() {
            *hint = i32::MIN;
        }
        self.next = at;
        self.put_off += 1;
        true
    }

    /// What the last move handed out is worth to the ordering.
    pub(super) fn worth(&self) -> i32 {
        self.next.checked_sub(1).map_or(0, |last| self.hints[last])
    }

    /// The moves handed out before the last one.
    pub(super) fn tried(&self) -> &[M] {
        &self.moves[..self.next.saturating_sub(1)]
    }
}

impl<M: Move> Iterator for Picker<M> {
    type Item = M;

    fn next(&mut self) -> Option<M> {
        let at = self.next;
        let (moves, hints) = (&mut self.moves[at..], &mut self.hints[at..]);
        let best = first_best(hints)?;
        let first = (*moves.get(best)?, hints[best]);
        // The others move down, the best is not just swapped with the first, so that equal moves keep their order.
        let mut carried = first;
        for (mv, hint) in moves.iter_mut().zip(hints).take(best + 1) {
            (carried, *mv, *hint) = ((*mv, *hint), carried.0, carried.1);
        }
        self.next += 1;
        Some(first.0)
    }
}

/// The index of the highest hint, the first of them if there are several.
fn first_best(hints: &[i32]) -> Option<usize> {
    let (mut best, mut highest) = (0, *hints.first()?);
    for (index, &hint) in hints.iter().enumerate() {
        if hint > highest {
            (best, highest) = (index, hint);
        }
    }
    Some(best)
}
