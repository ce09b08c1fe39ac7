//! Random numbers that mean the same on every platform and for years: xoshiro256++ from a 64-bit seed.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

/// A reproducible source of random numbers.
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The source that belongs to a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A source nobody can foretell, and the seed that repeats it.
    #[must_use]
    pub fn fresh_seed() -> u64 {
        use std::hash::{BuildHasher as _, RandomState};
        // 48 bits are easy to copy by hand and exact in every client's numbers; 0 would mean "fresh" again.
        (RandomState::new().hash_one(std::process::id()) >> 16).max(1)
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `count`, all equally likely up to 2^-64.
    pub fn below(&mut self, count: usize) -> usize {
        let wide = u128::from(self.bits()) * count as u128;
        usize::try_from(wide >> 64).unwrap_or(0)
    }

    /// Puts a slice into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_means_the_same_for_ever() {
        let mut rng = Rng::new(42);
        assert_eq!([rng.bits(), rng.bits()], [15_021_278_609_987_233_951, 5_881_210_131_331_364_753]);
        let mut items = [0, 1, 2, 3, 4, 5, 6, 7];
        Rng::new(7).shuffle(&mut items);
        let mut sorted = items;
        sorted.sort_unstable();
        assert_eq!(sorted, [0, 1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn numbers_stay_below_and_reach_everything() {
        let mut rng = Rng::new(1);
        let mut seen = [false; 7];
        for _ in 0..1000 {
            seen[rng.below(7)] = true;
        }
        assert!(seen.iter().all(|&s| s));
    }
}
