//! The transposition table: lock-free, safe, shared by any number of threads.
//!
//! Every slot is a pair of words, `key ^ data` and `data`. A torn write shows as a key that does not match and is
//! simply missed. Old entries give way by generation, so nothing is cleared between searches.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use thiserror::Error;

use super::pages::Pages;

use crate::score::{Bound, Score};

const WORDS_PER_BUCKET: usize = 8;
const SLOTS_PER_BUCKET: usize = WORDS_PER_BUCKET / 2;
const GENERATIONS: u8 = 64;

/// The table could not be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{megabytes} MB of memory are not to be had")]
pub struct TableError {
    megabytes: usize,
}

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The packed best move; 0 for none.
    pub best: u32,
    /// The value, counted ends seen from the position itself.
    pub score: Score,
    /// The depth it was searched to.
    pub depth: u32,
    /// How the value is to be read.
    pub bound: Bound,
}

/// A fixed amount of memory for what searches learn about positions.
#[derive(Debug)]
pub struct Table {
    /// Buckets are cache lines.
    pages: Pages,
    buckets: usize,
    generation: AtomicU8,
}

impl Table {
    /// A table of so many megabytes.
    ///
    /// # Errors
    /// If the memory is not to be had.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        let failure = TableError { megabytes };
        let buckets = megabytes.checked_mul((1 << 20) / 64).ok_or(failure)?.max(1);
        let pages = buckets.checked_mul(WORDS_PER_BUCKET).and_then(Pages::new).ok_or(failure)?;
        Ok(Self { pages, buckets, generation: AtomicU8::new(0) })
    }

    /// The memory taken, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buckets * WORDS_PER_BUCKET * size_of::<AtomicU64>()
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.pages.clear();
        self.generation.store(0, Relaxed);
    }

    /// Begins a new search: what is already there becomes older.
    pub fn new_search(&self) {
        self.generation.store((self.generation.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    /// What is known about the position with this key.
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).chunks_exact(2).find_map(|slot| {
            let data = slot[1].load(Relaxed);
            (data != 0 && slot[0].load(Relaxed) ^ data == key).then(|| unpack(data))
        })
    }

    /// Remembers an entry, in place of the least valuable one.
    pub fn store(&self, key: u64, entry: &Entry) {
        let generation = self.generation.load(Relaxed);
        let mut target = 0;
        let mut least = i32::MAX;
        let bucket = self.bucket(key);
        let mut best = entry.best;
        for (index, slot) in bucket.chunks_exact(2).enumerate() {
            let data = slot[1].load(Relaxed);
            if data != 0 && slot[0].load(Relaxed) ^ data == key {
                // A bound without a move keeps the move found earlier.
                best = if best == 0 { unpack(data).best } else { best };
                target = index;
                break;
            }
            let age = (generation + GENERATIONS - generation_of(data)) % GENERATIONS;
            let worth = if data == 0 { i32::MIN } else { depth_of(data).cast_signed() - 8 * i32::from(age) };
            if worth < least {
                least = worth;
                target = index;
            }
        }
        let data = pack(&Entry { best, ..*entry }, generation);
        bucket[2 * target].store(key ^ data, Relaxed);
        bucket[2 * target + 1].store(data, Relaxed);
    }

    /// Permill of the table filled by the current search, from a sample.
    #[must_use]
    pub fn permill_full(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = self.buckets.min(250);
        let used = self.pages.words()[..sample * WORDS_PER_BUCKET]
            .chunks_exact(2)
            .map(|slot| slot[1].load(Relaxed))
            .filter(|&data| data != 0 && generation_of(data) == generation)
            .count();
        u32::try_from(used * 1000 / (sample * SLOTS_PER_BUCKET)).unwrap_or(1000)
    }

    /// Announces that the position with this key will be asked for soon.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        self.pages.prefetch(self.first_word(key));
    }

    fn bucket(&self, key: u64) -> &[AtomicU64] {
        &self.pages.words()[self.first_word(key)..][..WORDS_PER_BUCKET]
    }

    fn first_word(&self, key: u64) -> usize {
        usize::try_from((u128::from(key) * self.buckets as u128) >> 64).unwrap_or(0) * WORDS_PER_BUCKET
    }
}

// A data word, from the low end: move 32 bits, score 16, depth 8, bound 2 (never 0), generation 6.

fn pack(entry: &Entry, generation: u8) -> u64 {
    let score = u64::from(i16::try_from(entry.score.value()).unwrap_or_default().cast_unsigned());
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    u64::from(entry.best)
        | score << 32
        | u64::from(entry.depth.min(255)) << 48
        | bound << 56
        | u64::from(generation) << 58
}

#[expect(clippy::cast_possible_truncation, reason = "the fields are cut out of the word")]
fn unpack(data: u64) -> Entry {
    Entry {
        best: data as u32,
        score: Score::from_value(i32::from(((data >> 32) as u16).cast_signed())),
        depth: depth_of(data),
        bound: match data >> 56 & 3 {
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => Bound::Exact,
        },
    }
}

fn depth_of(data: u64) -> u32 {
    (data >> 48 & 0xff) as u32
}

fn generation_of(data: u64) -> u8 {
    (data >> 58) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;

    fn entry(number: u32) -> Entry {
        let bound = [Bound::Exact, Bound::Lower, Bound::Upper][number as usize % 3];
        let score = Score::from_value(number.cast_signed() % 60_000 - 30_000);
        Entry { best: number.wrapping_mul(0x9e37_79b9) | 1, score, depth: number % 128, bound }
    }

    #[test]
    fn entries_survive_the_round_trip() {
        for number in 0..100_000 {
            assert_eq!(unpack(pack(&entry(number), 63)), entry(number));
        }
        assert_eq!(generation_of(pack(&entry(5), 63)), 63);
    }

    #[test]
    fn what_is_stored_is_found_and_a_clear_forgets_it() {
        let table = Table::new(1).unwrap();
        let mut rng = Rng::new(3);
        let keys: Vec<u64> = (0..1000).map(|_| rng.bits()).collect();
        for (number, &key) in (0..).zip(&keys) {
            table.store(key, &entry(number));
        }
        for (number, &key) in (0..).zip(&keys) {
            assert_eq!(table.probe(key), Some(entry(number)));
        }
        assert!(table.permill_full() > 0);
        table.clear();
        assert!(keys.iter().all(|&key| table.probe(key).is_none()));
        assert_eq!(table.permill_full(), 0);
    }

    #[test]
    fn deep_and_recent_entries_stay() {
        let table = Table::new(0).unwrap();
        assert_eq!(table.buckets, 1);
        let deep = Entry { depth: 20, ..entry(1) };
        table.store(1, &deep);
        for key in 2..100 {
            table.store(key, &Entry { depth: 3, ..entry(2) });
        }
        assert_eq!(table.probe(1), Some(deep));
        for _ in 0..5 {
            table.new_search();
        }
        for key in 200..204 {
            table.store(key, &Entry { depth: 3, ..entry(2) });
        }
        assert_eq!(table.probe(1), None);
    }

    /// Threads overwrite each other's entries as fast as they can; what is found must be what belongs to the key.
    #[test]
    fn no_torn_entry_is_ever_accepted() {
        let table = Table::new(0).unwrap();
        // Entries that share halves of their words, so that a torn one would look plausible.
        let entry_of = |key: u64, version: u64| Entry {
            best: u32::try_from(version * 1_000 + key).unwrap(),
            score: Score::from_value(i32::try_from(version).unwrap()),
            depth: u32::try_from(version % 128).unwrap(),
            bound: Bound::Lower,
        };
        let found = std::thread::scope(|scope| {
            let work = |thread: u64| {
                let (table, entry_of) = (&table, &entry_of);
                scope.spawn(move || {
                    let mut rng = Rng::new(thread);
                    let mut found = 0;
                    for _ in 0..300_000 {
                        let key = rng.bits() % 6 + 1;
                        table.store(key, &entry_of(key, rng.bits() % 30_000));
                        let key = rng.bits() % 6 + 1;
                        if let Some(entry) = table.probe(key) {
                            let version = u64::try_from(entry.score.value()).unwrap();
                            assert_eq!(entry, entry_of(key, version));
                            found += 1;
                        }
                    }
                    found
                })
            };
            let threads: Vec<_> = (0..4).map(work).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum::<u32>()
        });
        assert!(found > 100_000, "{found}");
    }

    #[test]
    fn it_takes_the_memory_that_was_asked_for() {
        for megabytes in [1, 3, 64] {
            let table = Table::new(megabytes).unwrap();
            assert_eq!(table.bytes(), megabytes << 20);
            assert_eq!(size_of_val(table.pages.words()), megabytes << 20);
        }
    }

    #[test]
    fn an_impossible_size_is_an_error() {
        assert!(Table::new(usize::MAX >> 8).is_err());
    }
}
