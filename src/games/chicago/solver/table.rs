//! What the solver remembers: bounds of positions, with exact keys.
//!
//! Keys have 61 bits and are mixed one to one within them; the slot takes 16 of the bits, the entry holds the rest, so
//! that no two positions are ever taken for each other.

use super::choices::Number;

const KEY_MASK: u64 = (1 << 61) - 1;
const SLOT_BITS: u32 = 16;
/// Below the key an entry has five bits for the best move and seven for each bound.
const TAG_SHIFT: u32 = 19;
/// Positions of different age do not compete for slots, so that the few with many tokens stay.
const REGIONS: usize = 4;
/// The fewest tokens that are remembered.
const FIRST_REGION: u32 = 10;

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The value is at least this.
    pub(super) lower: i32,
    /// The value is at most this.
    pub(super) upper: i32,
    /// The move that once reached the bar.
    pub(super) best: Number,
}

/// No move is known to be good.
pub(super) const NO_MOVE: Number = 31;
/// Bounds are told apart up to here.
const LIMIT: i32 = 63;
const ENDLESS: i32 = 1000;

impl Known {
    const NOTHING: Self = Self { lower: -ENDLESS, upper: ENDLESS, best: NO_MOVE };
}

/// Two megabytes of entries, one word each.
#[derive(Clone, Debug)]
pub(super) struct Table(Vec<u64>);

/// The place of a position in the table, and what tells it from others there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    index: usize,
    tag: u64,
}

impl Table {
    /// A table that must be cleared before use.
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.0.clear();
        self.0.resize(REGIONS << SLOT_BITS, 0);
    }

    /// Permill of the table in use, from a sample of every region.
    pub(super) fn permill_full(&self) -> u32 {
        let regions = self.0.chunks(1 << SLOT_BITS);
        let used = regions.flat_map(|region| region.iter().take(1000 / REGIONS)).filter(|word| **word != 0).count();
        u32::try_from(used).unwrap_or(1000)
    }

    /// The place of the position with this key and so many tokens.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the low bits are what is wanted")]
    pub(super) fn slot(key: u64, tokens: u32) -> Slot {
        let mixed = mix(key);
        let region = (tokens.saturating_sub(FIRST_REGION) as usize / 2).min(REGIONS - 1);
        let index = region << SLOT_BITS | usize::from(mixed as u16);
        Slot { index, tag: mixed >> SLOT_BITS << TAG_SHIFT }
    }

    /// What is known about the position of this slot.
    #[inline]
    pub(super) fn probe(&self, slot: Slot) -> Known {
        let word = self.0[slot.index];
        if word == 0 || (word ^ slot.tag) >> TAG_SHIFT != 0 {
            return Known::NOTHING;
        }
        let bound = |shift: u32| (word >> shift & 127) as i32 - LIMIT - 1;
        let (lower, upper) = (bound(5), bound(12));
        Known {
            lower: if lower < -LIMIT { -ENDLESS } else { lower },
            upper: if upper == LIMIT { ENDLESS } else { upper },
            best: (word & 31) as Number,
        }
    }

    /// Remembers what is known about the position of this slot. Bounds that do not fit become weaker, never stronger.
    #[inline]
    pub(super) fn store(&mut self, slot: Slot, known: Known) {
        let lower = if known.lower < -LIMIT { -LIMIT - 1 } else { known.lower.min(LIMIT) };
        let upper = known.upper.clamp(-LIMIT, LIMIT);
        let bound = |bound: i32, shift: u32| u64::from((bound + LIMIT + 1).cast_unsigned()) << shift;
        self.0[slot.index] = slot.tag | bound(upper, 12) | bound(lower, 5) | u64::from(known.best);
    }
}

/// Mixes the bits of a key, one to one.
#[inline]
const fn mix(key: u64) -> u64 {
    let key = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15) & KEY_MASK;
    let key = (key ^ key >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) & KEY_MASK;
    key ^ key >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;

    #[test]
    fn bounds_survive_or_become_weaker() {
        let mut table = Table::new();
        table.clear();
        let mut rng = Rng::new(5);
        for lower in -70..70 {
            for upper in lower..70 {
                let slot = Table::slot(rng.bits() & KEY_MASK, 10 + (rng.bits() % 26) as u32);
                table.store(slot, Known { lower, upper, best: 17 });
                let found = table.probe(slot);
                let fits = |bound: i32| (-62..=62).contains(&bound);
                assert!(found.best == 17 && found.lower <= lower && found.upper >= upper);
                assert!(!fits(lower) || found.lower == lower);
                assert!(!fits(upper) || found.upper == upper);
            }
        }
    }

    #[test]
    fn different_keys_are_never_confused() {
        // The mixing is undone step by step: a key can be had back from its mixed form.
        let mut rng = Rng::new(6);
        let inverse =
            |factor: u64| (0..6).fold(factor, |x, _| x.wrapping_mul(2_u64.wrapping_sub(factor.wrapping_mul(x))));
        for _ in 0..10_000 {
            let key = rng.bits() & KEY_MASK;
            let mut back = mix(key);
            back ^= back >> 32;
            back = back.wrapping_mul(inverse(0xbf58_476d_1ce4_e5b9)) & KEY_MASK;
            back ^= back >> 29 ^ back >> 58;
            back = back.wrapping_mul(inverse(0x9e37_79b9_7f4a_7c15)) & KEY_MASK;
            back ^= back >> 32;
            assert_eq!(back, key);
        }
    }
}
