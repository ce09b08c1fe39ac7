//! What the solver remembers: bounds of positions, one word each, in buckets of one cache line.
//!
//! Keys are mixed one to one; some bits of the mixed key are the bucket, the entry holds all the others, so that no two
//! positions are ever taken for each other. An entry is one atomic word: threads share the table without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::search::Pages;

const WORDS_PER_BUCKET: usize = 8;
/// An entry from the lowest bit up: lower bound, upper bound, work, generation, and the rest of the mixed key.
const BOUND_BITS: u32 = 6;
const WORK_SHIFT: u32 = 2 * BOUND_BITS;
const GENERATION_SHIFT: u32 = WORK_SHIFT + 4;
/// The generation has at least two bits, and up to eight where the key leaves room.
const FEWEST_GENERATION_BITS: u32 = 2;
const MOST_GENERATION_BITS: u32 = 8;
const BOUND_MASK: u64 = (1 << BOUND_BITS) - 1;
const WORK_MASK: u64 = 15;
/// The work of a position that one thread is searching; with more threads it is up to [`WORK_MASK`]. This is more than
/// any other, so that the entry stays.
const BUSY: u64 = WORK_MASK - 2;
/// Makes every score positive: none is beyond 28, because a win takes seven stones and a board has at most 56 cells.
const BIAS: i32 = 32;

/// Bounds of positions of one board size.
#[derive(Debug)]
pub(super) struct Table {
    /// Buckets are cache lines.
    pages: Pages,
    key_mask: u64,
    tag_bits: u32,
    generation_bits: u32,
    generation: u64,
}

/// The place of a position in the table, and what its entry has above the bounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    bucket: usize,
    mark: u64,
}

/// What is certain about a position's score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

impl Known {
    /// What is certain if both are.
    pub(super) fn and(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }
}

impl Table {
    /// A table of at most so many megabytes (at least what exact keys take) for keys of so many bits; `None` if the
    /// memory is not to be had.
    pub(super) fn new(key_bits: u32, megabytes: usize) -> Option<Self> {
        Self::of_kilobytes(key_bits, megabytes.max(1).checked_mul(1 << 10)?)
    }

    /// The same for a table that is to fit a processor's cache.
    pub(super) fn of_kilobytes(key_bits: u32, kilobytes: usize) -> Option<Self> {
        let buckets = kilobytes.max(1).checked_mul((1 << 10) / (8 * WORDS_PER_BUCKET))?;
        // What the bucket does not tell of the key must fit the entry.
        let index_bits =
            buckets.ilog2().max(key_bits.saturating_sub(64 - GENERATION_SHIFT - FEWEST_GENERATION_BITS)).min(key_bits);
        let pages = Pages::new(WORDS_PER_BUCKET << index_bits)?;
        let key_mask = u64::MAX >> (64 - key_bits);
        let tag_bits = key_bits - index_bits;
        let generation_bits = (64 - GENERATION_SHIFT - tag_bits).min(MOST_GENERATION_BITS);
        Some(Self { pages, key_mask, tag_bits, generation_bits, generation: 1 })
    }

    /// Forgets everything; the memory is only touched when the generation numbers have run out.
    pub(super) fn forget(&mut self) {
        self.generation += 1;
        if self.generation >> self.generation_bits != 0 {
            self.generation = 1;
            // Overwritten rather than given back, so that the next search need not wait for memory.
            self.pages.words().iter().for_each(|word| word.store(0, Relaxed));
        }
    }

    /// The place of the position with this key.
    #[inline]
    pub(super) fn slot(&self, key: u64) -> Slot {
        // An odd factor is one to one modulo a power of two, and the high bits depend on all others.
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) & self.key_mask;
        let tag = mixed & ((1 << self.tag_bits) - 1);
        #[expect(clippy::cast_possible_truncation, reason = "a table fits the memory")]
        let bucket = (mixed >> self.tag_bits) as usize;
        Slot {
            bucket: bucket * WORDS_PER_BUCKET,
            mark: (tag << self.generation_bits | self.generation) << GENERATION_SHIFT,
        }
    }

    /// Says that a slot will be looked at soon.
    #[inline]
    pub(super) fn fetch(&self, slot: Slot) {
        self.pages.prefetch(slot.bucket);
    }

    #[inline]
    fn bucket(&self, slot: Slot) -> &[AtomicU64] {
        &self.pages.words()[slot.bucket..slot.bucket + WORDS_PER_BUCKET]
    }

    /// What is known about the position of this slot.
    #[inline]
    pub(super) fn probe(&self, slot: Slot) -> Option<Known> {
        self.entry(slot).map(|word| Known {
            lower: (word & BOUND_MASK) as i32 - BIAS,
            upper: (word >> BOUND_BITS & BOUND_MASK) as i32 - BIAS,
        })
    }

    #[inline]
    fn entry(&self, slot: Slot) -> Option<u64> {
        self.bucket(slot).iter().map(|word| word.load(Relaxed)).find(|word| is_at(*word, slot))
    }

    /// Remembers what is known about the position of this slot and cost so many nodes, in place of the same position,
    /// of something forgotten, or of what was cheapest to find.
    #[inline]
    pub(super) fn store(&self, slot: Slot, known: Known, nodes: u64) {
        self.write(slot, known, u64::from((nodes | 1).ilog2() / 2).min(BUSY - 1));
    }

    /// Says that one more thread is searching the position of this slot, until something is stored; returns whether
    /// another one is there already, as far as is known.
    pub(super) fn begin(&self, slot: Slot, known: Known) -> bool {
        let before = self.searching(slot);
        self.write(slot, known, before.map_or(BUSY, |work| (work + 1).min(WORK_MASK)));
        before.is_some()
    }

    /// Says that a thread has given up searching the position of this slot.
    pub(super) fn leave(&self, slot: Slot, known: Known) {
        if let Some(work) = self.searching(slot) {
            self.write(slot, known, if work == BUSY { 0 } else { work - 1 });
        }
    }

    /// Whether a thread is searching the position of this slot, as far as is known.
    #[inline]
    pub(super) fn is_busy(&self, slot: Slot) -> bool {
        self.searching(slot).is_some()
    }

    /// Whether several threads are searching the position of this slot, as far as is known.
    pub(super) fn is_common(&self, slot: Slot) -> bool {
        self.searching(slot).is_some_and(|work| work > BUSY)
    }

    /// The mark of the threads that are searching the position of this slot.
    #[inline]
    fn searching(&self, slot: Slot) -> Option<u64> {
        self.entry(slot).map(work_of).filter(|work| *work >= BUSY)
    }

    #[inline]
    fn write(&self, slot: Slot, known: Known, work: u64) {
        let bound = |bound: i32| u64::from((bound + BIAS).cast_unsigned());
        let entry = slot.mark | work << WORK_SHIFT | bound(known.upper) << BOUND_BITS | bound(known.lower);
        let generations = (1 << self.generation_bits) - 1;
        let bucket = self.bucket(slot);
        let mut place = &bucket[0];
        let mut least = u64::MAX;
        for candidate in bucket {
            let old = candidate.load(Relaxed);
            if is_at(old, slot) {
                place = candidate;
                break;
            }
            let is_old = (old ^ slot.mark) >> GENERATION_SHIFT & generations != 0;
            let worth = if is_old { 0 } else { 1 + work_of(old) };
            if worth < least {
                least = worth;
                place = candidate;
            }
        }
        place.store(entry, Relaxed);
    }

    /// Permill of the table in use, from a sample.
    pub(super) fn permill_full(&self) -> u32 {
        let generations = (1 << self.generation_bits) - 1;
        let is_used = |word: &&AtomicU64| word.load(Relaxed) >> GENERATION_SHIFT & generations == self.generation;
        u32::try_from(self.pages.words().iter().take(1000).filter(is_used).count()).unwrap_or(1000)
    }
}

/// The work that an entry tells.
#[inline]
const fn work_of(word: u64) -> u64 {
    word >> WORK_SHIFT & WORK_MASK
}

/// Whether a word is the entry of the position of this slot.
#[inline]
const fn is_at(word: u64, slot: Slot) -> bool {
    (word ^ slot.mark) >> GENERATION_SHIFT == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;

    #[test]
    fn what_is_stored_is_found_and_nothing_else() {
        for (key_bits, megabytes) in [(20, 1), (49, 1), (49, 2), (64, 1)] {
            let mut table = Table::new(key_bits, megabytes).unwrap();
            let mask = u64::MAX >> (64 - key_bits);
            let mut rng = Rng::new(u64::from(key_bits));
            for round in 0..9 {
                let keys: Vec<u64> = (0..2000).map(|_| rng.bits() & mask).collect();
                let bounds = |key: u64| {
                    let lower = i32::try_from(key % 50).unwrap() - 28;
                    Known { lower, upper: lower + 3 }
                };
                for &key in &keys {
                    table.store(table.slot(key), bounds(key), key % 1000);
                }
                let found = keys.iter().filter(|&&key| table.probe(table.slot(key)).is_some()).count();
                assert!(found > 1900 || key_bits == 20, "{found} of 2000 found in round {round}");
                for _ in 0..2000 {
                    let key = rng.bits() & mask;
                    let known = table.probe(table.slot(key));
                    assert!(known.is_none_or(|known| known == bounds(key)), "{key:x} was never stored so");
                }
                table.forget();
                assert!(keys.iter().all(|&key| table.probe(table.slot(key)).is_none()), "remembered in {round}");
            }
        }
    }

    #[test]
    fn keys_share_no_slot_and_mark() {
        let table = Table::new(18, 1).unwrap();
        let mut seen = std::collections::HashSet::new();
        assert!((0..1 << 18).all(|key| seen.insert((table.slot(key).bucket, table.slot(key).mark))));
    }

    #[test]
    fn what_is_being_searched_is_known_until_something_is_stored() {
        let table = Table::new(30, 1).unwrap();
        let (slot, known) = (table.slot(5), Known { lower: -3, upper: 4 });
        assert!(!table.begin(slot, known), "nobody is there");
        assert!(table.is_busy(slot) && !table.is_busy(table.slot(6)));
        assert_eq!(table.probe(slot), Some(known), "what is certain already can be used meanwhile");
        table.store(slot, known, u64::MAX);
        assert!(!table.is_busy(slot));
    }

    #[test]
    fn threads_at_the_same_position_are_counted() {
        let table = Table::new(30, 1).unwrap();
        let (slot, known) = (table.slot(5), Known { lower: -3, upper: 4 });
        for threads in 1..9 {
            (0..threads).for_each(|before| assert_eq!(table.begin(slot, known), before > 0));
            assert_eq!((table.is_busy(slot), table.is_common(slot)), (true, threads > 1));
            table.store(slot, known, 7);
        }
        table.begin(slot, known);
        table.begin(slot, known);
        table.leave(slot, known);
        assert!(table.is_busy(slot) && !table.is_common(slot), "one is still there");
        table.leave(slot, known);
        assert!(!table.is_busy(slot));
        // Nobody is there to leave.
        table.leave(slot, known);
        assert!(!table.is_busy(slot));
    }

    #[test]
    fn dear_entries_stay() {
        let table = Table::new(30, 1).unwrap();
        let crowd: Vec<u64> =
            (0..1 << 22).filter(|key| table.slot(*key).bucket == table.slot(5).bucket).take(40).collect();
        table.store(table.slot(5), Known { lower: 1, upper: 2 }, 1 << 20);
        for &key in crowd.iter().filter(|key| **key != 5) {
            table.store(table.slot(key), Known { lower: 0, upper: 0 }, 10);
        }
        assert_eq!(table.probe(table.slot(5)), Some(Known { lower: 1, upper: 2 }));
    }
}
