//! The transposition table: lock-free, safe, shared by any number of threads.
//!
//! Every slot is a pair of words, `key ^ data` and `data`. A torn write shows as a key that does not match and is
//! simply missed. Old entries give way by generation, so nothing is cleared between searches.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use thiserror::Error;

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
    words: Box<[AtomicU64]>,
    /// Where the first bucket begins, so that buckets are cache lines.
    first: usize,
    buckets: usize,
    generation: AtomicU8,
    /// Whether anything was stored since the last clear: most new games of referees follow games without a search.
    is_used: AtomicBool,
}

impl Table {
    /// A table of so many megabytes.
    ///
    /// # Errors
    /// If the memory is not to be had.
    pub fn new(megabytes: usize) -> Result<Self, TableError> {
        let failure = TableError { megabytes };
        let buckets = megabytes.checked_mul((1 << 20) / 64).ok_or(failure)?.max(1);
        let words = buckets.checked_mul(WORDS_PER_BUCKET).ok_or(failure)? + WORDS_PER_BUCKET;
        // Zeroed pages come from the system untouched: a large table costs nothing until it is used.
        let words = bytemuck::try_zeroed_slice_box::<AtomicU64>(words).map_err(|()| failure)?;
        let first = (64 - words.as_ptr().addr() % 64) / 8 % WORDS_PER_BUCKET;
        Ok(Self { words, first, buckets, generation: AtomicU8::new(0), is_used: AtomicBool::new(false) })
    }

    /// The memory taken, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buckets * WORDS_PER_BUCKET * size_of::<AtomicU64>()
    }

    /// Forgets everything.
    pub fn clear(&self) {
        if self.is_used.swap(false, Relaxed) {
            for word in &self.words {
                // Pages never written to stay untouched.
                if word.load(Relaxed) != 0 {
                    word.store(0, Relaxed);
                }
            }
        }
        self.generation.store(0, Relaxed);
    }

    /// Begins a new search: what is already there becomes older.
    pub fn new_search(&self) {
        self.generation.store((self.generation.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    /// Fetches what [`Table::probe`] will look at from memory, without waiting for it.
    #[inline]
    pub fn touch(&self, key: u64) {
        // Nothing depends on the word, so that the processor goes on while it comes.
        std::hint::black_box(self.bucket(key)[0].load(Relaxed));
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
        if !self.is_used.load(Relaxed) {
            self.is_used.store(true, Relaxed);
        }
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
        let used = self.words[self.first..][..sample * WORDS_PER_BUCKET]
            .chunks_exact(2)
            .map(|slot| slot[1].load(Relaxed))
            .filter(|&data| data != 0 && generation_of(data) == generation)
            .count();
        u32::try_from(used * 1000 / (sample * SLOTS_PER_BUCKET)).unwrap_or(1000)
    }

    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let index = usize::try_from((u128::from(key) * self.buckets as u128) >> 64).unwrap_or(0);
        &self.words[self.first + index * WORDS_PER_BUCKET..][..WORDS_PER_BUCKET]
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

    #[test]
    fn an_impossible_size_is_an_error() {
        assert!(Table::new(usize::MAX >> 8).is_err());
    }
}
