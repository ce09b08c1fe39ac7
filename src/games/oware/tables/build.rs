//! Working backwards: what the boards of one number of seeds are worth, given all with fewer.
//!
//! For both seats at once we ask what a seat can be sure to get. The answers are found from the highest down: a seat
//! that is to move is sure of an amount if one of its moves leads where it is sure of it; a seat that is not, if all
//! moves of the other do. Captures lead to boards with fewer seeds, whose answers are known; all others are reached by
//! undoing moves from the boards that already have an answer. What has none in the end can be kept going round for
//! ever.

use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};
use std::thread;

use super::index::{count, next, rank, unrank};
use super::{Cycles, Kind, Levels};
use crate::games::oware::board::{Board, houses, sum};

/// Boards a thread takes at a time.
const CHUNK: usize = 1 << 13;
/// With fewer boards than this one thread does all.
const FEW: usize = 1 << 15;

/// A byte that holds an answer once this bit is set, and before that the best of what captures and ends give.
const DONE: u8 = 0x80;
const ZERO: i8 = 64;
/// No capture and no end: nothing that the seat to move gains, nothing that limits the other.
const NO_GAIN: i8 = -ZERO;
const NO_LIMIT: i8 = ZERO - 1;

fn encoded(value: i8) -> u8 {
    (value + ZERO).cast_unsigned()
}

fn decoded(cell: u8) -> i8 {
    (cell & !DONE).cast_signed() - ZERO
}

/// The boards of one number of seeds while they are worked out.
struct Level<'a> {
    seeds: u8,
    kind: Kind,
    levels: &'a Levels,
    /// What the seat to move is sure of.
    mover: Vec<AtomicU8>,
    /// What the other seat is sure of.
    waiter: Vec<AtomicU8>,
    /// How many moves without capture lead where the other seat is not yet sure of what is asked for.
    escapes: Vec<AtomicU8>,
}

/// Boards that have just got an answer, for the seat to move or for the other.
#[derive(Default)]
struct Fresh {
    mover: Vec<Board>,
    waiter: Vec<Board>,
}

/// The codes of all boards with so many seeds, given all with fewer.
pub(super) fn build(seeds: u8, kind: Kind, levels: &Levels, threads: usize) -> Box<[u8]> {
    let level = Level::new(seeds, kind, levels);
    let threads = if count(seeds) < FEW { 1 } else { threads };
    level.in_chunks(threads, |from, to| level.begin(from, to));
    let amounts: Vec<i8> = match kind.cycles {
        // Going round for ever gives half of what is there, so nobody need be content with less.
        Cycles::Split => (1..=seeds.cast_signed()).rev().collect(),
        _ => (-seeds.cast_signed() + 1..=seeds.cast_signed()).rev().step_by(2).collect(),
    };
    for amount in amounts {
        level.in_chunks(threads, |from, to| level.settle(amount, from, to));
    }
    let Level { mover, waiter, .. } = level;
    let sure = |cell: &AtomicU8| Some(cell.load(Relaxed)).filter(|cell| cell & DONE != 0).map(decoded);
    mover.iter().zip(&waiter).map(|(mover, waiter)| kind.code(seeds, sure(mover), sure(waiter))).collect()
}

fn cells(number: usize) -> Vec<AtomicU8> {
    let mut cells = Vec::new();
    cells.resize_with(number, AtomicU8::default);
    cells
}

impl<'a> Level<'a> {
    fn new(seeds: u8, kind: Kind, levels: &'a Levels) -> Self {
        let number = count(seeds);
        Self { seeds, kind, levels, mover: cells(number), waiter: cells(number), escapes: cells(number) }
    }

    /// Lets threads share the boards in chunks.
    fn in_chunks(&self, threads: usize, work: impl Fn(usize, usize) + Sync) {
        let (all, taken) = (self.mover.len(), AtomicUsize::new(0));
        let run = || {
            loop {
                let from = taken.fetch_add(CHUNK, Relaxed);
                if from >= all {
                    break;
                }
                work(from, all.min(from + CHUNK));
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(run);
            }
            run();
        });
    }

    /// Notes what captures and ends give, and counts the other moves.
    fn begin(&self, from: usize, to: usize) {
        let rule = self.kind.grand_slam;
        let mut board = unrank(from, self.seeds);
        for number in from..to {
            let (mut gain, mut limit, mut others) = (NO_GAIN, NO_LIMIT, 0);
            let moves = board.legal(rule);
            if moves == 0 {
                gain = sum(board.own).cast_signed() - sum(board.other).cast_signed();
                limit = -gain;
            }
            for house in houses(moves) {
                let sown = board.played(house, rule);
                if sown.captured == 0 {
                    others += 1;
                    continue;
                }
                let captured = sown.captured.cast_signed();
                let (least, most) = self.levels.worth(sown.board.turned());
                gain = gain.max(captured - most);
                limit = limit.min(least - captured);
            }
            self.mover[number].store(encoded(gain), Relaxed);
            self.waiter[number].store(encoded(limit), Relaxed);
            self.escapes[number].store(others, Relaxed);
            board = next(board);
        }
    }

    /// Finds all boards where a seat is sure of an amount, beginning with those in a range.
    fn settle(&self, amount: i8, from: usize, to: usize) {
        let mut fresh = Fresh::default();
        let mut board = unrank(from, self.seeds);
        for number in from..to {
            if decoded(self.mover[number].load(Relaxed)) >= amount && answer(&self.mover[number], amount) {
                fresh.mover.push(board);
            }
            if self.escapes[number].load(Relaxed) == 0 && self.answer_waiter(number, amount) {
                fresh.waiter.push(board);
            }
            board = next(board);
        }
        self.spread(amount, fresh);
    }

    /// Gives the other seat's answer, if captures and ends allow it.
    fn answer_waiter(&self, number: usize, amount: i8) -> bool {
        decoded(self.waiter[number].load(Relaxed)) >= amount && answer(&self.waiter[number], amount)
    }

    /// Follows answers backwards through the moves that lead to them.
    fn spread(&self, amount: i8, mut fresh: Fresh) {
        let rule = self.kind.grand_slam;
        loop {
            if let Some(board) = fresh.mover.pop() {
                board.before(rule, |earlier| {
                    let number = rank(earlier);
                    let was_last = self.escapes[number].fetch_sub(1, Relaxed) == 1;
                    if was_last && self.answer_waiter(number, amount) {
                        fresh.waiter.push(earlier);
                    }
                });
            } else if let Some(board) = fresh.waiter.pop() {
                board.before(rule, |earlier| {
                    if answer(&self.mover[rank(earlier)], amount) {
                        fresh.mover.push(earlier);
                    }
                });
            } else {
                break;
            }
        }
    }
}

/// Sets an answer if there is none yet; whether it did.
fn answer(cell: &AtomicU8, amount: i8) -> bool {
    let held = cell.load(Relaxed);
    held & DONE == 0 && cell.compare_exchange(held, encoded(amount) | DONE, Relaxed, Relaxed).is_ok()
}
