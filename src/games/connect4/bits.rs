//! The machine words a board can live in: 64 bits for most sizes, 128 for the largest.
//!
//! Knows nothing of boards; only what the bit-parallel code of this game asks of a word.

use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Mul, Not, Shl, Shr, Sub};

/// An unsigned word used as a set of cells.
pub trait Bits:
    Copy
    + Eq
    + Debug
    + Send
    + Sync
    + 'static
    + From<u32>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The empty set.
    const ZERO: Self;
    /// The set of the first cell alone.
    const ONE: Self;
    /// The number of cells that fit.
    const SIZE: u32;

    /// The number of cells in the set.
    fn count(self) -> u32;

    /// A well mixed key; different sets have different keys where the word has 64 bits and the salt is the same.
    fn digest(self, salt: u64) -> u64;

    /// The first 64 cells.
    fn low(self) -> u64;

    /// Whether the set has any cell.
    fn any(self) -> bool {
        self != Self::ZERO
    }
}

impl Bits for u64 {
    const ZERO: Self = 0;
    const ONE: Self = 1;
    const SIZE: u32 = Self::BITS;

    fn count(self) -> u32 {
        self.count_ones()
    }

    fn digest(self, salt: u64) -> u64 {
        mix(self ^ mix(salt))
    }

    fn low(self) -> u64 {
        self
    }
}

impl Bits for u128 {
    const ZERO: Self = 0;
    const ONE: Self = 1;
    const SIZE: u32 = Self::BITS;

    fn count(self) -> u32 {
        self.count_ones()
    }

    #[expect(clippy::cast_possible_truncation, reason = "the two halves are taken on purpose")]
    fn digest(self, salt: u64) -> u64 {
        mix(self as u64 ^ mix((self >> 64) as u64 ^ mix(salt)))
    }

    #[expect(clippy::cast_possible_truncation, reason = "the lower half is taken on purpose")]
    fn low(self) -> u64 {
        self as u64
    }
}

/// The finalizer of `SplitMix64` (Steele, Lea, Flood 2014) after one step of its counter: one to one.
const fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
