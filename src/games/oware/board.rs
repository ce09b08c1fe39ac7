//! The houses as two words, one byte each, seen by the seat to move; sowing and capturing without loops.
//!
//! Knows nothing of seats, stores or the end of the game, so that endgame tables use it as well.

use super::rules::GrandSlam;

/// Houses in a row.
pub(super) const HOUSES: usize = 6;
/// Seeds in the game.
pub(super) const SEEDS: u8 = 48;

/// One in every house of a row.
const ONES: u64 = 0x0101_0101_0101;
/// The highest bit of every house of a row; no house ever holds that many.
const TOPS: u64 = ONES << 7;
/// Added to a row, brings up the highest bit of every house that holds any seed.
const ANY: u64 = TOPS - ONES;
/// Added to a row, brings up the highest bit of every house from which a move reaches the other row.
const FEEDING: u64 = TOPS - 0x01_02_03_04_05_06;

/// Both rows in the order of sowing, beginning with the row of the seat to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Board {
    pub(super) own: u64,
    pub(super) other: u64,
}

/// Where the seeds of one house go.
#[derive(Clone, Copy)]
struct Lot {
    own: u64,
    other: u64,
    /// The bytes of the other row from its first house to the one that gets the last seed; none if that is an own one.
    reach: u64,
    /// The highest bit of that house.
    last: u64,
}

impl Lot {
    const NONE: Self = Self { own: 0, other: 0, reach: 0, last: 0 };
}

/// Room for every number that six bits can hold, so that looking up needs no check.
static LOTS: [[Lot; 64]; HOUSES] = lots();

const fn lots() -> [[Lot; 64]; HOUSES] {
    let mut lots = [[Lot::NONE; 64]; HOUSES];
    let mut house = 0;
    while house < HOUSES {
        let mut seeds = 1;
        while seeds <= SEEDS as usize {
            let mut lot = Lot::NONE;
            let (mut at, mut left) = (house, seeds);
            while left > 0 {
                at = (at + 1) % (2 * HOUSES);
                // A lap leaves out the house where it began.
                if at == house {
                    continue;
                }
                if at < HOUSES {
                    lot.own += 1 << (8 * at);
                    lot.reach = 0;
                } else {
                    lot.other += 1 << (8 * (at - HOUSES));
                    lot.reach = (1 << (8 * (at - HOUSES + 1))) - 1;
                }
                left -= 1;
            }
            lot.last = lot.reach & !(lot.reach >> 1) & TOPS;
            lots[house][seeds] = lot;
            seeds += 1;
        }
        house += 1;
    }
    lots
}

/// The seeds of some houses of a row.
#[inline]
pub(super) const fn sum(houses: u64) -> u8 {
    (houses.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
}

/// The highest bits of the houses with two or three seeds.
#[inline]
const fn twos_and_threes(row: u64) -> u64 {
    let unlike = (row ^ (2 * ONES)) & !ONES;
    (TOPS - unlike) & TOPS
}

/// The bytes of the houses that are captured after a sowing: a run of houses with two or three seeds that ends where the
/// last seed fell.
#[inline]
const fn chain(other: u64, reach: u64) -> u64 {
    let breaks = !twos_and_threes(other) & TOPS & reach;
    reach & (u64::MAX << (64 - breaks.leading_zeros()))
}

/// What a move does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sown {
    /// The board afterwards, not yet seen by the other seat.
    pub(super) board: Board,
    /// The seeds captured.
    pub(super) captured: u8,
}

/// Whether a run of captured houses empties a row.
#[inline]
const fn is_slam(other: u64, chain: u64) -> bool {
    chain != 0 && other & !chain == 0
}

impl Board {
    /// The board with these seeds in the houses, those of the seat to move first.
    pub(super) fn new(houses: [u8; 2 * HOUSES]) -> Self {
        let word = |row: &[u8]| row.iter().rev().fold(0, |word, &seeds| word << 8 | u64::from(seeds));
        Self { own: word(&houses[..HOUSES]), other: word(&houses[HOUSES..]) }
    }

    /// The seeds in the houses, those of the seat to move first.
    pub(super) fn houses(self) -> [u8; 2 * HOUSES] {
        std::array::from_fn(|at| self.seeds_at(at))
    }

    fn seeds_at(self, at: usize) -> u8 {
        let (row, house) = if at < HOUSES { (self.own, at) } else { (self.other, at - HOUSES) };
        row.to_le_bytes()[house]
    }

    /// The same board seen by the other seat.
    #[inline]
    pub(super) const fn turned(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// The seeds on the board.
    #[inline]
    pub(super) const fn seeds(self) -> u8 {
        sum(self.own + self.other)
    }

    /// The board after sowing from an own house, before any capture, and the houses that could be captured.
    #[inline]
    fn sow(self, house: usize) -> (Self, u64) {
        let shift = 8 * house;
        let seeds = (self.own >> shift) & 0x3f;
        let lot = &LOTS[house][seeds as usize];
        let own = (self.own & !(0xff << shift)) + lot.own;
        let other = self.other + lot.other;
        (Self { own, other }, chain(other, lot.reach))
    }

    /// Whether a move would capture everything in the other row.
    #[inline]
    pub(super) fn slams(self, house: usize) -> bool {
        let (board, chain) = self.sow(house);
        is_slam(board.other, chain)
    }

    /// What a legal move does.
    #[inline]
    pub(super) fn played(self, house: usize, rule: GrandSlam) -> Sown {
        let (board, chain) = self.sow(house);
        let taken = taken(board.other, chain, rule);
        let other = board.other & !taken;
        Sown { board: Self { own: board.own, other }, captured: sum(board.other & taken) }
    }

    /// The legal moves as the highest bits of their houses. The rest of the game does not matter.
    #[inline]
    pub(super) fn legal(self, rule: GrandSlam) -> u64 {
        let step = if self.other == 0 { FEEDING } else { ANY };
        let moves = (self.own + step) & TOPS;
        match rule {
            GrandSlam::NoCapture | GrandSlam::Capture | GrandSlam::LeaveFirst => moves,
            GrandSlam::Forbidden | GrandSlam::Awari => self.without_slams(moves, rule),
        }
    }

    /// The houses from which a move captures something unless the rule on grand slams is against it, as highest bits.
    /// Whether the moves are legal does not matter.
    #[inline]
    pub(super) fn threats(self) -> u64 {
        let mut threats = 0;
        for (house, lots) in LOTS.iter().enumerate() {
            let lot = &lots[(self.own >> (8 * house) & 0x3f) as usize];
            let hit = twos_and_threes(self.other + lot.other) & lot.last;
            threats |= u64::from(hit != 0) << (8 * house + 7);
        }
        threats
    }

    /// The legal ones of these moves, where the rule is against grand slams.
    #[inline(never)]
    fn without_slams(self, moves: u64, rule: GrandSlam) -> u64 {
        let others =
            houses(moves).filter(|&house| !self.slams(house)).fold(0, |kept, house| kept | 0x80 << (8 * house));
        if others == 0 && rule == GrandSlam::Awari { moves } else { others }
    }

    /// The boards from which a legal move without capture leads here, seen by the seat that made it. Here the other
    /// seat is to move.
    pub(super) fn before(self, rule: GrandSlam, mut found: impl FnMut(Self)) {
        let (row, fed) = (self.other, self.own);
        // A seat that is to move without seeds was not fed, which ends the game before.
        if fed == 0 {
            return;
        }
        for house in houses(TOPS & !(row + ANY)) {
            for lot in &LOTS[house][1..=usize::from(SEEDS)] {
                if ((row | TOPS) - lot.own) & ((fed | TOPS) - lot.other) & TOPS != TOPS {
                    break;
                }
                if taken(fed, chain(fed, lot.reach), rule) != 0 {
                    continue;
                }
                let seeds = u64::from(sum(lot.own) + sum(lot.other));
                let own = (row - lot.own) | seeds << (8 * house);
                found(Self { own, other: fed - lot.other });
            }
        }
    }
}

/// The houses that are emptied, given the run of houses that could be captured.
#[inline]
fn taken(other: u64, chain: u64, rule: GrandSlam) -> u64 {
    match rule {
        _ if !is_slam(other, chain) => chain,
        GrandSlam::NoCapture => 0,
        GrandSlam::LeaveFirst => chain & (chain << 8),
        GrandSlam::Forbidden | GrandSlam::Capture | GrandSlam::Awari => chain,
    }
}

/// The houses whose highest bits are set, first to last.
#[inline]
pub(super) fn houses(mut tops: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let house = (tops != 0).then(|| tops.trailing_zeros() as usize / 8);
        tops &= tops.wrapping_sub(1);
        house
    })
}
