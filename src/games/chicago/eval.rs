//! Judgement: what the reserves will be worth, and whose turn it is.
//!
//! A price falls with every token of its good that is sold, so a kept token is worth its price less a share of what
//! still lies in the stacks.

use super::goods::{GOODS, Good};
use super::position::{Chicago, Trade};
use crate::game::{MAX_SEATS, Position, Seat};
use crate::score::Score;
use crate::search::Evaluate;

/// The evaluation of the game; it keeps no state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judge;

/// What a kept token is expected to lose for every token of its good in the stacks, in centipoints. This and the next
/// two are a least-squares fit to 3000 solved positions.
pub(super) const LOSS_PER_TOKEN: i32 = 32;
/// What being to move is worth, in centipoints.
pub(super) const TEMPO: i32 = 210;
/// What a turn more than others is worth, in centipoints.
pub(super) const TURN: i32 = 230;

/// What a point won at once and not given back in the reply is worth in the order of moves.
const HINT_PER_POINT: i32 = 1000;

/// What speaks for one seat, in centipoints.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Terms {
    /// The reserve at the prices of now.
    pub(super) reserve: i32,
    /// What the prices are expected to take from it.
    pub(super) fall: i32,
    /// For the turns to come if the game lasts as long as it can.
    pub(super) turns: i32,
    /// For being to move.
    pub(super) tempo: i32,
}

impl Terms {
    pub(super) const fn total(self) -> i32 {
        self.reserve - self.fall + self.turns + self.tempo
    }
}

/// The terms of all seats at the board.
pub(super) fn terms(position: &Chicago) -> [Terms; MAX_SEATS] {
    let left = position.left();
    let points = position.points();
    std::array::from_fn(|seat| {
        if seat >= position.seats() {
            return Terms::default();
        }
        let kept = position.reserves[seat].iter().zip(left);
        let exposed: i32 = kept.map(|(kept, left)| i32::from(*kept) * i32::from(left)).sum();
        let turns = turns_to_come(position, seat);
        let is_next = position.turn().index() == seat;
        Terms {
            reserve: 100 * points[seat],
            fall: LOSS_PER_TOKEN * exposed,
            turns: TURN * i32::try_from(turns).unwrap_or(0),
            tempo: if is_next { TEMPO } else { 0 },
        }
    })
}

/// How often a seat moves if the game lasts as long as it can.
fn turns_to_come(position: &Chicago, seat: usize) -> usize {
    let seats = position.seats();
    let wait = (seat + seats - position.turn().index()) % seats;
    (position.max_plies() as usize + seats - 1).saturating_sub(wait) / seats
}

impl Evaluate<Chicago> for Judge {
    // A seat is ahead of the best other by no more than that one is behind it, now and in the end.
    const OPPOSED: bool = true;

    fn evaluate(&mut self, position: &Chicago, seat: Seat) -> Score {
        let terms = terms(position);
        let others = Seat::all(position.seats()).filter(|other| *other != seat);
        let best = others.map(|other| terms[other.index()].total()).max().unwrap_or(0);
        Score::cp(terms[seat.index()].total() - best)
    }

    fn hints(&mut self, position: &Chicago, moves: &[Trade], hints: &mut [i32]) {
        let market = Market::of(position);
        for (mv, hint) in moves.iter().zip(hints) {
            *hint += HINT_PER_POINT * (market.gain(mv.kept(), mv.sold()) - best_gain(&position.after(*mv)));
        }
    }
}

/// What matters for the gain of a single move: prices, and the holdings of the mover less those of the next seat.
struct Market {
    prices: [i32; GOODS],
    leads: [i32; GOODS],
}

impl Market {
    fn of(position: &Chicago) -> Self {
        let own = position.reserves[position.turn().index()];
        let other = position.reserves[position.turn().next(position.seats()).index()];
        Self {
            prices: position.prices.map(i32::from),
            leads: std::array::from_fn(|good| i32::from(own[good]) - i32::from(other[good])),
        }
    }

    /// What a trade adds at once to the lead of the mover over the next seat.
    fn gain(&self, kept: Good, sold: Good) -> i32 {
        self.prices[kept.index()] - self.leads[sold.index()] - i32::from(kept == sold)
    }
}

/// The most the seat to move can gain at once; 0 when the game is over.
fn best_gain(position: &Chicago) -> i32 {
    if position.is_over() {
        return 0;
    }
    let market = Market::of(position);
    let offers = (1..=position.reach()).map(|distance| position.offer(distance));
    offers.map(|(one, two)| market.gain(one, two).max(market.gain(two, one))).max().unwrap_or(0)
}
