//! The root's moves with what is known about them, and how that is told.

use super::super::position::{Chicago, Trade, small};
use super::Solving;
use super::choices::{self, Number};
use super::market::Market;
use super::ring::{Deal, Ring};
use crate::game::Position;
use crate::score::{Bound, Proven, Score};
use crate::search::Info;

/// More points than any game has.
const ENDLESS: i32 = 1000;

/// A move at the root. All values are for the seat to move and counted from the lead it has already, in points.
#[derive(Clone, Debug)]
pub(super) struct RootMove<const N: usize> {
    pub(super) mv: Trade,
    /// What it adds to the lead at once.
    pub(super) gain: i32,
    pub(super) next: Ring<N>,
    pub(super) market: Market,
    /// The move is worth at least this.
    pub(super) lower: i32,
    /// The move is worth at most this.
    pub(super) upper: i32,
    /// The values of the last two looks ahead, the later one first, in centipoints.
    pub(super) ahead: [i32; 2],
    /// The expected line.
    pub(super) line: Vec<Trade>,
}

impl<const N: usize> RootMove<N> {
    /// The root's moves as far as they are allowed.
    pub(super) fn list(position: &Chicago, allowed: &[Trade], deal: &Deal) -> Vec<Self> {
        let ring: Ring<N> = Ring::new(position, deal);
        let market = Market::new(position);
        let numbers = (0..2 * ring.reach()).map(small);
        let moves = numbers.filter_map(|number| {
            let mv = trade(position, number);
            let (kept, sold) = ring.trade(number);
            let is_twin = number % 2 == 1 && kept == sold;
            (allowed.contains(&mv) && !is_twin).then(|| Self {
                mv,
                gain: market.gains(kept, sold).0,
                next: ring.after(mv.distance(), deal),
                market: market.after(kept, sold),
                lower: -ENDLESS,
                upper: ENDLESS,
                ahead: [0; 2],
                line: vec![mv],
            })
        });
        moves.collect()
    }
}

/// The move with this number.
pub(super) fn trade(position: &Chicago, number: Number) -> Trade {
    let distance = choices::distance(number);
    let (before, after) = position.offer(distance);
    if number.is_multiple_of(2) { Trade::new(distance, before, after) } else { Trade::new(distance, after, before) }
}

impl<const N: usize> Solving<'_, '_, N> {
    /// Tells what is known about the wanted moves.
    pub(super) fn report(&self, report: &mut dyn FnMut(&Info<Trade>)) {
        let points = self.position.points();
        let turn = self.position.turn().index();
        let lead = points[turn] - points[1 - turn];
        for (rank, root) in self.moves[..self.wanted].iter().enumerate() {
            let exact = (rank < self.solved).then_some(lead + root.lower);
            let all = &self.moves[rank..];
            // The first line may tell what is certain about the whole position.
            let upper = all.iter().map(|root| root.upper).max().filter(|_| rank == 0).unwrap_or(root.upper);
            let (bound, value, depth) = if let Some(exact) = exact {
                (Bound::Exact, 100 * exact, self.plies)
            } else if root.lower > -ENDLESS {
                (Bound::Lower, 100 * (lead + root.lower), self.plies)
            } else if upper < ENDLESS {
                (Bound::Upper, 100 * (lead + upper), self.plies)
            } else {
                (Bound::Exact, 100 * lead + root.ahead[0], self.depth.max(1))
            };
            report(&Info {
                depth,
                seldepth: depth,
                multipv: rank + 1,
                score: Score::cp(value),
                bound,
                nodes: self.tree.meter.nodes(),
                tbhits: 0,
                hashfull: self.tree.table.permill_full(),
                elapsed: self.tree.meter.control().elapsed(),
                pv: root.line.clone(),
                scores: Vec::new(),
                proven: proven(lead + root.lower, lead + upper),
                exact,
            });
        }
    }
}

/// What is certain about the result if the margin lies between these.
fn proven(lower: i32, upper: i32) -> Option<Proven> {
    if lower > 0 {
        Some(Proven::Win)
    } else if upper < 0 {
        Some(Proven::Loss)
    } else {
        (lower == 0 && upper == 0).then_some(Proven::Draw)
    }
}
