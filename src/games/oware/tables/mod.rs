//! Endgame tables: what each position with few seeds is worth, found by working backwards from the end.
//!
//! A table holds one byte for every board, whatever the stores: what the seat to move is sure to gain over the other of
//! the seeds on the board, at least and at most. How much that proves depends on what the rules say about a game that
//! goes round in circles; see [`Cycles`].

mod build;
mod file;
mod index;
mod layers;
pub(super) mod shelf;
pub(super) mod tool;

use super::board::Board;
use super::rules::{GrandSlam, Repetition, Rules};
use index::{MOST_SEEDS, rank};

/// What tables make of a game that need not end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Cycles {
    /// Nothing is known about what they bring: each seat's best and worst case is kept.
    Open,
    /// The seeds are shared alike.
    Split,
    /// There are none, because the game ends after so many plies without a capture.
    Limited(u16),
}

/// The rules as far as they change tables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Kind {
    pub(super) grand_slam: GrandSlam,
    pub(super) cycles: Cycles,
}

impl Kind {
    /// The tables for a game with these rules.
    pub(super) fn of(rules: Rules) -> Self {
        let cycles = match rules {
            Rules { no_capture_limit: limit @ 1.., .. } => Cycles::Limited(limit),
            Rules { repetition: Repetition::Split, .. } => Cycles::Split,
            _ => Cycles::Open,
        };
        Self { grand_slam: rules.grand_slam, cycles }
    }

    /// Packs what the seat to move and the other one are sure of; `None` for what they are not sure of.
    fn code(self, seeds: u8, mover: Option<i8>, waiter: Option<i8>) -> u8 {
        let all = seeds.cast_signed();
        match self.cycles {
            Cycles::Open => {
                let (least, most) = (mover.unwrap_or(-all), -waiter.unwrap_or(-all));
                let [low, high] = [least, most].map(|value| u16::from((value + all).cast_unsigned() / 2));
                u8::try_from(high * (high + 1) / 2 + low).unwrap_or(u8::MAX)
            }
            _ => self.code_of_exact(seeds, mover.unwrap_or_else(|| -waiter.unwrap_or(0))),
        }
    }

    fn code_of_exact(self, seeds: u8, value: i8) -> u8 {
        match self.cycles {
            Cycles::Open => self.code(seeds, Some(value), Some(-value)),
            _ => (value + seeds.cast_signed()).cast_unsigned(),
        }
    }

    /// The least and the most behind a code.
    #[inline]
    fn bounds(self, seeds: u8, code: u8) -> (i8, i8) {
        let all = seeds.cast_signed();
        match self.cycles {
            Cycles::Open => {
                let (low, high) = PAIRS[usize::from(code)];
                (2 * low - all, 2 * high - all)
            }
            _ => {
                let value = code.cast_signed() - all;
                (value, value)
            }
        }
    }
}

/// The pairs of numbers, the first not above the second, in the order of the second.
static PAIRS: [(i8, i8); 256] = {
    let mut pairs = [(0, 0); 256];
    let (mut code, mut low, mut high) = (0, 0, 0);
    while code < pairs.len() {
        pairs[code] = (low, high);
        if low == high {
            (low, high) = (0, high + 1);
        } else {
            low += 1;
        }
        code += 1;
    }
    pairs
};

/// The tables of one kind, from no seeds upwards without a gap.
#[derive(Clone, Debug)]
pub(super) struct Levels {
    kind: Kind,
    codes: Vec<Box<[u8]>>,
}

impl Levels {
    fn new(kind: Kind) -> Self {
        Self { kind, codes: vec![Box::new([kind.code_of_exact(0, 0)])] }
    }

    /// The most seeds that they cover.
    fn seeds(&self) -> u8 {
        u8::try_from(self.codes.len() - 1).unwrap_or(MOST_SEEDS)
    }

    /// Adds the next number of seeds.
    fn grow(&mut self, threads: usize) {
        let (seeds, kind) = (self.seeds() + 1, self.kind);
        let codes = match kind.cycles {
            Cycles::Limited(limit) => layers::build(seeds, kind, limit, self, threads),
            _ => build::build(seeds, kind, self, threads),
        };
        self.codes.push(codes);
    }

    /// The least and the most the seat to move gains; only for boards that are covered.
    #[inline]
    fn worth(&self, board: Board) -> (i8, i8) {
        let seeds = board.seeds();
        self.kind.bounds(seeds, self.codes[usize::from(seeds)][rank(board)])
    }
}

/// Tables of all positions up to some number of seeds, under one set of rules.
#[derive(Debug)]
pub(super) struct Tables {
    levels: Levels,
    /// Why a file that should have been used is not.
    trouble: Option<String>,
}

impl Tables {
    /// Works out all tables up to so many seeds.
    fn build(kind: Kind, seeds: u8, threads: usize) -> Self {
        let mut levels = Levels::new(kind);
        while levels.seeds() < seeds.min(MOST_SEEDS) {
            levels.grow(threads);
        }
        Self { levels, trouble: None }
    }

    /// The most seeds on the board that they cover.
    pub(super) fn seeds(&self) -> u8 {
        self.levels.seeds()
    }

    /// Why a file that should have been used is not.
    pub(super) fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// The least and the most the seat to move gains over the other of the seeds on the board.
    #[inline]
    pub(super) fn probe(&self, board: Board) -> Option<(i8, i8)> {
        (board.seeds() <= self.levels.seeds()).then(|| self.levels.worth(board))
    }

    /// Whether they prove anything about a game with these rules, in a position so many plies after a capture.
    ///
    /// Tables know nothing of the positions since the last capture. Where those end the game when they come back, a
    /// table holds right after a capture only; and so it does where the plies since then are counted.
    #[inline]
    pub(super) fn prove(&self, rules: Rules, since_capture: u32) -> bool {
        let is_fresh =
            since_capture == 0 || self.levels.kind.cycles == Cycles::Open && rules.repetition == Repetition::Off;
        is_fresh && rules.max_plies == 0
    }
}

#[cfg(test)]
mod tests;
