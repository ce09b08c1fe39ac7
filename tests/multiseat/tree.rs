//! A game without sense: a random tree in which everything follows from the hash of the way to a node.
//!
//! No two ways lead to the same node. Two to four seats, in cyclic order or in no order at all.

use ludion::game::{MAX_SEATS, Move, MoveList, Outcome, Position, Scoring, Seat};
use ludion::score::Score;
use ludion::search::{Evaluate, Root};

/// What a tree is grown from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Soil {
    /// Where the randomness comes from.
    pub(crate) seed: u64,
    /// The number of seats.
    pub(crate) seats: usize,
    /// Whether the seats move in cyclic order.
    pub(crate) in_turn: bool,
    /// The longest way from the root.
    pub(crate) length: u32,
}

/// A node. `BONUS` below 0: winning is all; otherwise the margin counts, with that bonus.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tree<const BONUS: i32> {
    soil: Soil,
    hash: u64,
    ply: u32,
    turn: Seat,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Branch(u8);

impl Move for Branch {
    fn pack(self) -> u32 {
        u32::from(self.0) + 1
    }
}

/// The finaliser of splitmix64.
fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

impl<const BONUS: i32> Tree<BONUS> {
    pub(crate) fn root(soil: Soil) -> Root<Self> {
        Root::new(Self::start(&soil), 1)
    }

    /// A number below `count` that belongs to this node and a purpose.
    fn draw(&self, purpose: u64, count: u64) -> u64 {
        mix(self.hash ^ mix(purpose)) % count
    }

    fn number(&self, purpose: u64, count: u64) -> i32 {
        i32::try_from(self.draw(purpose, count)).unwrap()
    }

    /// Points out of so many for every seat; few, so that ties abound.
    fn drawn_points(&self, purpose: u64, count: u64) -> [i32; MAX_SEATS] {
        std::array::from_fn(|seat| self.number(purpose + seat as u64, count))
    }
}

impl<const BONUS: i32> Position for Tree<BONUS> {
    type Move = Branch;
    type Rules = Soil;
    const SCORING: Scoring = if BONUS < 0 { Scoring::Sooner } else { Scoring::Margin { bonus: BONUS } };

    fn start(soil: &Soil) -> Self {
        Self { soil: *soil, hash: mix(soil.seed), ply: 0, turn: Seat::FIRST }
    }

    fn seats(&self) -> usize {
        self.soil.seats
    }

    fn turn(&self) -> Seat {
        self.turn
    }

    fn legal_moves(&self, out: &mut MoveList<Branch>) {
        if self.outcome().is_none() {
            (0..=u8::try_from(self.draw(1, 4)).unwrap()).for_each(|branch| out.push(Branch(branch)));
        }
    }

    fn play(&mut self, mv: Branch) {
        self.hash = mix(self.hash.wrapping_add(u64::from(mv.pack()) << 32));
        self.ply += 1;
        self.turn = if self.soil.in_turn {
            self.turn.next(self.soil.seats)
        } else {
            Seat::new(usize::try_from(self.draw(2, self.soil.seats as u64)).unwrap())
        };
    }

    fn outcome(&self) -> Option<Outcome> {
        let is_over = self.ply >= self.soil.length || self.ply > 1 && self.draw(3, 8) == 0;
        is_over.then(|| {
            if BONUS >= 0 {
                Outcome::by_points(&self.drawn_points(10, 6)[..self.soil.seats])
            } else if self.draw(4, 5) == 0 {
                Outcome::draw(&[0; MAX_SEATS][..self.soil.seats])
            } else {
                let winner = self.draw(5, self.soil.seats as u64);
                Outcome::win(Seat::new(usize::try_from(winner).unwrap()), self.soil.seats)
            }
        })
    }

    fn key(&self) -> u64 {
        self.hash
    }

    fn max_plies(&self) -> u32 {
        self.soil.length - self.ply
    }
}

/// A judgement drawn from the hash. `OPPOSED` may be claimed where no win is shared or winning has no bonus.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guess<const OPPOSED: bool>;

impl<const OPPOSED: bool, const BONUS: i32> Evaluate<Tree<BONUS>> for Guess<OPPOSED> {
    const OPPOSED: bool = OPPOSED;

    fn evaluate(&mut self, position: &Tree<BONUS>, seat: Seat) -> Score {
        let points = position.drawn_points(20, 12);
        let outcome = Outcome::by_points(&points[..position.soil.seats]);
        Score::cp(100 * outcome.margin(seat))
    }

    fn hints(&mut self, position: &Tree<BONUS>, moves: &[Branch], hints: &mut [i32]) {
        for (hint, mv) in hints.iter_mut().zip(moves) {
            *hint += 500 * position.number(30 + u64::from(mv.pack()), 3);
        }
    }
}
