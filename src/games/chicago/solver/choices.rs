//! The moves of a position in the order they are worth trying.

use arrayvec::ArrayVec;

use super::market::{Lane, Market};
use super::ring::{Deal, EXPERT, Ring};

/// The most moves a position has: two for every distance.
const MOST: usize = 2 * (EXPERT - 2);

/// The number of a move: twice the distance less two, and one more if the token after the trader is kept.
pub(super) type Number = u8;

/// The stacks after going each distance.
pub(super) type Rings<const N: usize> = ArrayVec<Ring<N>, N>;

/// The moves of a position, handed out best looking first.
pub(super) struct Choices {
    /// Per move its score, its gain and its number in one word that sorts by score; 0 once handed out.
    keys: [u32; MOST],
    count: usize,
}

/// A move as handed out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) number: Number,
    /// What it adds to the lead at once.
    pub(super) gain: i32,
}

impl Choice {
    /// How far the trader goes.
    #[inline]
    pub(super) fn distance(self) -> usize {
        distance(self.number)
    }
}

/// How far the trader goes in the move with this number.
#[inline]
pub(super) fn distance(number: Number) -> usize {
    usize::from(number / 2) + 1
}

impl Choices {
    /// Judged by what a move gains at once less what the best answer gains, and by what it exposes to falling prices;
    /// `rings` is filled on the way.
    #[inline]
    pub(super) fn with_answers<const N: usize>(
        ring: &Ring<N>,
        market: &Market,
        deal: &Deal,
        rings: &mut Rings<N>,
    ) -> Self {
        let turned = market.turned();
        (1..=ring.reach()).for_each(|distance| rings.push(ring.after(distance, deal)));
        Self::judged(ring, market, |index, kept, sold, gain| {
            let next = &rings[index];
            let answer = if next.is_over() { 0 } else { turned.traded(kept, sold).best(next) };
            // A point per three tokens: about what the evaluation counts for falling prices.
            3 * (gain - answer) - market.exposure(kept, sold)
        })
    }

    /// Judged by what a move gains at once.
    #[inline]
    pub(super) fn at_once<const N: usize>(ring: &Ring<N>, market: &Market) -> Self {
        Self::judged(ring, market, |_, _, _, gain| gain)
    }

    #[inline]
    fn judged<const N: usize>(ring: &Ring<N>, market: &Market, score: impl Fn(usize, Lane, Lane, i32) -> i32) -> Self {
        let mut choices = Self { keys: [0; MOST], count: 2 * ring.reach() };
        for index in 0..ring.reach() {
            let (before, after) = ring.offer(index + 1);
            let gains = market.gains(before, after);
            choices.keys[2 * index] = pack(2 * index, gains.0, score(index, before, after, gains.0));
            if before != after {
                choices.keys[2 * index + 1] = pack(2 * index + 1, gains.1, score(index, after, before, gains.1));
            }
        }
        choices
    }

    /// The best looking move that was not handed out yet.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Choice> {
        let best = self.keys[..self.count].iter().fold(0, |best, &key| key.max(best));
        if best == 0 {
            return None;
        }
        let [low, gain, ..] = best.to_le_bytes();
        let number = 31 - low;
        self.keys[usize::from(number)] = 0;
        Some(Choice { number, gain: i32::from(gain) - GAIN_BIAS })
    }

    /// Leaves a move out.
    #[inline]
    pub(super) fn remove(&mut self, number: Number) {
        if let Some(key) = self.keys.get_mut(usize::from(number)) {
            *key = 0;
        }
    }
}

/// Make gains and scores positive.
const GAIN_BIAS: i32 = 128;
const SCORE_BIAS: i32 = 1024;

/// A move's key: a higher score first, among equals a lower number.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "below 18")]
const fn pack(number: usize, gain: i32, score: i32) -> u32 {
    (score + SCORE_BIAS).cast_unsigned() << 16 | (gain + GAIN_BIAS).cast_unsigned() << 8 | (31 - number as u32)
}
