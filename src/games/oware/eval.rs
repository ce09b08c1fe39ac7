//! Judgement: the seeds in store, and what the seeds in the houses are likely to bring.
//!
//! Every house is worth something by itself, depending on whose it is, where it lies, how many seeds it holds and how
//! far the game has come. That covers what players know by name: mobility and tempo (empty houses), weak houses (one or
//! two seeds), loaded houses (kroo, twelve and more), and seeds that are safe in one's own row. Captures are a matter of
//! search.

use std::sync::Arc;

use super::board::{Board, HOUSES, SEEDS};
use super::position::{House, Oware};
use super::tables::Tables;
use super::weights::WORTH;
use crate::game::{MoveList, Past, Position, Seat};
use crate::score::{Bound, Score};
use crate::search::Evaluate;

/// The evaluation of Oware, with endgame tables if there are any.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    tables: Option<Arc<Tables>>,
}

/// What a seed in store is worth.
const SEED: i32 = 100;
/// Evaluations stay below this; ends by repetition, which are sure but prove nothing, lie above.
const MOST: i32 = 2_300;
/// The least score of a won game.
const WON: Score = Score::cp(2_500);
/// Houses with more seeds than this are judged alike.
pub(super) const FULL: usize = 15;
/// The number of phases of the game, by seeds on the board.
pub(super) const PHASES: usize = 3;
/// What a captured seed is worth in the order of moves, more than killers and history together.
const CAPTURE_HINT: i32 = 10_000;

/// So many plies before the horizon a lead is taken to last, and quiet moves that cannot make up for one are left out.
const PRUNED_PLIES: u32 = 4;

/// Houses of both seats by phase, house (those of the seat to move first) and number of seeds.
pub(super) type Worth = [[[i16; FULL + 1]; 2 * HOUSES]; PHASES];

/// How far the game has come.
#[inline]
pub(super) fn phase(seeds: u8) -> usize {
    match seeds {
        33..=SEEDS => 0,
        19..33 => 1,
        _ => 2,
    }
}

/// The same with room for every number that six bits can hold, so that looking up needs no comparison.
static WIDE: [[[i16; 64]; 2 * HOUSES]; PHASES] = {
    let mut wide = [[[0; 64]; 2 * HOUSES]; PHASES];
    let mut at = 0;
    while at < PHASES * 2 * HOUSES * 64 {
        let (phase, house, seeds) = (at / (2 * HOUSES * 64), at / 64 % (2 * HOUSES), at % 64);
        wide[phase][house][seeds] = WORTH[phase][house][if seeds < FULL { seeds } else { FULL }];
        at += 1;
    }
    wide
};

/// What the houses of the first or the second row are worth to the seat to move.
#[inline]
fn row_worth(row: u64, worth: &[[i16; 64]]) -> i32 {
    let worth_of = |(at, house): (usize, &[i16; 64])| i32::from(house[(row >> (8 * at) & 0x3f) as usize]);
    worth.iter().take(HOUSES).enumerate().map(worth_of).sum()
}

/// What counts for the seat to move, in centipoints.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    /// Seeds captured more than the other seat.
    pub(super) lead: i32,
    /// Own houses.
    pub(super) own: i32,
    /// The other seat's houses.
    pub(super) other: i32,
}

impl Terms {
    /// The terms of a position.
    #[inline]
    pub(super) fn of(position: &Oware) -> Self {
        let Board { own, other } = position.board();
        let worth = &WIDE[phase(position.board().seeds())];
        Self {
            lead: SEED * position.lead(),
            own: row_worth(own, &worth[..HOUSES]),
            other: row_worth(other, &worth[HOUSES..]),
        }
    }

    /// What they are worth together.
    #[inline]
    pub(super) fn total(&self) -> i32 {
        self.lead + self.own + self.other
    }
}

impl Judge {
    /// The evaluation with these tables.
    pub(super) fn new(tables: Option<Arc<Tables>>) -> Self {
        Self { tables }
    }

    /// The least and the most a table promises the seat to move at the end of the game, as a lead in seeds.
    fn promised(&self, position: &Oware) -> Option<(i32, i32)> {
        let (least, most) = self.tables.as_ref()?.probe(position.board())?;
        Some((position.lead() + i32::from(least), position.lead() + i32::from(most)))
    }
}

impl Evaluate<Oware> for Judge {
    const BOUNDED: bool = true;
    const SPREAD: i32 = 300;

    #[inline]
    fn evaluate(&mut self, position: &Oware, seat: Seat) -> Score {
        let mut value = Terms::of(position).total();
        if let Some((least, most)) = self.promised(position) {
            value = value.clamp(SEED * least, SEED * most);
        }
        let value = value.clamp(-MOST, MOST);
        Score::cp(if seat == position.turn() { value } else { -value })
    }

    /// What the tables prove.
    #[inline]
    fn known_after(&mut self, position: &Oware, past: &Past) -> Option<(Bound, Score)> {
        if !self.tables.as_ref()?.prove(position.rules(), past.reversible) {
            return None;
        }
        match self.promised(position)? {
            (1.., _) => Some((Bound::Lower, WON)),
            (_, ..0) => Some((Bound::Upper, -WON)),
            (0, 0) => Some((Bound::Exact, Score::ZERO)),
            (0, _) => Some((Bound::Lower, Score::ZERO)),
            (_, 0) => Some((Bound::Upper, Score::ZERO)),
            _ => None,
        }
    }

    #[inline]
    fn hints(&mut self, position: &Oware, moves: &[House], hints: &mut [i32]) {
        for (capture, captured) in position.captures() {
            if let Some(index) = moves.iter().position(|&mv| mv == capture) {
                hints[index] += CAPTURE_HINT * i32::from(captured);
            }
        }
    }

    #[inline]
    fn noisy(&mut self, position: &Oware, out: &mut MoveList<House>) {
        position.captures().for_each(|(mv, _)| out.push(mv));
    }

    /// Of six moves at most, the first two are looked at in full, and captures always.
    #[inline]
    fn reduction(&self, depth: u32, index: usize, worth: i32) -> u32 {
        if depth < 3 || index < 2 || worth >= CAPTURE_HINT {
            return 0;
        }
        1 + u32::from(depth >= 6 && index >= 3) + u32::from(depth >= 12 && index >= 4)
    }

    const PRUNES: bool = true;

    /// Without captures a lead changes by about a seed in a ply.
    #[inline]
    fn lasting_lead(&self, depth: u32) -> Option<i32> {
        (depth <= PRUNED_PLIES).then(|| SEED * (1 + depth.cast_signed()))
    }

    #[inline]
    fn leaves_out(&self, depth: u32, _index: usize, worth: i32, gap: i32) -> bool {
        worth < CAPTURE_HINT && self.lasting_lead(depth).is_some_and(|lead| gap > lead)
    }

    /// Scores that look decided are, whatever happened before: see [`Judge::known_after`].
    fn is_complete(&self, _position: &Oware) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::{GrandSlam, Rules};
    use super::*;
    use crate::game::Notation;
    use crate::random::Rng;

    #[test]
    fn evaluations_are_opposite_and_inside() {
        for text in [
            "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S",
            "1-0-2-1-12-3-4-0-5-4-1-6-5-4-N",
            "1-0-0-0-0-0-0-0-0-0-0-22-24-1-S",
            "1-0-0-0-0-0-1-0-0-0-0-1-21-24-N",
        ] {
            let position = Oware::parse(text, &Rules::ABAPA).unwrap();
            let values = Seat::all(2).map(|seat| Judge::default().evaluate(&position, seat).value());
            let [first, second] = values.collect::<Vec<_>>()[..] else { unreachable!() };
            assert_eq!(first, -second);
            assert!(first.abs() <= MOST);
        }
    }

    /// The mask of captures against playing every move, over random games under every rule on grand slams.
    #[test]
    fn all_captures_are_found() {
        for grand_slam in GrandSlam::ALL {
            let (mut rng, mut captures) = (Rng::new(5), 0);
            for _ in 0..200 {
                let mut position = Oware::start(&Rules { grand_slam, ..Rules::ABAPA });
                for _ in 0..100 {
                    let mut moves = MoveList::new();
                    position.legal_moves(&mut moves);
                    if moves.is_empty() {
                        break;
                    }
                    let all = moves.iter().map(|&mv| (mv, position.captured_by(mv))).filter(|&(_, seeds)| seeds > 0);
                    assert!(position.captures().eq(all), "{position:?}");
                    captures += position.captures().count();
                    position.play(moves[rng.below(moves.len())]);
                }
            }
            assert!(captures > 1_000, "{captures}");
        }
    }

    #[test]
    fn captures_come_first_and_are_all_that_is_noisy() {
        let position = Oware::parse("0-0-0-4-3-1-1-2-1-5-5-5-11-10-S", &Rules::ABAPA).unwrap();
        let (mut moves, mut noisy) = (MoveList::new(), MoveList::new());
        position.legal_moves(&mut moves);
        Judge::default().noisy(&position, &mut noisy);
        let mut hints = vec![0; moves.len()];
        Judge::default().hints(&position, &moves, &mut hints);
        assert_eq!(hints, [5 * CAPTURE_HINT, 5 * CAPTURE_HINT, 2 * CAPTURE_HINT]);
        assert_eq!(*noisy, *moves);
    }
}
