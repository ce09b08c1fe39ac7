//! From questions to answers: the exact score of a position, and of its moves.

use super::field::{Cells, Field};
use super::spot::Spot;
use super::table::Known;
use super::tree::Tree;
use crate::search::Stopped;

/// A move with what is certain about its score, for the side that makes it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    /// The cell on which the stone lands.
    pub(super) cell: Cells,
    /// The position after it, unless that is decided.
    spot: Option<Spot>,
    pub(super) known: Known,
}

impl RootMove {
    /// The move onto this cell.
    pub(super) fn new<const H: u32>(field: &Field<H>, own: Cells, all: Cells, cell: Cells) -> Self {
        let left = field.count - all.count_ones().cast_signed();
        let decided = |score: i32| Self { cell, spot: None, known: Known { lower: score, upper: score } };
        if Field::<H>::has_four(own | cell) {
            return decided((left + 1) / 2);
        }
        if left == 1 {
            return decided(0);
        }
        let spot = Spot::new(field, own ^ all, all | cell);
        if spot.own_threats & field.landing(spot.all) != 0 {
            return decided(-(left / 2));
        }
        Self { cell, spot: Some(spot), known: Known { lower: -((left - 2) / 2), upper: (left - 1) / 2 } }
    }

    /// All moves, those through the middle first.
    pub(super) fn all<const H: u32>(field: &Field<H>, own: Cells, all: Cells) -> Vec<Self> {
        let mut columns: Vec<u32> = (0..field.width).collect();
        columns.sort_by_key(|column| (2 * column + 1).abs_diff(field.width));
        let landing = field.landing(all);
        let cells = columns.into_iter().map(|column| landing & (((1 << H) - 1) << (column * (H + 1))));
        cells.filter(|cell| *cell != 0).map(|cell| Self::new(field, own, all, cell)).collect()
    }
}

/// How to choose questions about a score: is it above this number?
///
/// Far from a draw questions are easy, and where there is a short win they find it soon. But in a long game they are
/// wasted: there it is best to begin in the middle and to go on from answer to answer. So the far ones come first, and
/// end when one of them takes too long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Strategy {
    /// Half way towards the far end, as long as a question takes no more nodes than this.
    Far { nodes: u64 },
    /// As near to a draw as is still open.
    Near,
}

/// The most nodes a far question may take, with many cells left and with few. Chosen for the fewest nodes over positions
/// of 1 to 28 plies.
const FAR_NODES: u64 = 100_000;
const FAR_NODES_WITH_FEW_LEFT: u64 = 10_000;
const MANY_LEFT: i32 = 28;

impl Strategy {
    /// How to begin with so many cells left.
    fn first(left: i32) -> Self {
        Self::Far { nodes: if left < MANY_LEFT { FAR_NODES_WITH_FEW_LEFT } else { FAR_NODES } }
    }

    fn question(self, known: Known) -> i32 {
        let middle = known.lower + (known.upper - known.lower) / 2;
        match self {
            // Once the score is known, the question is who reaches it.
            _ if known.lower >= known.upper => known.upper - 1,
            Self::Near => 0.clamp(known.lower, known.upper - 1),
            Self::Far { .. } if middle <= 0 && known.lower / 2 < middle => known.lower / 2,
            Self::Far { .. } if middle >= 0 && known.upper / 2 > middle => known.upper / 2,
            Self::Far { .. } => middle,
        }
    }

    /// Asks a question; `None` if it took too long, and another strategy is tried from now on.
    fn ask<const H: u32, T>(
        &mut self,
        tree: &mut Tree<'_, '_, H>,
        question: impl FnOnce(&mut Tree<'_, '_, H>) -> Result<T, Stopped>,
    ) -> Result<Option<T>, Stopped> {
        match self {
            Self::Far { nodes } => tree.be_patient_for(*nodes),
            Self::Near => tree.be_patient_for(u64::MAX),
        }
        match question(tree) {
            Err(Stopped) if tree.has_lost_patience() => {
                *self = Self::Near;
                Ok(None)
            }
            answer => answer.map(Some),
        }
    }
}

impl<const H: u32> Tree<'_, '_, H> {
    /// Narrows what is known about a position until the score is exact; stopped or not, `known` is what is certain. The
    /// first question is whether the score is above the guess.
    pub(super) fn narrow(&mut self, spot: &Spot, known: &mut Known, mut guess: Option<i32>) -> Result<(), Stopped> {
        let mut strategy = Strategy::first(self.field.count - spot.stones);
        loop {
            self.share(known);
            if known.lower >= known.upper {
                self.share_no_more();
                return Ok(());
            }
            let guess = guess.take().filter(|alpha| (known.lower..known.upper).contains(alpha));
            let alpha = guess.unwrap_or_else(|| strategy.question(*known));
            // A good guess is worth any patience.
            let mut way = if guess.is_some() { Strategy::Near } else { strategy };
            let answer = way.ask(self, |tree| tree.value(spot, alpha));
            strategy = if guess.is_some() { strategy } else { way };
            match answer {
                Ok(Some(score)) if score > alpha => known.lower = known.lower.max(score),
                Ok(Some(score)) => known.upper = known.upper.min(score),
                Ok(None) => {}
                Err(Stopped) if self.is_overtaken() => {}
                Err(Stopped) => return Err(Stopped),
            }
        }
    }

    /// Brings the best of the moves to the front with its exact score, given what is known about that.
    pub(super) fn prove_best(&mut self, moves: &mut [RootMove], mut known: Known) -> Result<(), Stopped> {
        let left = moves.iter().find_map(|mv| mv.spot).map_or(0, |spot| self.field.count - spot.stones + 1);
        let mut strategy = Strategy::first(left);
        loop {
            let certain = limits(moves);
            known = known.and(certain);
            if let Some(index) = moves.iter().position(|mv| mv.known.lower >= known.upper) {
                moves[index].known.upper = moves[index].known.lower;
                moves[..=index].rotate_right(1);
                return Ok(());
            }
            if known.lower >= known.upper {
                strategy = Strategy::Near;
                // If one move alone can be worth the score, it is.
                let mut worthy = moves.iter_mut().filter(|mv| mv.known.upper >= known.lower);
                if let (Some(mv), None) = (worthy.next(), worthy.next()) {
                    mv.known.lower = known.lower;
                    continue;
                }
            }
            let alpha = strategy.question(known);
            strategy.ask(self, |tree| tree.ask(moves, alpha))?;
        }
    }

    /// Asks whether one of the moves is worth more than `alpha`; if so it comes to the front.
    fn ask(&mut self, moves: &mut [RootMove], alpha: i32) -> Result<(), Stopped> {
        for index in 0..moves.len() {
            let RootMove { spot: Some(spot), known, .. } = &mut moves[index] else { continue };
            if known.upper <= alpha {
                continue;
            }
            let score = -self.value(&spot.clone(), -alpha - 1)?;
            if score > alpha {
                known.lower = score;
                moves[..=index].rotate_right(1);
                return Ok(());
            }
            known.upper = score;
        }
        Ok(())
    }
}

/// What is certain about the best of some moves, from what is certain about each.
pub(super) fn limits(moves: &[RootMove]) -> Known {
    let best = |bound: fn(&RootMove) -> i32| moves.iter().map(bound).max().unwrap_or(0);
    Known { lower: best(|mv| mv.known.lower), upper: best(|mv| mv.known.upper) }
}
