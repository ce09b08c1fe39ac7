//! What the threads of one search tell each other besides what the table holds: what is certain about the root by now and
//! what they ask next, and that something is settled on which several were working.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::table::Known;

/// What is told about the root from the lowest bit up: lower bound, upper bound, question, and how often that changed.
const BOUND_BITS: u32 = 6;
const QUESTION_SHIFT: u32 = 2 * BOUND_BITS;
const CHANGES_SHIFT: u32 = 3 * BOUND_BITS;
const BOUND_MASK: u64 = (1 << BOUND_BITS) - 1;
/// Makes every bound positive, as in the table.
const BIAS: i32 = 32;

/// The notice board of several threads.
#[derive(Debug)]
pub(super) struct Team {
    /// What is told about the root; zero at first.
    root: AtomicU64,
    /// How many positions were settled on which several threads were working.
    settled: AtomicU64,
}

impl Team {
    pub(super) const fn new() -> Self {
        Self { root: AtomicU64::new(0), settled: AtomicU64::new(0) }
    }

    /// Tells the others what is certain about the root, and takes over what they found. Whoever knows something new
    /// chooses the next question; returns that question, and the number of changes so far.
    pub(super) fn share(&self, known: &mut Known, question: impl Fn(Known) -> i32) -> (i32, u64) {
        let mine = *known;
        let merge = |old: u64| {
            let both = if old == 0 { mine } else { mine.and(unpack(old)) };
            let is_new = old == 0 || both != unpack(old);
            if is_new { pack(both, question(both), (old >> CHANGES_SHIFT) + 1) } else { old }
        };
        let old = self.root.fetch_update(Relaxed, Relaxed, |old| Some(merge(old)));
        let new = old.map_or_else(|old| old, merge);
        *known = unpack(new);
        (unbiased(new >> QUESTION_SHIFT), new >> CHANGES_SHIFT)
    }

    /// The number of changes to what is certain about the root.
    #[inline]
    pub(super) fn changes(&self) -> u64 {
        self.root.load(Relaxed) >> CHANGES_SHIFT
    }

    /// Tells the others that a position is settled on which they may be working.
    pub(super) fn settle(&self) {
        self.settled.fetch_add(1, Relaxed);
    }

    /// The number of such positions so far.
    #[inline]
    pub(super) fn settled(&self) -> u64 {
        self.settled.load(Relaxed)
    }
}

fn pack(known: Known, question: i32, changes: u64) -> u64 {
    let biased = |bound: i32| u64::from((bound + BIAS).cast_unsigned()) & BOUND_MASK;
    changes << CHANGES_SHIFT
        | biased(question) << QUESTION_SHIFT
        | biased(known.upper) << BOUND_BITS
        | biased(known.lower)
}

fn unpack(word: u64) -> Known {
    Known { lower: unbiased(word), upper: unbiased(word >> BOUND_BITS) }
}

const fn unbiased(word: u64) -> i32 {
    (word & BOUND_MASK) as i32 - BIAS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_only_get_better_and_who_changes_them_chooses_the_question() {
        let team = Team::new();
        let mut mine = Known { lower: -18, upper: 18 };
        assert_eq!(team.share(&mut mine, |_| -2), (-2, 1));
        let mut yours = Known { lower: -18, upper: 18 };
        assert_eq!(team.share(&mut yours, |_| 7), (-2, 1), "nothing new, so the question stays");
        mine.upper = 5;
        assert_eq!(team.share(&mut mine, |known| known.upper - 1), (4, 2));
        yours.lower = 2;
        assert_eq!(team.share(&mut yours, |known| known.upper - 3), (2, 3));
        assert_eq!(yours, Known { lower: 2, upper: 5 });
        assert_eq!((team.share(&mut mine, |_| 9), team.changes()), ((2, 3), 3));
        assert_eq!(mine, yours);
    }
}
