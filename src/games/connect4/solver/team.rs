//! What the threads of one search tell each other besides what the table holds: who is searching what, and what is
//! certain by now.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::table::Known;

const MARKS: usize = 1 << 10;
const BOUND_BITS: u32 = 6;
const BOUND_MASK: u64 = (1 << BOUND_BITS) - 1;
/// Makes every bound positive, as in the table.
const BIAS: i32 = 32;

/// The notice board of several threads.
#[derive(Debug)]
pub(super) struct Team {
    /// Keys of positions that are being searched. A lost mark costs a little work and nothing else.
    marks: Vec<AtomicU64>,
    /// What is certain about the root, and above it how often that has changed.
    known: AtomicU64,
}

impl Team {
    pub(super) fn new(known: Known) -> Self {
        Self { marks: (0..MARKS).map(|_| AtomicU64::new(0)).collect(), known: AtomicU64::new(pack(known)) }
    }

    #[inline]
    fn mark(&self, key: u64) -> &AtomicU64 {
        &self.marks[(key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize % MARKS]
    }

    /// Says that the position with this key is being searched.
    #[inline]
    pub(super) fn begin(&self, key: u64) {
        self.mark(key).store(key, Relaxed);
    }

    /// Says that it no longer is.
    #[inline]
    pub(super) fn end(&self, key: u64) {
        if self.is_busy_with(key) {
            self.mark(key).store(0, Relaxed);
        }
    }

    /// Whether somebody is searching the position with this key.
    #[inline]
    pub(super) fn is_busy_with(&self, key: u64) -> bool {
        self.mark(key).load(Relaxed) == key
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
        let team = Team::new(Known { lower: -18, upper: 18 });
        let mut mine = Known { lower: -18, upper: 5 };
        assert_eq!(team.share(&mut mine), 1);
        let mut yours = Known { lower: 2, upper: 18 };
        assert_eq!(team.share(&mut yours), 2);
        assert_eq!(yours, Known { lower: 2, upper: 5 });
        assert_eq!((team.share(&mut mine), team.changes()), (2, 2));
        assert_eq!(mine, yours);
    }

    #[test]
    fn marks_are_set_and_taken_away() {
        let team = Team::new(Known { lower: 0, upper: 1 });
        team.begin(77);
        assert!(team.is_busy_with(77) && !team.is_busy_with(78));
        team.end(78);
        assert!(team.is_busy_with(77));
        team.end(77);
        assert!(!team.is_busy_with(77));
    }
}
