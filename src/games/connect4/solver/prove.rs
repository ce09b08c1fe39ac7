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

/// Chooses questions about a score: is it above this number?
///
/// Far from the score questions are cheap; each step nearer about doubles the cost, from above and from below. So they
/// come in from both ends in strides, the cheaper one first: a short win or loss is found that way, and costs little more
/// than its proof. Where the next one would be dear, or few scores are left, it is best to begin with a draw and to go on
/// from answer to answer: neighbouring questions have most of their work in common.
#[derive(Clone, Debug)]
struct Inquiry {
    known: Known,
    /// The latest question, and the latest ones that were answered with yes and with no.
    latest: Asked,
    low: Asked,
    high: Asked,
    /// From so many nodes on a question is dear while it is open who wins.
    dear: u64,
}

/// A question and the nodes it took.
#[derive(Clone, Copy, Debug)]
struct Asked {
    alpha: i32,
    nodes: u64,
}

/// How much nearer the next question is, and with how many scores left there are no strides.
const STRIDE: i32 = 3;
const FEW_SCORES: i32 = 6;
/// From how many nodes on a question is dear; less if few cells are left and it is open who wins. These numbers were
/// chosen for the fewest nodes over positions of 1 to 28 plies.
const DEAR: u64 = 3000;
const DEAR_WITH_FEW_LEFT: u64 = 100;
const MANY_LEFT: i32 = 28;

impl Inquiry {
    /// Nothing was asked yet.
    const fn new(known: Known, left: i32) -> Self {
        let low = Asked { alpha: known.lower - STRIDE, nodes: 1 };
        Self {
            known,
            latest: low,
            low,
            high: Asked { alpha: known.upper + STRIDE, nodes: 1 },
            dear: if left < MANY_LEFT { DEAR_WITH_FEW_LEFT } else { DEAR },
        }
    }

    /// Learns what is known after the latest question.
    fn learn(&mut self, known: Known) {
        if known.lower > self.known.lower {
            self.low = self.latest;
        }
        if known.upper < self.known.upper {
            self.high = self.latest;
        }
        self.known = known;
    }

    /// The next question if this is known.
    fn question(&self, known: Known) -> i32 {
        let (lowest, highest) = (known.lower, known.upper - 1);
        if lowest > highest {
            // The score is known; the question is who reaches it.
            return highest;
        }
        let from_below = (lowest + STRIDE - 1).min(highest);
        let from_above = (highest - STRIDE + 1).max(lowest);
        let (below, above) = (self.low.cost_of(from_below), self.high.cost_of(from_above));
        let dear = if lowest <= 0 && 0 <= highest { self.dear } else { DEAR };
        if known.upper - known.lower < FEW_SCORES || below.min(above) >= dear {
            0.clamp(lowest, highest)
        } else if below <= above {
            from_below
        } else {
            from_above
        }
    }
}

impl Asked {
    /// What a question nearer to the score should cost.
    fn cost_of(self, alpha: i32) -> u64 {
        self.nodes.max(1).saturating_mul(1 << alpha.abs_diff(self.alpha).min(32))
    }
}

impl<const H: u32> Tree<'_, '_, H> {
    /// Narrows what is known about a position until the score is exact; stopped or not, `known` is what is certain. The
    /// first question is whether the score is above the guess.
    pub(super) fn narrow(&mut self, spot: &Spot, known: &mut Known, guess: Option<i32>) -> Result<(), Stopped> {
        let mut inquiry = Inquiry::new(*known, self.field.count - spot.stones);
        let mut guess = guess.filter(|alpha| (known.lower..known.upper).contains(alpha));
        loop {
            let alpha = self.share(known, |known| guess.unwrap_or_else(|| inquiry.question(known)));
            guess = None;
            // Another thread may have answered the question before.
            inquiry.learn(*known);
            if known.lower >= known.upper {
                self.share_no_more();
                return Ok(());
            }
            let before = self.meter.own_nodes();
            match self.value(spot, alpha) {
                Ok(score) if score > alpha => known.lower = known.lower.max(score),
                Ok(score) => known.upper = known.upper.min(score),
                Err(Stopped) if self.is_overtaken() => {}
                Err(Stopped) => return Err(Stopped),
            }
            inquiry.latest = Asked { alpha, nodes: self.meter.own_nodes() - before };
            inquiry.learn(*known);
        }
    }

    /// Brings the best of the moves to the front with its exact score, given what is known about that.
    pub(super) fn prove_best(&mut self, moves: &mut [RootMove], mut known: Known) -> Result<(), Stopped> {
        let left = moves.iter().find_map(|mv| mv.spot).map_or(0, |spot| self.field.count - spot.stones + 1);
        let mut inquiry = Inquiry::new(known, left);
        loop {
            known = known.and(limits(moves));
            if let Some(index) = moves.iter().position(|mv| mv.known.lower >= known.upper) {
                moves[index].known.upper = moves[index].known.lower;
                moves[..=index].rotate_right(1);
                return Ok(());
            }
            if known.lower >= known.upper {
                // If one move alone can be worth the score, it is.
                let mut worthy = moves.iter_mut().filter(|mv| mv.known.upper >= known.lower);
                if let (Some(mv), None) = (worthy.next(), worthy.next()) {
                    mv.known.lower = known.lower;
                    continue;
                }
            }
            let (alpha, before) = (inquiry.question(known), self.meter.own_nodes());
            self.ask(moves, alpha)?;
            inquiry.latest = Asked { alpha, nodes: self.meter.own_nodes() - before };
            inquiry.learn(known.and(limits(moves)));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What it takes to ask for a score, if every step nearer doubles the cost, and each answer is no better than asked.
    fn ask_for(score: i32, most: i32, left: i32) -> Vec<i32> {
        let mut known = Known { lower: -most, upper: most };
        let mut inquiry = Inquiry::new(known, left);
        let mut asked = Vec::new();
        while known.lower < known.upper {
            let alpha = inquiry.question(known);
            assert!((known.lower..known.upper).contains(&alpha), "{alpha} tells nothing new within {known:?}");
            asked.push(alpha);
            let distance = if score > alpha { alpha + most } else { most - alpha };
            inquiry.latest = Asked { alpha, nodes: 1 << distance };
            if score > alpha {
                known.lower = alpha + 1;
            } else {
                known.upper = alpha;
            }
            inquiry.learn(known);
        }
        assert_eq!(known.lower, score);
        asked
    }

    #[test]
    fn every_score_is_found_by_few_questions() {
        for left in [20, 36] {
            for most in 1..=28 {
                for score in -most..=most {
                    let asked = ask_for(score, most, left);
                    assert!(asked.len() <= 30, "{score} of {most}: {asked:?}");
                }
            }
        }
    }

    #[test]
    fn short_wins_are_found_from_the_ends_and_long_games_from_a_draw() {
        let far = ask_for(17, 18, 36);
        assert!(far.iter().all(|alpha| *alpha != 0), "{far:?}");
        let near = ask_for(1, 18, 36);
        assert!(near.ends_with(&[0, 1]), "{near:?}");
    }
}
