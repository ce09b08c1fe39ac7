//! The rules: where the trader may go, what is kept and sold, when the exchange closes.
//!
//! Only stacks that still have tokens are part of a position, in the order its text lists them; the same circle listed
//! from another stack on is another position.

use super::goods::{GOODS, Good, STACK_HEIGHT, Stack, TOKENS_EACH};
use crate::game::{MAX_SEATS, Move, MoveList, Outcome, Position, Scoring, Seat};
use crate::random::Rng;

/// The number of stacks at the start.
pub(super) const STACKS: usize = 9;
/// The game ends when no more stacks than this are left.
pub(super) const LAST_STACKS: usize = 2;
/// How far the trader may go in basic movement.
const BASIC_REACH: usize = 3;

/// How far the trader may go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Movement {
    /// One, two or three stacks.
    #[default]
    Basic,
    /// Any way up to the first stack that shows the same good as the one left.
    Expert,
}

/// What the rule options decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The number of seats of a new game, from 2 to 4.
    pub seats: usize,
    /// How far the trader may go.
    pub movement: Movement,
}

/// The stacks with the trader, the prices, and what everybody keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chicago {
    /// The stacks that have tokens, clockwise; empty ones fill up the array.
    pub(super) stacks: [Stack; STACKS],
    /// How many stacks have tokens.
    pub(super) count: u8,
    /// The stack the trader stands on.
    pub(super) trader: u8,
    pub(super) prices: [u8; GOODS],
    /// How many tokens of each good each seat keeps; none for seats that are not at the board.
    pub(super) reserves: [[u8; GOODS]; MAX_SEATS],
    pub(super) turn: Seat,
    pub(super) seats: u8,
    pub(super) movement: Movement,
}

const _: () = assert!(size_of::<Chicago>() <= 64);

/// A move: how far the trader goes, which of the two tokens is kept and which is sold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Trade {
    distance: u8,
    kept: Good,
    sold: Good,
}

impl Trade {
    /// The move that goes so far, keeps one good and sells another.
    pub(super) fn new(distance: usize, kept: Good, sold: Good) -> Self {
        Self { distance: small(distance), kept, sold }
    }

    /// The number of stacks the trader goes on.
    #[must_use]
    pub const fn distance(self) -> usize {
        self.distance as usize
    }

    /// The good that joins the reserve.
    #[must_use]
    pub const fn kept(self) -> Good {
        self.kept
    }

    /// The good that loses a point of its price.
    #[must_use]
    pub const fn sold(self) -> Good {
        self.sold
    }
}

impl Move for Trade {
    #[expect(clippy::cast_possible_truncation, reason = "below 6")]
    fn pack(self) -> u32 {
        u32::from(self.distance) << 6 | (self.kept.index() as u32) << 3 | self.sold.index() as u32
    }
}

impl Chicago {
    /// A new game with these stacks and the trader on one of them.
    fn opening(rules: &Rules, tokens: impl Fn(usize) -> Good, trader: usize) -> Self {
        let mut prices = [0; GOODS];
        Good::all().for_each(|good| prices[good.index()] = good.first_price());
        Self {
            stacks: std::array::from_fn(|stack| {
                Stack::new((0..STACK_HEIGHT).map(|depth| tokens(stack * STACK_HEIGHT + depth)))
            }),
            count: small(STACKS),
            trader: small(trader),
            prices,
            reserves: [[0; GOODS]; MAX_SEATS],
            turn: Seat::FIRST,
            seats: small(rules.seats),
            movement: rules.movement,
        }
    }

    /// The stacks that have tokens, clockwise.
    pub(super) fn stacks(&self) -> &[Stack] {
        &self.stacks[..usize::from(self.count)]
    }

    /// The tokens of each good that still lie in stacks.
    pub(super) fn left(&self) -> [u8; GOODS] {
        std::array::from_fn(|good| {
            let kept: u8 = self.reserves.iter().map(|reserve| reserve[good]).sum();
            let sold = Good::new(good).map_or(0, Good::first_price) - self.prices[good];
            TOKENS_EACH - kept - sold
        })
    }

    /// How many tokens still lie in stacks.
    pub(super) fn tokens_left(&self) -> u8 {
        self.left().iter().sum()
    }

    /// Whether the exchange is closed.
    pub(super) fn is_over(&self) -> bool {
        usize::from(self.count) <= LAST_STACKS
    }

    /// How far the trader may go.
    pub(super) fn reach(&self) -> usize {
        let stacks = self.stacks();
        match self.movement {
            Movement::Basic => BASIC_REACH,
            Movement::Expert => {
                let left = stacks[usize::from(self.trader)].top();
                let is_same = |distance: &usize| stacks[self.stack_at(*distance)].top() == left;
                (1..stacks.len()).find(is_same).unwrap_or(stacks.len())
            }
        }
    }

    /// The index of the stack so far from the trader.
    const fn stack_at(&self, distance: usize) -> usize {
        (self.trader as usize + distance) % self.count as usize
    }

    /// The tokens to choose from after going so far: the tops of the stack before the trader and of the one after.
    pub(super) fn offer(&self, distance: usize) -> (Good, Good) {
        let stacks = self.stacks();
        (stacks[self.stack_at(distance - 1)].top(), stacks[self.stack_at(distance + 1)].top())
    }

    /// The position after a move that came from [`Position::legal_moves`].
    pub(super) fn after(&self, mv: Trade) -> Self {
        let mut next = *self;
        next.play(mv);
        next
    }

    /// Takes emptied stacks out of the circle; the trader stays on its stack.
    fn close_gaps(&mut self) {
        let mut kept = 0;
        let mut trader = self.trader;
        for stack in 0..self.count {
            let tokens = self.stacks[usize::from(stack)];
            if tokens.is_empty() {
                continue;
            }
            if stack == self.trader {
                trader = kept;
            }
            self.stacks[usize::from(kept)] = tokens;
            kept += 1;
        }
        self.stacks[usize::from(kept)..].fill(Stack::EMPTY);
        self.count = kept;
        self.trader = trader;
    }
}

impl Position for Chicago {
    type Move = Trade;
    type Rules = Rules;
    const SCORING: Scoring = Scoring::Margin { bonus: 0 };

    fn start(rules: &Rules) -> Self {
        // The deal of the course's assignment sheet, completed.
        const DEAL: &[u8; 36] = b"MRWWWMSRFSCRFMSMCMWSRFSWFWSCMCCFRRFC";
        const TRADER: usize = 1;
        let good = |token: usize| Good::from_letter(char::from(DEAL[token]));
        Self::opening(rules, |token| good(token).unwrap_or(Stack::EMPTY.top()), TRADER)
    }

    fn drawn(rules: &Rules, seed: u64) -> Option<Self> {
        let mut rng = Rng::new(seed);
        let mut tokens: Vec<Good> =
            Good::all().flat_map(|good| std::iter::repeat_n(good, usize::from(TOKENS_EACH))).collect();
        rng.shuffle(&mut tokens);
        Some(Self::opening(rules, |token| tokens[token], rng.below(STACKS)))
    }

    fn seats(&self) -> usize {
        usize::from(self.seats)
    }

    fn turn(&self) -> Seat {
        self.turn
    }

    fn legal_moves(&self, out: &mut MoveList<Trade>) {
        if self.is_over() {
            return;
        }
        for distance in 1..=self.reach() {
            let (before, after) = self.offer(distance);
            out.push(Trade::new(distance, before, after));
            if before != after {
                out.push(Trade::new(distance, after, before));
            }
        }
    }

    fn play(&mut self, mv: Trade) {
        let [before, at, after] = [mv.distance() - 1, mv.distance(), mv.distance() + 1].map(|far| self.stack_at(far));
        self.stacks[before].pop();
        self.stacks[after].pop();
        self.reserves[self.turn.index()][mv.kept.index()] += 1;
        self.prices[mv.sold.index()] -= 1;
        self.trader = small(at);
        self.turn = self.turn.next(self.seats());
        if self.stacks[before].is_empty() || self.stacks[after].is_empty() {
            self.close_gaps();
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome::by_points(&self.points()[..self.seats()]))
    }

    fn points(&self) -> [i32; MAX_SEATS] {
        self.reserves.map(|reserve| {
            reserve.iter().zip(self.prices).map(|(kept, price)| i32::from(*kept) * i32::from(price)).sum()
        })
    }

    fn key(&self) -> u64 {
        // Prices follow from the other parts.
        let bits = |stacks: &[Stack]| stacks.iter().fold(0, |word, stack| word << 12 | u64::from(stack.bits()));
        let kept =
            |reserves: &[[u8; GOODS]]| reserves.iter().flatten().fold(0, |word, kept| word << 3 | u64::from(*kept));
        let (near, far) = self.stacks.split_at(5);
        let (first, last) = self.reserves.split_at(3);
        let state =
            u64::from(self.trader) << 3 | u64::from(self.seats - 2) << 1 | u64::from(self.movement == Movement::Expert);
        let turn = self.turn.number() as u64;
        [bits(near), bits(far) << 8 | state, kept(first), kept(last) << 3 | turn]
            .into_iter()
            .fold(0, |key, word| mix(key ^ word))
    }

    fn max_plies(&self) -> u32 {
        // Every ply takes two tokens; before the last one at least four lie on three stacks or more.
        if self.is_over() { 0 } else { u32::from(self.tokens_left() / 2) - 1 }
    }
}

/// A number that is known to be small.
pub(super) fn small(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

/// The finalizer of `SplitMix64` (Steele, Lea, Flood 2014) after one step of its counter: one to one.
pub(super) const fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
