//! Tables for games that end after so many plies without a capture: no cycles, but a layer for every ply left.
//!
//! Only the layer right after a capture is kept; a game that has gone on for a while since is not found in the table.

use std::thread;

use super::index::{count, next, rank, unrank};
use super::{Kind, Levels};
use crate::games::oware::board::{Board, houses, sum};

/// No capture and no end.
const NOTHING: i8 = i8::MIN;

/// What the moves of a stretch of boards lead to, worked out once for all layers.
struct Stretch {
    /// What the best capture gives, or the end of the game where there is no move.
    fixed: Vec<i8>,
    /// How many other moves there are, and the numbers of the boards they lead to, one board after the other.
    others: Vec<u8>,
    targets: Vec<u32>,
}

/// The codes of all boards with so many seeds right after a capture, given all with fewer.
pub(super) fn build(seeds: u8, kind: Kind, limit: u16, levels: &Levels, threads: usize) -> Box<[u8]> {
    let number = count(seeds);
    let length = number.div_ceil(threads.max(1));
    let starts: Vec<usize> = (0..number).step_by(length).collect();
    let stretches: Vec<Stretch> = thread::scope(|scope| {
        let explore = |from: usize| move || Stretch::new(seeds, kind, levels, from, number.min(from + length));
        let workers: Vec<_> = starts.iter().map(|&from| scope.spawn(explore(from))).collect();
        // A worker that failed leaves a gap, which the lengths below would show at once.
        workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
    });
    let mut before = own_sides(seeds);
    let mut now = before.clone();
    for _ in 0..limit {
        thread::scope(|scope| {
            for (stretch, values) in stretches.iter().zip(now.chunks_mut(length)) {
                let before = &before;
                scope.spawn(move || stretch.fill(values, before));
            }
        });
        std::mem::swap(&mut before, &mut now);
    }
    before.iter().map(|&value| kind.code_of_exact(seeds, value)).collect()
}

fn own_side(board: Board) -> i8 {
    sum(board.own).cast_signed() - sum(board.other).cast_signed()
}

/// What all boards are worth when no ply is left.
fn own_sides(seeds: u8) -> Vec<i8> {
    let mut board = unrank(0, seeds);
    let mut value = |_| {
        let value = own_side(board);
        board = next(board);
        value
    };
    (0..count(seeds)).map(&mut value).collect()
}

impl Stretch {
    fn new(seeds: u8, kind: Kind, levels: &Levels, from: usize, to: usize) -> Self {
        let mut stretch = Self { fixed: Vec::new(), others: Vec::new(), targets: Vec::new() };
        let mut board = unrank(from, seeds);
        for _ in from..to {
            stretch.add(board, kind, levels);
            board = next(board);
        }
        stretch
    }

    fn add(&mut self, board: Board, kind: Kind, levels: &Levels) {
        let (mut fixed, known) = (NOTHING, self.targets.len());
        let moves = board.legal(kind.grand_slam);
        for house in houses(moves) {
            let sown = board.played(house, kind.grand_slam);
            let after = sown.board.turned();
            if sown.captured == 0 {
                self.targets.push(u32::try_from(rank(after)).unwrap_or(u32::MAX));
            } else {
                fixed = fixed.max(sown.captured.cast_signed() - levels.worth(after).0);
            }
        }
        self.fixed.push(if moves == 0 { own_side(board) } else { fixed });
        self.others.push(u8::try_from(self.targets.len() - known).unwrap_or(u8::MAX));
    }

    /// The values of the next layer.
    fn fill(&self, values: &mut [i8], before: &[i8]) {
        let mut targets = self.targets.iter();
        for ((value, fixed), others) in values.iter_mut().zip(&self.fixed).zip(&self.others) {
            let moves = targets.by_ref().take(usize::from(*others)).map(|&target| -before[target as usize]);
            *value = moves.fold(*fixed, i8::max);
        }
    }
}
