//! A turn, the move of this game: one unit passes, moves or casts a spell.

use super::field::Cell;
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
    use super::*;

    #[test]
    fn turns_survive_packing() {
        let (one, other) = (Cell::new(35), Cell::new(7));
        let casts = Spell::ALL.map(|spell| Deed::Cast(spell, other));
        for deed in [Deed::Pass, Deed::Go(other)].into_iter().chain(casts) {
            let turn = Turn::new(one, deed);
            assert_eq!((turn.actor(), turn.deed()), (one, deed));
        }
    }
}
