//! The stacks as the solver sees them.
//!
//! The tokens of a search never change, only how many of each stack are left. Stacks keep the number they have at the
//! root; emptied ones are skipped.

use super::super::goods::Good;
use super::super::position::{Chicago, STACKS, small};
use super::choices::{Number, distance};
use super::market::{LANE, Lane};

/// How many neighbours basic movement can reach: the trader's stack and the four after it.
pub(super) const BASIC: usize = 5;
/// How many neighbours expert movement can reach: a full lap and one stack more.
pub(super) const EXPERT: usize = STACKS + 2;

/// By the set of stacks that have tokens and a stack among nine: the next four clockwise.
static CLOCKWISE: [[[u8; 4]; STACKS]; 1 << STACKS] = clockwise();

#[expect(clippy::large_stack_arrays, reason = "evaluated at compile time")]
const fn clockwise() -> [[[u8; 4]; STACKS]; 1 << STACKS] {
    let mut table = [[[0; 4]; STACKS]; 1 << STACKS];
    let mut mask = 1;
    while mask < 1 << STACKS {
        let mut trader = 0;
        while trader < STACKS {
            let (mut at, mut count) = (trader, 0);
            while count < 4 {
                at = (at + 1) % STACKS;
                if mask >> at & 1 == 1 {
                    #[expect(clippy::cast_possible_truncation, reason = "below nine")]
                    let stack = at as u8;
                    table[mask][trader][count] = stack;
                    count += 1;
                }
            }
            trader += 1;
        }
        mask += 1;
    }
    table
}

/// The tokens of the root, by stack and by how many are left of it.
#[derive(Clone, Debug)]
pub(super) struct Deal([u8; STACKS * 8]);

impl Deal {
    pub(super) fn new(position: &Chicago) -> Self {
        let mut tokens = [0; STACKS * 8];
        for (index, stack) in position.stacks().iter().enumerate() {
            let goods: Vec<Good> = stack.tokens().collect();
            for (depth, good) in goods.iter().enumerate() {
                tokens[index * 8 + goods.len() - depth] = small(good.index()) * LANE;
            }
        }
        Self(tokens)
    }

    #[inline]
    fn top(&self, stack: u8, heights: u32) -> u8 {
        self.0[usize::from(stack) * 8 + height(heights, u32::from(stack)) as usize]
    }
}

/// How many tokens are left of a stack.
#[inline]
const fn height(heights: u32, stack: u32) -> u32 {
    heights >> (3 * stack) & 7
}

/// The stacks from the trader on, as far as movement reaches: `N` is [`BASIC`] or [`EXPERT`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Ring<const N: usize> {
    /// Three bits per stack: how many tokens are left.
    pub(super) heights: u32,
    /// One bit per stack that has tokens.
    mask: u16,
    /// How far the trader may go.
    reach: u8,
    /// The trader's stack and those after it.
    stacks: [u8; N],
    /// The goods on top of them.
    pub(super) tops: [u8; N],
}

impl<const N: usize> Ring<N> {
    pub(super) fn new(position: &Chicago, deal: &Deal) -> Self {
        let stacks = position.stacks().iter().enumerate();
        let heights =
            stacks.fold(0, |heights, (index, stack)| heights | u32::from(small(stack.tokens().count())) << (3 * index));
        Self::from_parts(heights, (1 << position.stacks().len()) - 1, position.trader, deal)
    }

    #[inline]
    fn from_parts(heights: u32, mask: u16, trader: u8, deal: &Deal) -> Self {
        let next = &CLOCKWISE[usize::from(mask)];
        let mut stacks = [trader; N];
        if N == BASIC {
            stacks[1..].copy_from_slice(&next[usize::from(trader)]);
            let tops = stacks.map(|stack| deal.top(stack, heights));
            return Self { heights, mask, reach: 3, stacks, tops };
        }
        // As far as the first stack that shows the trader's good, and one more.
        let mut tops = [deal.top(trader, heights); N];
        let mut reach = 0;
        for distance in 1..N {
            stacks[distance] = next[usize::from(stacks[distance - 1])][0];
            tops[distance] = deal.top(stacks[distance], heights);
            if reach != 0 {
                break;
            }
            if tops[distance] == tops[0] {
                reach = small(distance);
            }
        }
        Self { heights, mask, reach, stacks, tops }
    }

    /// Whether the game is over.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.mask.count_ones() <= 2
    }

    /// How far the trader may go.
    #[inline]
    pub(super) fn reach(&self) -> usize {
        if N == BASIC { 3 } else { usize::from(self.reach) }
    }

    /// The goods to choose from after going so far.
    #[inline]
    pub(super) fn offer(&self, distance: usize) -> (u8, u8) {
        (self.tops[distance - 1], self.tops[distance + 1])
    }

    /// The goods that a move keeps and sells.
    #[inline]
    pub(super) fn trade(&self, number: Number) -> (Lane, Lane) {
        let (before, after) = self.offer(distance(number));
        if number.is_multiple_of(2) { (before, after) } else { (after, before) }
    }

    /// The stacks after going so far and taking the two tokens.
    #[inline]
    pub(super) fn after(&self, distance: usize, deal: &Deal) -> Self {
        let [before, after] = [self.stacks[distance - 1], self.stacks[distance + 1]].map(u32::from);
        let heights = self.heights - (1 << (3 * before)) - (1 << (3 * after));
        let emptied = |stack: u32| u16::from(height(heights, stack) == 0) << stack;
        let mask = self.mask & !emptied(before) & !emptied(after);
        Self::from_parts(heights, mask, self.stacks[distance], deal)
    }

    /// The trader's stack.
    #[inline]
    pub(super) fn trader(&self) -> u8 {
        self.stacks[0]
    }
}
