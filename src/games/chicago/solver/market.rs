//! The market as the solver sees it: prices and holdings in the lanes of a word.
//!
//! Per good only the price and the difference between what the two seats keep matter. The value of a position is counted
//! from the lead it has already.

use super::super::eval::{LOSS_PER_TOKEN, TEMPO, TURN};
use super::super::goods::GOODS;
use super::super::position::Chicago;
use super::ring::Ring;
use crate::game::Position;

/// A good as the distance of its lane from the low end of a market word.
pub(super) type Lane = u8;

/// Bits per good in a market word.
pub(super) const LANE: u8 = 10;
/// The lower half of every lane.
const LOW: u64 = all(31);

/// The same value in all lanes.
const fn all(value: u64) -> u64 {
    let (mut word, mut good) = (0, 0);
    while good < GOODS {
        word = word << LANE | value;
        good += 1;
    }
    word
}

/// The lanes of all goods.
fn lanes() -> impl Iterator<Item = Lane> {
    (0..LANE * 6).step_by(usize::from(LANE))
}
const _: () = assert!(GOODS == 6);

/// Prices and holdings seen from the seat to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Market {
    /// Per good, what the seat to move keeps more of it than the other, plus 8, in the lower five bits of its lane; the
    /// price more than that in the upper five. So the gain of keeping x and selling y is upper(x) - lower(x) - lower(y)
    /// but for constants.
    word: u64,
    /// The tokens of each good that still lie in stacks.
    left: u64,
    /// Five bits per good that still lies in stacks: what the root's first seat keeps plus six times what the other
    /// keeps.
    kept: u64,
    /// What one more kept token adds to that: 1 or 6.
    step: u64,
}

/// A good's lane: its worth to keep and what is lost by selling it, in one number.
#[derive(Clone, Copy)]
pub(super) struct Look(u64);

impl Look {
    #[inline]
    fn sold(self) -> i32 {
        (self.0 & 31) as i32
    }

    #[inline]
    fn kept(self) -> i32 {
        (self.0 >> 5 & 31) as i32
    }
}

/// The gains of a pair: keeping the first and keeping the second.
#[inline]
fn gains(one: Look, two: Look, same: bool) -> (i32, i32) {
    let sold = one.sold() + two.sold() - 8 + i32::from(same);
    (one.kept() - sold, two.kept() - sold)
}

impl Market {
    pub(super) fn new(position: &Chicago) -> Self {
        let [own, other] = [position.turn(), position.turn().next(2)].map(|seat| position.reserves[seat.index()]);
        let left = position.left();
        let lanes =
            |lane: &dyn Fn(usize) -> u64, bits: u8| (0..GOODS).rev().fold(0, |word, good| word << bits | lane(good));
        let number = |kept: [u8; GOODS], good: usize| u64::from(kept[good]);
        Self {
            word: lanes(
                &|good| {
                    let lead = number(own, good) + 8 - number(other, good);
                    (lead + u64::from(position.prices[good])) << 5 | lead
                },
                LANE,
            ),
            left: lanes(&|good| u64::from(left[good]), LANE),
            kept: lanes(
                &|good| if left[good] == 0 { 0 } else { number(own, good) + 6 * number(other, good) },
                LANE / 2,
            ),
            step: 1,
        }
    }

    #[inline]
    fn look(&self, lane: Lane) -> Look {
        Look(self.word >> lane)
    }

    /// What a pair of goods adds at once to the lead of the mover: keeping the first, keeping the second.
    #[inline]
    pub(super) fn gains(&self, one: Lane, two: Lane) -> (i32, i32) {
        gains(self.look(one), self.look(two), one == two)
    }

    /// The most a single trade adds with these stacks.
    #[inline]
    pub(super) fn best<const N: usize>(&self, ring: &Ring<N>) -> i32 {
        let mut best = i32::MIN;
        let (mut before, mut at) = (self.look(ring.tops[0]), self.look(ring.tops[1]));
        for distance in 1..=ring.reach() {
            let after = self.look(ring.tops[distance + 1]);
            let (one, two) = gains(before, after, ring.tops[distance - 1] == ring.tops[distance + 1]);
            best = best.max(one.max(two));
            (before, at) = (at, after);
        }
        best
    }

    /// How much more a trade leaves the mover exposed to falling prices, but for a constant.
    #[inline]
    pub(super) fn exposure(&self, kept: Lane, sold: Lane) -> i32 {
        self.left(kept) - self.look(kept).sold() - self.look(sold).sold()
    }

    /// The market seen from the other seat.
    #[inline]
    pub(super) fn turned(&self) -> Self {
        let low = self.word & LOW;
        // Lower half 16 - x, upper half y - 2 (x - 8).
        Self { word: (self.word + all(16 << 5 | 16)).wrapping_sub((low << 6) + (low << 1)), ..*self }
    }

    /// A turned market after a trade of the seat that was to move, as far as gains depend on it.
    #[inline]
    pub(super) fn traded(&self, kept: Lane, sold: Lane) -> Self {
        Self { word: self.word - (33 << kept) - (32 << sold), ..*self }
    }

    /// The market after a trade, seen from the other seat.
    #[inline]
    pub(super) fn after(&self, kept: Lane, sold: Lane) -> Self {
        let mut next = self.turned().traded(kept, sold);
        next.left = self.left - (1 << kept) - (1 << sold);
        next.step = 7 - self.step;
        if next.left(kept) == 0 {
            next.kept &= !(31 << (kept / 2));
        } else {
            next.kept += self.step << (kept / 2);
        }
        if next.left(sold) == 0 {
            next.kept &= !(31 << (sold / 2));
        }
        next
    }

    /// The tokens of a good that still lie in stacks.
    #[inline]
    const fn left(&self, lane: Lane) -> i32 {
        (self.left >> lane & 31) as i32
    }

    /// What the seat to move may expect to add to its lead, in centipoints: prices will fall where tokens are left, and
    /// the next trade is its own.
    pub(super) fn estimate(&self) -> i32 {
        let (mut exposed, mut tokens) = (0, 0);
        for lane in lanes() {
            exposed += self.left(lane) * (self.look(lane).sold() - 8);
            tokens += self.left(lane);
        }
        // With an odd number of plies to come the seat to move has one turn more than the other.
        TEMPO - LOSS_PER_TOKEN * exposed + if tokens % 4 == 0 { TURN } else { 0 }
    }

    /// No later trade of the seat to move adds more than this if one trade of each seat comes before it.
    #[inline]
    pub(super) fn ceiling(&self) -> i32 {
        let (mut price, mut lead) = (0, 8);
        for lane in lanes() {
            if self.left(lane) != 0 {
                let look = self.look(lane);
                price = price.max(look.kept() - look.sold());
                lead = lead.min(look.sold());
            }
        }
        price + 8 - lead + 1
    }

    /// All that matters for future play, in 61 bits.
    #[inline]
    pub(super) fn key<const N: usize>(&self, ring: &Ring<N>) -> u64 {
        self.kept << 31 | u64::from(ring.trader()) << 27 | u64::from(ring.heights)
    }
}
