//! The turns worth searching with their hints, in one go: listing all turns, dropping most casts again and working out
//! what the others do would take several times as long.
//!
//! The order is that of the rules. Of several casts of a unit that lead to the same position one is kept, of those that
//! change nothing none: passing does the same.

use arrayvec::ArrayVec;

use super::deal::{Deal, Scene};
use super::field::Cells;
use super::position::{Bellum, TEAM};
use super::spell::{Effect, Spell};
use super::turn::{Deed, Turn};
use super::unit::Unit;
use crate::game::Position as _;

/// The most casts one unit can choose from: five spells on eight units.
const MOST_CASTS: usize = 40;
/// What one point of a deal's worth counts in the order of turns.
const HINT_PER_WORTH: i32 = 150;
/// A turn that kills comes before all that only promise something.
pub(super) const KILL_HINT: i32 = 12_000;

/// How promising a cast looks.
pub(super) fn hint(deal: &Deal) -> i32 {
    HINT_PER_WORTH * deal.worth + if deal.kills { KILL_HINT } else { 0 }
}

/// Hands out the turns worth searching with their hints; `prunes` if casts that cost more than they bring are not.
#[inline]
pub(super) fn list(position: &Bellum, prunes: bool, mut push: impl FnMut(Turn, i32)) {
    let mut units: ArrayVec<Unit, TEAM> =
        position.team(position.turn()).iter().filter(|unit| !unit.has_acted()).copied().collect();
    units.sort_unstable_by_key(|unit| unit.cell());
    let scene = Scene::of(position);
    for unit in units {
        let actor = unit.cell();
        push(Turn::new(actor, Deed::Pass), 0);
        casts(position, &scene, unit, prunes, |spell, epicentre, deal| {
            push(Turn::new(actor, Deed::Cast(spell, epicentre)), hint(deal));
        });
        for cell in position.destinations(unit) {
            push(Turn::new(actor, Deed::Go(cell)), 0);
        }
    }
}

/// Hands out the casts of a unit that are worth anything and differ in what they do.
#[inline]
pub(super) fn casts(
    position: &Bellum,
    scene: &Scene,
    caster: Unit,
    prunes: bool,
    mut push: impl FnMut(Spell, super::field::Cell, &Deal),
) {
    let mut words = ArrayVec::<u32, MOST_CASTS>::new();
    let enemies = position.standing(position.turn().next(2));
    for &spell in caster.class().spells() {
        // Whoever is hit alone is hit only by what hits his kind; hurting an own unit alone brings nothing.
        let worth_it = if spell.is_wide() || spell.facts().effect == Effect::Shield {
            Cells::ALL
        } else {
            let victims = if prunes { enemies } else { Cells::ALL };
            victims.and(scene.hit_by(spell))
        };
        let mut last = Cells::NONE;
        for epicentre in position.epicentres(caster, spell).and(worth_it) {
            if spell.is_wide() {
                let hit = spell.zone(epicentre).and(scene.hit_by(spell));
                if hit == last || prunes && hit.and(enemies).is_empty() {
                    continue;
                }
                last = hit;
            }
            let deal = scene.deal(spell, epicentre);
            if deal.word == 0 || prunes && deal.worth < 0 || words.contains(&deal.word) {
                continue;
            }
            words.push(deal.word);
            push(spell, epicentre, &deal);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::field::Cell;
    use super::*;
    use crate::game::MoveList;
    use crate::random::Rng;

    /// The slow way: all turns, then without those that are not wanted.
    fn expected(position: &Bellum, prunes: bool) -> Vec<(Turn, i32)> {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let scene = Scene::of(position);
        let mut seen: Vec<(Cell, u32)> = Vec::new();
        let mut wanted = Vec::new();
        for &turn in moves.iter() {
            let Deed::Cast(spell, epicentre) = turn.deed() else {
                wanted.push((turn, 0));
                continue;
            };
            let deal = scene.deal(spell, epicentre);
            if deal.word == 0 || prunes && deal.worth < 0 || seen.contains(&(turn.actor(), deal.word)) {
                continue;
            }
            seen.push((turn.actor(), deal.word));
            wanted.push((turn, hint(&deal)));
        }
        wanted
    }

    #[test]
    fn it_lists_what_is_worth_searching() {
        for seed in 0..60 {
            let mut rng = Rng::new(seed);
            let mut position = Bellum::drawn(&(), seed).unwrap();
            while !position.is_over() {
                for prunes in [true, false] {
                    let mut listed = Vec::new();
                    list(&position, prunes, |turn, hint| listed.push((turn, hint)));
                    assert_eq!(listed, expected(&position, prunes), "{position:?}");
                }
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                position.play(moves[rng.below(moves.len())]);
            }
        }
    }
}
