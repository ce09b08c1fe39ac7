//! Judgement of a position: a sum of weighted counts over the units of both sides.
//!
//! Here it is said in full, by [`survey`], for people who ask and for tests; `quick` adds up the same for the search.

use arrayvec::ArrayVec;

use super::field::{AROUND, Cell, Cells};
use super::position::{Bellum, TEAM};
use super::unit::{Class, Unit};
use super::weights::{Term, Weights, term_of};
use crate::game::{Position as _, Seat};

// Where the weights of each term begin.
pub(super) const LIFE: usize = Term::Life.first();
pub(super) const HEALTH: usize = Term::Health.first();
pub(super) const READY: usize = Term::Ready.first();
pub(super) const TEMPO: usize = Term::Tempo.first();
pub(super) const THREAT: usize = Term::Threat.first();
pub(super) const PERIL: usize = Term::Peril.first();
pub(super) const SLOW: usize = Term::Slow.first();
pub(super) const SHIELD: usize = Term::Shield.first();
pub(super) const SPACING: usize = Term::Spacing.first();
pub(super) const MOBILITY: usize = Term::Mobility.first();
pub(super) const PLACE: usize = Term::Place.first();
pub(super) const HUNT: usize = Term::Hunt.first();

/// Takes the counts behind the evaluation.
trait Listener {
    /// So many of what a weight is for, at the unit of a side.
    fn hear(&mut self, weight: usize, side: usize, unit: usize, count: i32);
}

/// The best an attacker can take from a target by distance: on the ground, then in the air.
pub(super) static STRIKES: [[[u8; 11]; 2]; 4] = [
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
    let teams = [position.team(Seat::new(0)), position.team(Seat::new(1))];
    let ready = teams.map(|team| team.iter().filter(|unit| !unit.has_acted()).count());
    listener.hear(TEMPO, mover, TEAM, 1);
    // The sides alternate as long as both have somebody; who makes the last turn leaves the next round to the other.
    let opener = if ready[mover] > ready[1 - mover] { 1 - mover } else { mover };
    listener.hear(TEMPO + 1, opener, TEAM, 1);
    let strengths = teams.map(strength);
    let grounds = teams.map(ground);
    let dangers = dangers(teams);
    for side in 0..2 {
        let view = View {
            side,
            // Strikes of a side that is to move come first.
            soon: usize::from(side == mover),
            is_stronger: strengths[side] > strengths[1 - side],
            fears_spells: teams[1 - side].first().is_some_and(|unit| unit.class() == Class::Magicien),
            ground: grounds[side],
            enemy_ground: grounds[1 - side],
            empty: Cells::ALL.without(position.occupied()),
        };
        for (index, (&unit, danger)) in teams[side].iter().zip(&dangers[side]).enumerate() {
            survey_unit(index, unit, danger, &view, listener);
        }
    }
}

/// How a side stands as a whole.
struct View {
    side: usize,
    /// 0 if the enemies are to move, else 1.
    soon: usize,
    is_stronger: bool,
    /// Whether the enemies have a Magicien, whose spells hit three by three cells.
    fears_spells: bool,
    ground: Cells,
    enemy_ground: Cells,
    empty: Cells,
}

/// Health and lives of a team.
fn strength(team: &[Unit]) -> u32 {
    team.iter().map(|unit| u32::from(unit.health()) + 5).sum()
}

/// Goes through what counts about one unit.
#[inline]
fn survey_unit(index: usize, unit: Unit, danger: &Danger, view: &View, listener: &mut impl Listener) {
    let class = unit.class() as usize;
    let mut hear = |weight: usize, count: i32| listener.hear(weight, view.side, index, count);
    hear(LIFE + class, 1);
    hear(HEALTH + class, i32::from(unit.health()));
    hear(READY + class, i32::from(!unit.has_acted()));
    hear(SLOW + class, i32::try_from(unit.slows().min(3)).unwrap_or(0));
    hear(SHIELD, i32::from(unit.shield() > 0));
    hear(MOBILITY + class, count(unit.reach().and(view.empty)));
    hear(PLACE + class, eccentricity(unit));
    if view.fears_spells && !unit.class().flies() {
        let around = AROUND[unit.cell().index()];
        hear(SPACING, count(around.and(view.ground)) - 1);
        hear(SPACING + 1, count(around.and(view.enemy_ground)));
    }
    hear(THREAT + view.soon, danger.soon);
    hear(THREAT + 2, danger.later);
    if view.is_stronger {
        hear(HUNT + class, danger.nearest);
    }
    let health = i32::from(unit.health());
    if danger.single >= health {
        hear(PERIL + 4 * view.soon + class, 1);
    } else if danger.soon >= health {
        hear(PERIL + 8 + 4 * view.soon + class, 1);
    }
}

/// What enemies could take from a unit.
#[derive(Clone, Copy)]
struct Danger {
    /// All those that still act this round together.
    soon: i32,
    /// The strongest of them alone.
    single: i32,
    /// Those that have acted.
    later: i32,
    /// Steps to the nearest of all.
    nearest: i32,
}

impl Danger {
    const NONE: Self = Self { soon: 0, single: 0, later: 0, nearest: 10 };

    #[inline]
    fn add(&mut self, enemy: &Fighter, unit: &Fighter, distance: usize) {
        let loss = i32::from(enemy.strikes[unit.kind][distance].saturating_sub(unit.cover).min(unit.health));
        self.nearest = self.nearest.min(i32::try_from(distance).unwrap_or(0));
        if enemy.has_acted {
            self.later += loss;
        } else {
            self.soon += loss;
            self.single = self.single.max(loss);
        }
    }
}

/// A unit unpacked, for the many looks that strikes between all units take.
#[derive(Clone, Copy)]
struct Fighter {
    cell: Cell,
    strikes: &'static [[u8; 11]; 2],
    /// 0 on the ground, 1 in the air.
    kind: usize,
    health: u8,
    /// What a shield takes off.
    cover: u8,
    has_acted: bool,
}

impl Fighter {
    #[inline]
    fn of(unit: Unit) -> Self {
        Self {
            cell: unit.cell(),
            strikes: &STRIKES[unit.class() as usize],
            kind: usize::from(unit.class().flies()),
            health: unit.health(),
            cover: unit.cover(),
            has_acted: unit.has_acted(),
        }
    }
}

/// The dangers of all units on both sides.
#[inline]
fn dangers(teams: [&[Unit]; 2]) -> [[Danger; TEAM]; 2] {
    let mut firsts = [Danger::NONE; TEAM];
    let mut seconds = [Danger::NONE; TEAM];
    let enemies: ArrayVec<Fighter, TEAM> = teams[1].iter().map(|unit| Fighter::of(*unit)).collect();
    for (&unit, of_first) in teams[0].iter().zip(&mut firsts) {
        let first = Fighter::of(unit);
        for (second, of_second) in enemies.iter().zip(&mut seconds) {
            let distance = first.cell.distance(second.cell);
            of_first.add(second, &first, distance);
            of_second.add(&first, second, distance);
        }
    }
    [firsts, seconds]
}

fn ground(team: &[Unit]) -> Cells {
    let walkers = team.iter().filter(|unit| !unit.class().flies());
    walkers.fold(Cells::NONE, |cells, unit| cells.or(Cells::only(unit.cell())))
}

fn count(cells: Cells) -> i32 {
    cells.count().cast_signed()
}

/// Steps to the four cells in the middle.
pub(super) fn eccentricity(unit: Unit) -> i32 {
    let steps = |line: usize| [2, 1, 0, 0, 1, 2][line];
    steps(unit.cell().column()) + steps(unit.cell().row())
}

/// A lead is worth less the fewer turns are left to make something of it: as much as this part of [`LASTING`].
pub(super) fn turns_left(position: &Bellum) -> i32 {
    LASTING - i32::from(position.number())
}

/// The turns after which a lead would be worth nothing; the game is over before.
pub(super) const LASTING: i32 = 160;

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
    use super::super::field::CELLS;
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
