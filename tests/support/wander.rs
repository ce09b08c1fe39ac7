//! An artificial game for the searchers: a token wanders through a random graph, two to four seats, no fixed order.
//!
//! Who moves, how many ways lead on, when it ends and how is all drawn from a hash, so that seats move several times
//! running and the same position is reached on many ways. The ply is part of the position: nothing is ever reached
//! with different depths left, which keeps a table-driven search comparable to plain minimax.

use ludion::game::{Move, MoveList, Outcome, Position, Scoring, Seat};

/// Which graph it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Graph {
    pub(crate) seed: u64,
    pub(crate) seats: usize,
}

/// The token on its way. `POINTS` tells how ends compare: by points, or the sooner the better.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Wander<const POINTS: bool> {
    graph: Graph,
    ply: u32,
    place: u64,
}

/// The number of a way that leads on from a place, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Way(u8);

impl Move for Way {
    fn pack(self) -> u32 {
        u32::from(self.0) + 1
    }
}

/// Few places per ply make many transpositions.
const PLACES: u64 = 24;
const LAST_PLY: u32 = 12;

/// Scrambles a number, one to one (the finalizer of `MurmurHash3`).
pub(crate) const fn scramble(word: u64) -> u64 {
    let word = (word ^ (word >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let word = (word ^ (word >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    word ^ (word >> 33)
}

impl<const POINTS: bool> Wander<POINTS> {
    /// A number below `count` that belongs to this place and purpose.
    fn drawn_here(&self, purpose: u64, count: u64) -> u64 {
        let graph = scramble(self.graph.seed ^ (self.graph.seats as u64) << 60);
        scramble(graph ^ scramble(u64::from(self.ply) << 40 | self.place << 8 | purpose)) % count
    }

    fn small(&self, purpose: u64, count: usize) -> usize {
        usize::try_from(self.drawn_here(purpose, count as u64)).unwrap_or(0)
    }
}

impl<const POINTS: bool> Position for Wander<POINTS> {
    type Move = Way;
    type Rules = Graph;
    const SCORING: Scoring = if POINTS { Scoring::Margin { bonus: 500 } } else { Scoring::Sooner };

    fn start(rules: &Graph) -> Self {
        Self { graph: *rules, ply: 0, place: 0 }
    }

    fn seats(&self) -> usize {
        self.graph.seats
    }

    fn turn(&self) -> Seat {
        Seat::new(self.small(1, self.graph.seats))
    }

    fn legal_moves(&self, out: &mut MoveList<Way>) {
        if self.outcome().is_none() {
            (0..5).take(2 + self.small(2, 4)).for_each(|way| out.push(Way(way)));
        }
    }

    fn play(&mut self, mv: Way) {
        self.place = self.drawn_here(16 + u64::from(mv.0), PLACES);
        self.ply += 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.ply == 0 || self.ply < LAST_PLY && self.drawn_here(3, 8) > 0 {
            return None;
        }
        let points: Vec<i32> = (0..self.graph.seats).map(|seat| [0, 1, 1, 2][self.small(4 + seat as u64, 4)]).collect();
        Some(Outcome::by_points(&points))
    }

    fn key(&self) -> u64 {
        scramble(scramble(self.graph.seed) ^ u64::from(self.ply) << 32 ^ self.place << 8 ^ self.graph.seats as u64)
    }

    fn max_plies(&self) -> u32 {
        LAST_PLY - self.ply
    }
}
