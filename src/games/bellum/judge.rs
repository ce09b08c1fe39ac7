//! What the searches ask: values, which turns to try and in which order, and which when all else is quiet.

use super::deal::Scene;
use super::eval;
use super::list::{KILL_HINT, casts, hint, list};
use super::options::{is_on, is_term_on};
use super::position::Bellum;
use super::quick::{Known, Measure};
use super::turn::{Deed, Turn};
use super::weights::{tried, without};
use crate::game::{MoveList, Position as _, Seat};
use crate::option::Settings;
use crate::score::Score;
use crate::search::{Evaluate, Hints};
use crate::weights::Weights as Numbers;

crate::weights! {
    /// The numbers of the search.
    #[derive(Clone, Debug)]
    struct Search {
        /// The lead that lasts a ply, and what every further ply adds.
        lead = 300,
        lead_ply = 250,
        /// To how many plies from the horizon leads are taken to last.
        lead_depth = 4,
        /// Late turns are left out if this is missing to the window one ply from the horizon, and for every ply more.
        gap = 150,
        gap_ply = 200,
        gap_depth = 3,
        /// Late turns are left out after so many, one ply from the horizon and for every ply more.
        late = 14,
        late_ply = 10,
        late_depth = 2,
        /// Turns worth less than this to the ordering are quiet.
        quiet = 2400,
        /// From which turn on depth is reduced by one, two and three plies.
        reduced_first = 3,
        reduced_second = 8,
        reduced_third = 20,
    }
}

/// What the searches know about the game: the weights of its evaluation and the numbers of its search.
#[derive(Clone, Debug)]
pub struct Judge {
    measure: Measure,
    known: Known,
    search: Search,
    /// Whether casts that hurt the own side more than the other are left out.
    prunes: bool,
}

impl Judge {
    /// The judge that these options ask for.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        let numbers = Numbers::from_environment();
        Self {
            measure: Measure::new(without(tried(&numbers), |term| !is_term_on(settings, term))),
            known: Known::new(),
            search: Search::new(&numbers),
            prunes: is_on(settings, "PruneCasts"),
        }
    }
}

impl Evaluate<Bellum> for Judge {
    // Casts that mostly hurt the own side are never looked at.
    const COMPLETE: bool = false;

    fn evaluate(&mut self, position: &Bellum, seat: Seat) -> Score {
        self.known.evaluate(position, seat, &self.measure)
    }

    fn hints(&mut self, position: &Bellum, moves: &[Turn], hints: &mut [i32]) {
        let scene = Scene::of(position);
        for (turn, sum) in moves.iter().zip(hints) {
            if let Deed::Cast(spell, epicentre) = turn.deed() {
                *sum += hint(&scene.deal(spell, epicentre));
            }
        }
    }

    /// Keeps one of several turns that lead to the same position, and no cast that costs more than it brings.
    fn filter(&mut self, position: &Bellum, moves: &mut MoveList<Turn>) {
        moves.clear();
        list(position, self.prunes, |turn, _| moves.push(turn));
    }

    fn list(&mut self, position: &Bellum, _depth: u32, moves: &mut MoveList<Turn>, hints: &mut Hints) {
        list(position, self.prunes, |turn, hint| {
            moves.push(turn);
            hints.push(hint);
        });
    }

    /// Casts that kill, unless they cost as much.
    fn noisy(&mut self, position: &Bellum, out: &mut MoveList<Turn>) {
        let mover = position.turn();
        let enemies = position.team(mover.next(2));
        let mut scene = None;
        for unit in position.team(mover).iter().filter(|unit| !unit.has_acted()) {
            if !enemies.iter().any(|enemy| eval::strike(*unit, *enemy) == enemy.health()) {
                continue;
            }
            let scene = scene.get_or_insert_with(|| Scene::of(position));
            casts(position, scene, *unit, true, |spell, epicentre, deal| {
                if deal.kills && deal.worth > 0 {
                    out.push(Turn::new(unit.cell(), Deed::Cast(spell, epicentre)));
                }
            });
        }
    }

    fn reduction(&self, depth: u32, index: usize, worth: i32) -> u32 {
        let number = |number: i32| usize::try_from(number).unwrap_or(0);
        if depth < 3 || index < number(self.search.reduced_first) || worth >= KILL_HINT {
            return 0;
        }
        let later = u32::from(index >= number(self.search.reduced_second));
        let last = u32::from(depth >= 5 && index >= number(self.search.reduced_third));
        1 + if worth >= self.search.quiet { 0 } else { later + last }
    }

    const PRUNES: bool = true;

    fn lasting_lead(&self, depth: u32) -> Option<i32> {
        let plies = depth.cast_signed();
        (plies <= self.search.lead_depth).then(|| self.search.lead + self.search.lead_ply * (plies - 1))
    }

    fn leaves_out(&self, depth: u32, index: usize, worth: i32, gap: i32) -> bool {
        let plies = depth.cast_signed() - 1;
        let search = &self.search;
        let is_late =
            plies < search.late_depth && index >= usize::try_from(search.late + search.late_ply * plies).unwrap_or(0);
        let is_hopeless = plies < search.gap_depth && gap >= search.gap + search.gap_ply * plies;
        worth < search.quiet && (is_late || is_hopeless)
    }
}

/// The count of the yardstick players: health, and five for every life.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally;

impl Evaluate<Bellum> for Tally {
    fn evaluate(&mut self, position: &Bellum, seat: Seat) -> Score {
        let count = |seat| position.team(seat).iter().map(|unit| i32::from(unit.health()) + 5).sum::<i32>();
        Score::cp(100 * (count(seat) - count(seat.next(2))))
    }
}
