//! The four classes of units, and one unit with all that is known about it in one word.

use super::field::{Cell, Cells, MOST_SLOWS, RIDES, SNEAKS, WALKS};
use super::spell::Spell;

/// What a unit is. The order is that of position texts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Class {
    Magicien,
    Guerrier,
    Voleur,
    Cavalier,
}

impl Class {
    pub(super) const ALL: [Self; 4] = [Self::Magicien, Self::Guerrier, Self::Voleur, Self::Cavalier];

    /// The letter of the first player's units; the second player's are in lower case.
    pub(super) const fn letter(self) -> char {
        ['M', 'G', 'V', 'C'][self as usize]
    }

    pub(super) const fn name(self) -> &'static str {
        ["Magicien", "Guerrier", "Voleur", "Cavalier"][self as usize]
    }

    #[inline]
    pub(super) const fn full_health(self) -> u8 {
        [8, 12, 8, 10][self as usize]
    }

    #[inline]
    pub(super) const fn flies(self) -> bool {
        matches!(self, Self::Cavalier)
    }

    /// The spells of the class in the order of their letters.
    #[inline]
    pub(super) const fn spells(self) -> &'static [Spell] {
        match self {
            Self::Magicien => &[Spell::Earthquake, Spell::Fireball, Spell::Marsh, Spell::Brambles, Spell::Storm],
            Self::Guerrier => &[Spell::Ballista, Spell::Cleave, Spell::Jarnac],
            Self::Voleur => &[Spell::Instinct, Spell::Jarnac, Spell::Poison],
            Self::Cavalier => &[Spell::Jarnac, Spell::Cloud, Spell::Brambles],
        }
    }

    /// Where a unit of the class may go from a cell under so many slows, if nobody is in the way.
    #[inline]
    pub(super) fn reach(self, from: Cell, slows: usize) -> Cells {
        let reaches = match self {
            Self::Magicien | Self::Guerrier => &WALKS,
            Self::Voleur => &SNEAKS,
            Self::Cavalier => &RIDES,
        };
        reaches[slows.min(MOST_SLOWS)][from.index()]
    }
}

/// A living unit: class, cell, health, whether it has acted, shield and slows. The order of units is that of texts,
/// first by class, then by cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Unit(u32);

// The fields from the low end: slows with two turns left, slows with one, shield, acted, health, cell, class.
const FRESH_SLOWS: u32 = 0;
const OLD_SLOWS: u32 = 4;
const SHIELD: u32 = 8;
const ACTED: u32 = 10;
const HEALTH: u32 = 11;
const CELL: u32 = 15;
const CLASS: u32 = 21;

/// How many numbers [`Unit::state`] and [`Unit::spot`] go through.
pub(super) const STATES: usize = 1 << 7;
pub(super) const SPOTS: usize = 1 << 8;

/// How many turns an effect lasts when it is cast; the unit's own turns are counted.
const DURATION: u8 = 2;
/// What a shield takes off every hit.
const SHIELD_STRENGTH: u8 = 3;
/// Between two turns of a unit the seven others can slow it twice each, and it can add one itself: more slows of one
/// kind cannot come together.
pub(super) const SLOW_LIMIT: u8 = 15;

impl Unit {
    /// No unit: fills up the places of the dead.
    pub(super) const NOBODY: Self = Self(0);

    /// A unit in full health that has not acted.
    pub(super) const fn new(class: Class, cell: Cell) -> Self {
        let mut unit = Self((class as u32) << CLASS);
        unit.set_cell(cell);
        unit.set_health(class.full_health());
        unit
    }

    /// The word that holds it all, for keys.
    #[inline]
    pub(super) const fn word(self) -> u32 {
        self.0
    }

    #[inline]
    const fn field(self, shift: u32, width: u32) -> u8 {
        #[expect(clippy::cast_possible_truncation, reason = "no field has more than 6 bits")]
        {
            (self.0 >> shift & ((1 << width) - 1)) as u8
        }
    }

    #[inline]
    const fn set_field(&mut self, shift: u32, width: u32, value: u8) {
        debug_assert!((value as u32) < 1 << width);
        self.0 = self.0 & !(((1 << width) - 1) << shift) | (value as u32) << shift;
    }

    #[inline]
    pub(super) const fn class(self) -> Class {
        Class::ALL[self.field(CLASS, 2) as usize]
    }

    #[inline]
    pub(super) const fn cell(self) -> Cell {
        Cell::new(self.field(CELL, 6) as usize)
    }

    #[inline]
    pub(super) const fn health(self) -> u8 {
        self.field(HEALTH, 4)
    }

    #[inline]
    pub(super) const fn has_acted(self) -> bool {
        self.field(ACTED, 1) == 1
    }

    /// The turns a shield still lasts, 0 if there is none.
    #[inline]
    pub(super) const fn shield(self) -> u8 {
        self.field(SHIELD, 2)
    }

    /// The slows with two turns left.
    #[inline]
    pub(super) const fn fresh_slows(self) -> u8 {
        self.field(FRESH_SLOWS, 4)
    }

    /// The slows with one turn left.
    #[inline]
    pub(super) const fn old_slows(self) -> u8 {
        self.field(OLD_SLOWS, 4)
    }

    /// All slows together.
    #[inline]
    pub(super) const fn slows(self) -> usize {
        self.fresh_slows() as usize + self.old_slows() as usize
    }

    /// Whether it is one of the living.
    #[inline]
    pub(super) const fn is_alive(self) -> bool {
        self.health() > 0
    }

    /// Whether it is slowed or shielded.
    #[inline]
    pub(super) const fn has_effects(self) -> bool {
        self.0 & ((1 << ACTED) - 1) != 0
    }

    /// Class, health and whether it has acted as a number below [`STATES`].
    #[inline]
    pub(super) const fn state(self) -> usize {
        (self.0 >> ACTED & 31 | (self.0 >> CLASS & 3) << 5) as usize
    }

    /// Class and cell as a number below [`SPOTS`].
    #[inline]
    pub(super) const fn spot(self) -> usize {
        (self.0 >> CELL & 255) as usize
    }

    /// Where it may go if nobody is in the way.
    #[inline]
    pub(super) fn reach(self) -> Cells {
        self.class().reach(self.cell(), self.slows())
    }

    #[inline]
    pub(super) const fn set_cell(&mut self, cell: Cell) {
        #[expect(clippy::cast_possible_truncation, reason = "below 36")]
        self.set_field(CELL, 6, cell.index() as u8);
    }

    #[inline]
    pub(super) const fn set_health(&mut self, health: u8) {
        self.set_field(HEALTH, 4, health);
    }

    #[inline]
    pub(super) const fn set_acted(&mut self, acted: bool) {
        self.set_field(ACTED, 1, acted as u8);
    }

    #[inline]
    pub(super) const fn set_shield(&mut self, turns: u8) {
        self.set_field(SHIELD, 2, turns);
    }

    #[inline]
    pub(super) const fn set_slows(&mut self, fresh: u8, old: u8) {
        self.set_field(FRESH_SLOWS, 4, fresh);
        self.set_field(OLD_SLOWS, 4, old);
    }

    /// What a shield takes off every hit; nothing if there is none.
    #[inline]
    pub(super) const fn cover(self) -> u8 {
        if self.shield() > 0 { SHIELD_STRENGTH } else { 0 }
    }

    /// What a hit of this strength takes from it, as far as there is anything to take.
    #[inline]
    pub(super) const fn loss(self, damage: u8) -> u8 {
        let taken = damage.saturating_sub(self.cover());
        if taken < self.health() { taken } else { self.health() }
    }

    /// Takes a hit.
    #[inline]
    pub(super) const fn suffer(&mut self, damage: u8) {
        self.set_health(self.health() - self.loss(damage));
    }

    /// Gets one more slow.
    #[inline]
    pub(super) const fn slow_down(&mut self) {
        let slows = self.fresh_slows();
        self.set_field(FRESH_SLOWS, 4, if slows < SLOW_LIMIT { slows + 1 } else { SLOW_LIMIT });
    }

    /// Gets a fresh shield.
    #[inline]
    pub(super) const fn raise_shield(&mut self) {
        self.set_shield(DURATION);
    }

    /// Ends its own turn: it has acted, and every effect on it has one turn less.
    #[inline]
    pub(super) const fn finish_turn(&mut self) {
        self.set_acted(true);
        self.set_slows(0, self.fresh_slows());
        self.set_shield(self.shield().saturating_sub(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_do_not_disturb_each_other() {
        let mut unit = Unit::new(Class::Cavalier, Cell::new(35));
        unit.set_slows(14, 15);
        unit.raise_shield();
        unit.set_acted(true);
        unit.set_cell(Cell::new(7));
        unit.set_health(10);
        assert_eq!((unit.class(), unit.cell(), unit.health()), (Class::Cavalier, Cell::new(7), 10));
        assert_eq!((unit.shield(), unit.fresh_slows(), unit.old_slows(), unit.has_acted()), (2, 14, 15, true));
        unit.finish_turn();
        assert_eq!((unit.shield(), unit.fresh_slows(), unit.old_slows(), unit.has_acted()), (1, 0, 14, true));
        unit.slow_down();
        assert_eq!(unit.slows(), 15);
    }

    #[test]
    fn a_shield_takes_three_and_never_heals() {
        let mut unit = Unit::new(Class::Voleur, Cell::new(0));
        unit.raise_shield();
        assert_eq!([2, 3, 4, 6].map(|damage| unit.loss(damage)), [0, 0, 1, 3]);
        unit.set_shield(0);
        unit.set_health(2);
        assert_eq!([2, 3, 6].map(|damage| unit.loss(damage)), [2, 2, 2]);
    }

    #[test]
    fn units_are_ordered_by_class_then_cell() {
        let unit = |class, cell| Unit::new(class, Cell::new(cell));
        assert!(unit(Class::Magicien, 35) < unit(Class::Guerrier, 0));
        assert!(unit(Class::Voleur, 3) < unit(Class::Voleur, 4));
        assert!(Unit::NOBODY < unit(Class::Magicien, 0));
    }
}
