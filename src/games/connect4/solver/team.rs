//! What the threads of one search tell each other besides what the table holds: what is certain about the root by now,
//! and that something is settled on which several were working.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::table::Known;

const BOUND_BITS: u32 = 6;
const BOUND_MASK: u64 = (1 << BOUND_BITS) - 1;
/// Makes every bound positive, as in the table.
const BIAS: i32 = 32;

/// The notice board of several threads.
#[derive(Debug)]
pub(super) struct Team {
    pub(super) threads: u64,
    /// What is certain about the root, and above it how often that has changed.
    known: AtomicU64,
    /// How many positions were settled on which several threads were working.
    settled: AtomicU64,
}

impl Team {
    pub(super) fn new(threads: usize, known: Known) -> Self {
        Self { threads: threads as u64, known: AtomicU64::new(pack(known)), settled: AtomicU64::new(0) }
    }

    /// Tells the others what is certain about the root, and takes over what they found; returns the number of changes
    /// so far.
    pub(super) fn share(&self, known: &mut Known) -> u64 {
        let mine = *known;
        let merge = |old: u64| {
            let old_known = unpack(old);
            let both = mine.and(old_known);
            let changes = (old >> (2 * BOUND_BITS)) + u64::from(both != old_known);
            changes << (2 * BOUND_BITS) | pack(both)
        };
        let old = self.known.fetch_update(Relaxed, Relaxed, |old| Some(merge(old)));
        let new = old.map_or_else(|old| old, merge);
        *known = unpack(new);
        new >> (2 * BOUND_BITS)
    }

    /// The number of changes to what is certain about the root.
    #[inline]
    pub(super) fn changes(&self) -> u64 {
        self.known.load(Relaxed) >> (2 * BOUND_BITS)
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

fn pack(known: Known) -> u64 {
    let bound = |bound: i32| u64::from((bound + BIAS).cast_unsigned()) & BOUND_MASK;
    bound(known.upper) << BOUND_BITS | bound(known.lower)
}

fn unpack(word: u64) -> Known {
    Known { lower: (word & BOUND_MASK) as i32 - BIAS, upper: (word >> BOUND_BITS & BOUND_MASK) as i32 - BIAS }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_only_get_better_and_changes_are_counted() {
        let team = Team::new(2, Known { lower: -18, upper: 18 });
        let mut mine = Known { lower: -18, upper: 5 };
        assert_eq!(team.share(&mut mine), 1);
        let mut yours = Known { lower: 2, upper: 18 };
        assert_eq!(team.share(&mut yours), 2);
        assert_eq!(yours, Known { lower: 2, upper: 5 });
        assert_eq!((team.share(&mut mine), team.changes()), (2, 2));
        assert_eq!(mine, yours);
    }
}
