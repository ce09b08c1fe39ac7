//! The eleven spells: who casts them, how far, on whom, and what they do.

use super::field::{ANYWHERE, AROUND, BESIDE, Cell, Cells, FOUR_AWAY, HERE, WITHIN_FOUR, WITHIN_TWO};
use super::unit::Class;

/// A spell. The order is that of the letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Spell {
    /// Baliste de feu.
    Ballista,
    /// Coup de taille.
    Cleave,
    /// Tremblement de terre.
    Earthquake,
    /// Boule de feu.
    Fireball,
    /// Instinct d'esquive.
    Instinct,
    /// Coup de jarnac.
    Jarnac,
    /// Terre marécageuse.
    Marsh,
    /// Nuage maléfique.
    Cloud,
    /// Fiole de poison.
    Poison,
    /// Enchevêtrement de ronces.
    Brambles,
    /// Tempête.
    Storm,
}

/// What a spell leaves behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    Nothing,
    Slow,
    Shield,
}

/// What the rules say about a spell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    pub(super) letter: char,
    pub(super) damage: u8,
    /// Where the epicentre may lie, by the caster's cell.
    range: &'static [Cells],
    /// What is hit, by the epicentre.
    zone: &'static [Cells],
    pub(super) hits_ground: bool,
    pub(super) hits_flying: bool,
    pub(super) effect: Effect,
}

/// A spell of one cell that hits everybody, four steps away at most; the others differ from it.
const COMMON: Facts = Facts {
    letter: 'F',
    damage: 4,
    range: &WITHIN_FOUR,
    zone: &HERE,
    hits_ground: true,
    hits_flying: true,
    effect: Effect::Nothing,
};

static FACTS: [Facts; Spell::COUNT] = [
    Facts { letter: 'B', damage: 6, range: &FOUR_AWAY, ..COMMON },
    Facts { letter: 'C', range: &HERE, zone: &BESIDE, hits_flying: false, ..COMMON },
    Facts { letter: 'E', damage: 3, range: &ANYWHERE, zone: &AROUND, hits_flying: false, ..COMMON },
    COMMON,
    Facts { letter: 'I', damage: 0, range: &HERE, hits_flying: false, effect: Effect::Shield, ..COMMON },
    Facts { letter: 'J', damage: 2, hits_flying: false, ..COMMON },
    Facts { letter: 'M', damage: 0, range: &ANYWHERE, zone: &AROUND, effect: Effect::Slow, ..COMMON },
    Facts { letter: 'N', damage: 3, range: &WITHIN_TWO, ..COMMON },
    Facts { letter: 'P', damage: 2, range: &WITHIN_TWO, ..COMMON },
    Facts { letter: 'R', damage: 0, effect: Effect::Slow, ..COMMON },
    Facts { letter: 'S', range: &ANYWHERE, zone: &AROUND, hits_ground: false, ..COMMON },
];

impl Spell {
    pub(super) const COUNT: usize = 11;

    /// All spells in order.
    pub(super) const ALL: [Self; Self::COUNT] = [
        Self::Ballista,
        Self::Cleave,
        Self::Earthquake,
        Self::Fireball,
        Self::Instinct,
        Self::Jarnac,
        Self::Marsh,
        Self::Cloud,
        Self::Poison,
        Self::Brambles,
        Self::Storm,
    ];

    /// What the rules say about it.
    #[inline]
    pub(super) fn facts(self) -> &'static Facts {
        &FACTS[self as usize]
    }

    pub(super) fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|spell| spell.facts().letter == letter)
    }

    /// The cells that an epicentre may lie on.
    #[inline]
    pub(super) fn range(self, caster: Cell) -> Cells {
        self.facts().range[caster.index()]
    }

    /// The cells that are hit.
    #[inline]
    pub(super) fn zone(self, epicentre: Cell) -> Cells {
        self.facts().zone[epicentre.index()]
    }

    /// Whether it can hit more than one cell.
    #[inline]
    pub(super) fn is_wide(self) -> bool {
        matches!(self, Self::Cleave | Self::Earthquake | Self::Marsh | Self::Storm)
    }
}

impl Facts {
    /// Whether a unit of this class is affected at all.
    #[inline]
    pub(super) const fn hits(&self, class: Class) -> bool {
        if class.flies() { self.hits_flying } else { self.hits_ground }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_facts_stand_in_the_order_of_the_letters() {
        let letters: String = Spell::ALL.iter().map(|spell| spell.facts().letter).collect();
        assert_eq!(letters, "BCEFIJMNPRS");
        for spell in Spell::ALL {
            assert_eq!(Spell::from_letter(spell.facts().letter), Some(spell));
            assert_eq!(spell.is_wide(), spell.zone(Cell::new(14)).count() > 1);
        }
        assert_eq!(Spell::from_letter('A'), None);
    }
}
