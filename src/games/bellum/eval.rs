//! Judgement of a position: a sum of weighted counts over the units of both sides.
//!
//! The counts are gone through once, by [`survey`]; who listens decides what becomes of them: the evaluation adds them
//! up, the explanation sorts them by unit.

use super::field::{AROUND, Cells};
use super::position::{Bellum, TEAM};
use super::unit::{Class, Unit};
use super::weights::{Term, Weights, term_of};
use crate::game::{Position as _, Seat};
use crate::score::Score;

/// Takes the counts behind the evaluation.
trait Listener {
    /// So many of what a weight is for, at the unit of a side.
    fn hear(&mut self, weight: usize, side: usize, unit: usize, count: i32);
}

/// The best an attacker can take from a target by distance: on the ground, then in the air.
const STRIKES: [[[u8; 11]; 2]; 4] = [
    [[4, 4, 4, 4, 4, 3, 3, 3, 3, 3, 3], [4; 11]],
    [[2, 4, 2, 2, 6, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0]],
    [[2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0], [2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0]],
    [[3, 3, 3, 2, 2, 0, 0, 0, 0, 0, 0], [3, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0]],
];

/// What an attacker can take from a target at most, where both stand.
pub(super) fn strike(attacker: Unit, target: Unit) -> u8 {
    let distance = attacker.cell().distance(target.cell());
    target.loss(STRIKES[attacker.class() as usize][usize::from(target.class().flies())][distance])
}

/// Goes through everything that counts.
#[inline]
fn survey(position: &Bellum, listener: &mut impl Listener) {
    let mover = position.turn().index();
    let ready = [0, 1].map(|side| position.team(Seat::new(side)).iter().filter(|unit| !unit.has_acted()).count());
    listener.hear(Term::Tempo.first(), mover, TEAM, 1);
    // The sides alternate as long as both have somebody; who makes the last turn leaves the next round to the other.
    let opener = if ready[mover] > ready[1 - mover] { 1 - mover } else { mover };
    listener.hear(Term::Tempo.first() + 1, opener, TEAM, 1);
    for side in 0..2 {
        survey_side(position, side, side != mover, listener);
    }
}

/// Goes through the units of one side; `is_enemy_to_move` if the other side is.
#[inline]
fn survey_side(position: &Bellum, side: usize, is_enemy_to_move: bool, listener: &mut impl Listener) {
    let own = position.team(Seat::new(side));
    let enemies = position.team(Seat::new(1 - side));
    let has_enemy_magicien = enemies.first().is_some_and(|unit| unit.class() == Class::Magicien);
    let (ground, enemy_ground) = (ground(own), self::ground(enemies));
    for (index, &unit) in own.iter().enumerate() {
        let class = unit.class() as usize;
        let mut hear = |weight: usize, count: i32| listener.hear(weight, side, index, count);
        hear(Term::Life.first() + class, 1);
        hear(Term::Health.first() + class, i32::from(unit.health()));
        hear(Term::Ready.first() + class, i32::from(!unit.has_acted()));
        let slows = i32::try_from(unit.slows().min(3)).unwrap_or(0);
        hear(Term::Slow.first() + class, slows);
        hear(Term::Shield.first(), i32::from(unit.shield() > 0));
        hear(Term::Mobility.first() + class, count(position.destinations(unit)));
        hear(Term::Place.first() + class, eccentricity(unit));
        if has_enemy_magicien && !unit.class().flies() {
            let around = AROUND[unit.cell().index()];
            hear(Term::Spacing.first(), count(around.and(ground)) - 1);
            hear(Term::Spacing.first() + 1, count(around.and(enemy_ground)));
        }
        let danger = Danger::of(unit, enemies);
        let later = usize::from(!is_enemy_to_move);
        hear(Term::Threat.first() + later, danger.soon);
        hear(Term::Threat.first() + 2, danger.later);
        let health = i32::from(unit.health());
        if danger.single >= health {
            hear(Term::Peril.first() + 4 * later + class, 1);
        } else if danger.soon >= health {
            hear(Term::Peril.first() + 8 + 4 * later + class, 1);
        }
    }
}

/// What enemies could take from a unit.
#[derive(Default)]
struct Danger {
    /// All those that still act this round together.
    soon: i32,
    /// The strongest of them alone.
    single: i32,
    /// Those that have acted.
    later: i32,
}

impl Danger {
    #[inline]
    fn of(unit: Unit, enemies: &[Unit]) -> Self {
        let mut danger = Self::default();
        for &enemy in enemies {
            let loss = i32::from(strike(enemy, unit));
            if enemy.has_acted() {
                danger.later += loss;
            } else {
                danger.soon += loss;
                danger.single = danger.single.max(loss);
            }
        }
        danger
    }
}

fn ground(team: &[Unit]) -> Cells {
    let walkers = team.iter().filter(|unit| !unit.class().flies());
    walkers.fold(Cells::NONE, |cells, unit| cells.or(Cells::only(unit.cell())))
}

fn count(cells: Cells) -> i32 {
    cells.count().cast_signed()
}

/// Steps to the four cells in the middle.
fn eccentricity(unit: Unit) -> i32 {
    let steps = |line: usize| [2, 1, 0, 0, 1, 2][line];
    steps(unit.cell().column()) + steps(unit.cell().row())
}

/// Adds up.
struct Sum<'a> {
    weights: &'a Weights,
    totals: [i32; 2],
}

impl Listener for Sum<'_> {
    #[inline]
    fn hear(&mut self, weight: usize, side: usize, _: usize, count: i32) {
        self.totals[side] += self.weights[weight] * count;
    }
}

/// The value of an unfinished position for a seat.
pub(super) fn evaluate(position: &Bellum, seat: Seat, weights: &Weights) -> Score {
    let mut sum = Sum { weights, totals: [0; 2] };
    survey(position, &mut sum);
    Score::cp(sum.totals[seat.index()] - sum.totals[seat.next(2).index()])
}

/// What every term says about every unit; the last row of a side is what belongs to no unit.
pub(super) type Breakdown = [[[i32; Term::COUNT]; TEAM + 1]; 2];

struct Ledger<'a> {
    weights: &'a Weights,
    rows: Breakdown,
}

impl Listener for Ledger<'_> {
    fn hear(&mut self, weight: usize, side: usize, unit: usize, count: i32) {
        self.rows[side][unit][term_of(weight) as usize] += self.weights[weight] * count;
    }
}

/// The evaluation by units and terms.
pub(super) fn breakdown(position: &Bellum, weights: &Weights) -> Breakdown {
    let mut ledger = Ledger { weights, rows: [[[0; Term::COUNT]; TEAM + 1]; 2] };
    survey(position, &mut ledger);
    ledger.rows
}

#[cfg(test)]
mod tests {
    use super::super::field::{CELLS, Cell};
    use super::*;

    #[test]
    fn strikes_are_what_the_spells_can_do() {
        for class in Class::ALL {
            for target_class in Class::ALL {
                for (from, to) in (0..CELLS).flat_map(|from| (0..CELLS).map(move |to| (Cell::new(from), Cell::new(to))))
                {
                    let (attacker, target) = (Unit::new(class, from), Unit::new(target_class, to));
                    let best = class.spells().iter().filter_map(|spell| {
                        // Aimed at the target, or at oneself with the target in the zone.
                        let reaches =
                            |epicentre: Cell| spell.range(from).has(epicentre) && spell.zone(epicentre).has(to);
                        let is_hit = spell.facts().hits(target_class) && (reaches(to) || reaches(from));
                        is_hit.then_some(spell.facts().damage)
                    });
                    assert_eq!(strike(attacker, target), best.max().unwrap_or(0), "{attacker:?} {target:?}");
                }
            }
        }
    }
}
