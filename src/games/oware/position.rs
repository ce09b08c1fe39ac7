//! The rules: what may be sown, what is captured, how it ends.

use super::board::{Board, HOUSES, SEEDS, houses, sum};
use super::rules::{Repetition, Rules};
use crate::game::{MAX_SEATS, Move, MoveList, Outcome, Past, Position, Scoring, Seat};

/// The seeds on the board and in the stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Oware {
    /// Seen by the seat to move.
    board: Board,
    /// The seeds captured, by the seat to move first.
    stores: [u8; 2],
    turn: Seat,
    rules: Rules,
}

const _: () = assert!(size_of::<Oware>() <= 32);

/// With so many seeds in store a seat has won.
const WON: u8 = SEEDS / 2 + 1;

/// A move: the house to sow from, counted from 0 in the order of sowing. Both seats count their own houses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct House(u8);

impl House {
    /// The house with this index, counted from 0; `None` beyond the row.
    #[must_use]
    pub fn new(index: usize) -> Option<Self> {
        u8::try_from(index).ok().filter(|&index| usize::from(index) < HOUSES).map(Self)
    }

    #[inline]
    const fn at(index: usize) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "below 6")]
        Self(index as u8)
    }

    /// The index, counted from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Move for House {
    fn pack(self) -> u32 {
        u32::from(self.0) + 1
    }
}

impl Oware {
    /// The position with these seeds by seat; they must have been checked.
    pub(super) fn from_parts(rows: [[u8; HOUSES]; 2], stores: [u8; 2], turn: Seat, rules: Rules) -> Self {
        let (own, other) = (turn.index(), turn.next(2).index());
        let mut all = [0; 2 * HOUSES];
        all[..HOUSES].copy_from_slice(&rows[own]);
        all[HOUSES..].copy_from_slice(&rows[other]);
        Self { board: Board::new(all), stores: [stores[own], stores[other]], turn, rules }
    }

    /// The seeds in the houses of each seat.
    pub(super) fn rows(&self) -> [[u8; HOUSES]; 2] {
        let all = self.board.houses();
        let mut rows = [[0; HOUSES]; 2];
        rows[self.turn.index()].copy_from_slice(&all[..HOUSES]);
        rows[self.turn.next(2).index()].copy_from_slice(&all[HOUSES..]);
        rows
    }

    /// The seeds captured by each seat.
    #[must_use]
    pub fn stores(&self) -> [u8; 2] {
        let [own, other] = self.stores;
        if self.turn == Seat::FIRST { [own, other] } else { [other, own] }
    }

    /// The rules in force.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The houses, seen by the seat to move.
    #[inline]
    pub(super) const fn board(&self) -> Board {
        self.board
    }

    /// What the seat to move has captured more than the other.
    #[inline]
    pub(super) fn lead(&self) -> i32 {
        i32::from(self.stores[0]) - i32::from(self.stores[1])
    }

    /// Whether a seat has captured enough.
    #[inline]
    fn is_won(&self) -> bool {
        self.stores[0] >= WON || self.stores[1] >= WON
    }

    /// The seeds a legal move captures.
    #[must_use]
    pub fn captured_by(&self, mv: House) -> u8 {
        self.board.played(mv.index(), self.rules.grand_slam).captured
    }

    /// The legal moves as highest bits of houses; none when the game is over.
    #[inline]
    pub(super) fn legal_bits(&self) -> u64 {
        if self.is_won() { 0 } else { self.board.legal(self.rules.grand_slam) }
    }

    /// Runs through the legal moves that capture, with what they capture; none when the game is over.
    #[inline]
    pub(super) fn captures(&self) -> impl Iterator<Item = (House, u8)> {
        let threats = self.board.threats();
        // Mostly there are none, and it is not worth asking what is legal.
        let moves = if threats == 0 { 0 } else { threats & self.legal_bits() };
        houses(moves).map(House::at).map(|mv| (mv, self.captured_by(mv))).filter(|&(_, captured)| captured > 0)
    }

    /// The end in which the seat to move and the other one get these seeds beside their stores.
    fn ending(&self, own: u8, other: u8) -> Outcome {
        let points = [i32::from(self.stores[0] + own), i32::from(self.stores[1] + other)];
        Outcome::by_points(&if self.turn == Seat::FIRST { points } else { [points[1], points[0]] })
    }

    /// The end in which each seat takes its own row.
    fn own_sides(&self) -> Outcome {
        self.ending(sum(self.board.own), sum(self.board.other))
    }
}

impl Position for Oware {
    type Move = House;
    type Rules = Rules;
    const SCORING: Scoring = Scoring::Margin { bonus: 2_400 };
    const PAST_MATTERS: bool = true;
    const USUAL_PLIES: u32 = 70;

    fn start(rules: &Rules) -> Self {
        Self::from_parts([[4; HOUSES]; 2], [0; 2], Seat::FIRST, *rules)
    }

    #[inline]
    fn turn(&self) -> Seat {
        self.turn
    }

    #[inline]
    fn legal_moves(&self, out: &mut MoveList<House>) {
        houses(self.legal_bits()).for_each(|house| out.push(House::at(house)));
    }

    #[inline]
    fn play(&mut self, mv: House) {
        let sown = self.board.played(mv.index(), self.rules.grand_slam);
        self.board = sown.board.turned();
        self.stores = [self.stores[1], self.stores[0] + sown.captured];
        self.turn = self.turn.next(2);
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.is_won() {
            Some(self.ending(0, 0))
        } else if self.board.legal(self.rules.grand_slam) == 0 {
            Some(self.own_sides())
        } else {
            None
        }
    }

    #[inline]
    fn outcome_by_past(&self, past: &Past) -> Option<Outcome> {
        let is_limited = |limit: u16, plies: u32| limit > 0 && plies >= u32::from(limit);
        if is_limited(self.rules.no_capture_limit, past.reversible) || is_limited(self.rules.max_plies, past.plies) {
            return Some(self.own_sides());
        }
        match self.rules.repetition {
            Repetition::OwnSide if past.repeats > 0 => Some(self.own_sides()),
            Repetition::Split if past.repeats > 0 => {
                let half = self.board.seeds() / 2;
                Some(self.ending(half, half))
            }
            _ => None,
        }
    }

    #[inline]
    fn past_key(&self, past: &Past) -> u64 {
        // How long the game may still go on is as much a part of it as the seeds are.
        let counted = |limit: u16, plies: u32| if limit > 0 { u64::from(plies) + 1 } else { 0 };
        let counts =
            counted(self.rules.no_capture_limit, past.reversible) << 32 | counted(self.rules.max_plies, past.plies);
        counts.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[inline]
    fn is_irreversible(&self, mv: House) -> bool {
        self.captured_by(mv) > 0
    }

    #[inline]
    fn is_irreversible_to(&self, _mv: House, after: &Self) -> bool {
        // The stores change places.
        after.stores[1] != self.stores[0]
    }

    /// Whoever sows a house puts a seed into the next one, which must be sown as well until it is as it was: all
    /// twelve houses are.
    const SHORTEST_CYCLE: usize = 2 * HOUSES;

    fn points(&self) -> [i32; MAX_SEATS] {
        let [first, second] = self.stores().map(i32::from);
        [first, second, 0, 0]
    }

    /// Two words hold everything but the rules, which no game changes; mixing them anew is as quick as keeping a key.
    #[inline]
    fn key(&self) -> u64 {
        let own = self.board.own | u64::from(self.stores[0]) << 48 | (self.turn.index() as u64) << 56;
        let mixed = fold(own ^ 0x9e37_79b9_7f4a_7c15, self.board.other ^ 0xd1b5_4a32_d192_ed03);
        fold(mixed ^ 0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db)
    }

    #[inline]
    fn foresee(&self, past: &Past, mut see: impl FnMut(u64)) {
        for house in houses(self.legal_bits()) {
            let mut after = *self;
            after.play(House::at(house));
            let reversible = if self.is_irreversible_to(House::at(house), &after) { 0 } else { past.reversible + 1 };
            see(after.key() ^ after.past_key(&Past { plies: past.plies + 1, reversible, repeats: 0 }));
        }
    }

    fn max_plies(&self) -> u32 {
        if self.rules.max_plies > 0 { u32::from(self.rules.max_plies) } else { u32::MAX }
    }
}

/// Mixes two words that are never zero into one.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the two halves of the product")]
const fn fold(one: u64, two: u64) -> u64 {
    let product = one as u128 * two as u128;
    (product >> 64) as u64 ^ product as u64
}
