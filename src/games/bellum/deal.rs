//! What casts would do, worked out once for a position so that looking at all of them is cheap.

use super::field::{CELLS, Cell, Cells};
use super::position::{Bellum, TEAM};
use super::spell::{Effect, Spell};
use super::unit::Unit;
use crate::game::Position as _;

/// What a cast does, as seen by the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Deal {
    /// Health taken from each unit, three bits each, and who gets an effect, one bit each. The same unit casting with
    /// equal words leaves equal positions; nothing at all is the same as a pass.
    pub(super) word: u32,
    /// What it takes from the other side less what it costs the own.
    pub(super) worth: i32,
    /// Whether somebody of the other side dies.
    pub(super) kills: bool,
}

/// What a point of health, a life, the turn of a unit that has not acted and a slow are worth in a deal.
pub(super) const POINT: i32 = 4;
const LIFE: i32 = 16;
const TURN: i32 = 10;
const SLOW: i32 = 5;
/// What a shield is worth to who raises it.
const SHIELD: i32 = 3;
/// Where the bits of effects begin in the word of a deal.
const EFFECTS: usize = 3 * 2 * TEAM;

/// All units of a position with their places: those of the side to move first, then the others.
pub(super) struct Scene {
    units: [Unit; 2 * TEAM],
    /// Where somebody stands: on the ground, in the air.
    ground: Cells,
    flying: Cells,
    /// The place of the unit on each occupied cell.
    places: [u8; CELLS],
}

impl Scene {
    #[inline]
    pub(super) fn of(position: &Bellum) -> Self {
        let (ground, flying) = (Cells::NONE, Cells::NONE);
        let mut scene = Self { units: [Unit::NOBODY; 2 * TEAM], ground, flying, places: [0; CELLS] };
        for (first, seat) in [(0, position.turn()), (TEAM, position.turn().next(2))] {
            for (place, unit) in (first..).zip(position.team(seat)) {
                scene.units[place] = *unit;
                scene.places[unit.cell().index()] = u8::try_from(place).unwrap_or(0);
                let cells = if unit.class().flies() { &mut scene.flying } else { &mut scene.ground };
                *cells = cells.or(Cells::only(unit.cell()));
            }
        }
        scene
    }

    /// The cells of all units that a spell affects if it reaches them.
    #[inline]
    pub(super) fn hit_by(&self, spell: Spell) -> Cells {
        let facts = spell.facts();
        let ground = if facts.hits_ground { self.ground } else { Cells::NONE };
        if facts.hits_flying { ground.or(self.flying) } else { ground }
    }

    /// What a cast would do.
    #[inline]
    pub(super) fn deal(&self, spell: Spell, epicentre: Cell) -> Deal {
        let mut deal = Deal::default();
        if spell.is_wide() {
            for cell in spell.zone(epicentre).and(self.hit_by(spell)) {
                self.count(spell, usize::from(self.places[cell.index()]), &mut deal);
            }
        } else {
            self.count(spell, usize::from(self.places[epicentre.index()]), &mut deal);
        }
        deal
    }

    /// Counts what happens to the unit at a place that is hit.
    #[inline]
    fn count(&self, spell: Spell, place: usize, deal: &mut Deal) {
        let unit = self.units[place];
        let facts = spell.facts();
        if !facts.hits(unit.class()) {
            return;
        }
        let is_enemy = place >= TEAM;
        let loss = unit.loss(facts.damage);
        deal.word |= u32::from(loss) << (3 * place);
        let mut worth = POINT * i32::from(loss);
        if loss == unit.health() {
            deal.kills |= is_enemy;
            worth += LIFE + if unit.has_acted() { 0 } else { TURN };
        } else if facts.effect != Effect::Nothing {
            deal.word |= 1 << (EFFECTS + place);
            worth += if facts.effect == Effect::Slow { SLOW } else { -SHIELD };
        }
        deal.worth += if is_enemy { worth } else { -worth };
    }
}

#[cfg(test)]
mod tests {
    use super::super::turn::Deed;
    use super::*;
    use crate::game::MoveList;
    use crate::random::Rng;

    /// Equal words are equal positions, and every deal tells who dies.
    #[test]
    fn deals_tell_what_casts_do() {
        let mut merged = 0;
        for seed in 0..40 {
            let mut rng = Rng::new(seed);
            let mut position = Bellum::drawn(&(), seed).unwrap();
            while !position.is_over() {
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                let scene = Scene::of(&position);
                let enemy = position.turn().next(2);
                let mut seen: Vec<(Cell, u32, Bellum)> = Vec::new();
                for &turn in moves.iter() {
                    let mut after = position;
                    after.play(turn);
                    let word = match turn.deed() {
                        Deed::Go(_) => continue,
                        Deed::Pass => 0,
                        Deed::Cast(spell, epicentre) => {
                            let deal = scene.deal(spell, epicentre);
                            assert_eq!(deal.kills, after.team(enemy).len() < position.team(enemy).len());
                            deal.word
                        }
                    };
                    for (actor, earlier, result) in &seen {
                        let is_same = *actor == turn.actor() && *earlier == word;
                        assert!(!is_same || *result == after, "{turn:?} in {position:?}");
                        merged += usize::from(is_same);
                    }
                    seen.push((turn.actor(), word, after));
                }
                position.play(moves[rng.below(moves.len())]);
            }
        }
        assert!(merged > 1000, "hardly anything was merged");
    }
}
