//! A turn, the move of this game: one unit passes, moves or casts a spell.

use super::field::{CELLS, Cell};
use super::spell::Spell;
use crate::game::Move;

/// What a unit does in its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deed {
    /// Nothing.
    Pass,
    /// Casts a spell on the unit at a cell.
    Cast(Spell, Cell),
    /// Goes to a cell.
    Go(Cell),
}

/// One unit's turn, told by cells: who acts, what it does, and where. The order is that of the texts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Turn(u16);

// From the low end: target cell, deed, acting cell. Deeds are 1 pass, 2 to 12 spells, 13 go.
const DEED: u32 = 6;
const ACTOR: u32 = 10;
const PASS: u16 = 1;
const FIRST_SPELL: u16 = 2;
const GO: u16 = 13;

impl Turn {
    /// The turn in which the unit at a cell does something.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "cells are below 36")]
    pub(super) const fn new(actor: Cell, deed: Deed) -> Self {
        let (deed, target) = match deed {
            Deed::Pass => (PASS, 0),
            Deed::Cast(spell, target) => (FIRST_SPELL + spell as u16, target.index()),
            Deed::Go(target) => (GO, target.index()),
        };
        Self((actor.index() as u16) << ACTOR | deed << DEED | target as u16)
    }

    /// The turn with this packed number, if it is one at all.
    pub(super) fn unpacked(packed: u32) -> Option<Self> {
        let word = u16::try_from(packed).ok()?;
        let (actor, target) = (usize::from(word >> ACTOR), usize::from(word & 63));
        let is_deed = match word >> DEED & 15 {
            PASS => target == 0,
            deed => (FIRST_SPELL..=GO).contains(&deed),
        };
        (is_deed && actor < CELLS && target < CELLS).then_some(Self(word))
    }

    /// The cell of the unit that acts.
    #[inline]
    pub(super) const fn actor(self) -> Cell {
        Cell::new((self.0 >> ACTOR) as usize)
    }

    /// What it does.
    #[inline]
    pub(super) const fn deed(self) -> Deed {
        let target = Cell::new((self.0 & 63) as usize);
        match self.0 >> DEED & 15 {
            PASS => Deed::Pass,
            GO => Deed::Go(target),
            spell => Deed::Cast(Spell::ALL[(spell - FIRST_SPELL) as usize], target),
        }
    }
}

impl Move for Turn {
    fn pack(self) -> u32 {
        u32::from(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::position::Bellum;
    use super::*;
    use crate::game::{MoveList, Position as _};
    use crate::random::Rng;

    #[test]
    fn turns_survive_packing() {
        let (one, other) = (Cell::new(35), Cell::new(7));
        let casts = Spell::ALL.map(|spell| Deed::Cast(spell, other));
        for deed in [Deed::Pass, Deed::Go(other)].into_iter().chain(casts) {
            let turn = Turn::new(one, deed);
            assert_eq!((turn.actor(), turn.deed()), (one, deed));
            assert_eq!(Turn::unpacked(turn.pack()), Some(turn));
        }
        for nonsense in [0, 0x3f, 0x41, 0x64, 0x380, 0x9040, 0x1_0040] {
            assert_eq!(Turn::unpacked(nonsense), None, "{nonsense}");
        }
    }

    /// Of all numbers, those of the legal turns are taken and no others.
    #[test]
    fn only_legal_turns_are_unpacked() {
        for seed in 0..3 {
            let mut rng = Rng::new(seed);
            let mut position = Bellum::drawn(&(), seed).unwrap();
            loop {
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                let taken: Vec<Turn> = (0..1 << 17).filter_map(|packed| position.unpacked(packed)).collect();
                let mut legal = moves.to_vec();
                legal.sort_unstable();
                assert_eq!(taken, legal, "{position:?}");
                if moves.is_empty() {
                    break;
                }
                position.play(moves[rng.below(moves.len())]);
            }
        }
    }
}
