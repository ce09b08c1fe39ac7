//! A position as the search sees it: the stones, and the cells with which each side would win.

use super::field::{Cells, Field};

/// An unfinished position in which the side to move cannot win at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// The stones of the side to move.
    pub(super) own: Cells,
    /// The stones of both.
    pub(super) all: Cells,
    /// The empty cells with which the side to move would win.
    pub(super) own_threats: Cells,
    /// The empty cells with which the other side would win.
    pub(super) other_threats: Cells,
    /// How many stones there are.
    pub(super) stones: i32,
    /// The cell of the latest stone; none if that is not known.
    pub(super) last: Cells,
}

impl Spot {
    /// The spot with these stones.
    pub(super) fn new<const H: u32>(field: &Field<H>, own: Cells, all: Cells) -> Self {
        let empty = field.board ^ all;
        Self {
            own,
            all,
            own_threats: Field::<H>::threats(own, empty),
            other_threats: Field::<H>::threats(own ^ all, empty),
            stones: all.count_ones().cast_signed(),
            last: 0,
        }
    }

    /// The stones of the side that is not to move.
    #[inline]
    pub(super) const fn other(&self) -> Cells {
        self.own ^ self.all
    }

    /// The player to move: 0 for the first, 1 for the second.
    #[inline]
    pub(super) const fn player(&self) -> usize {
        (self.stones & 1).cast_unsigned() as usize
    }

    /// The spot after a stone on this cell, which leaves the mover with these threats.
    #[inline]
    pub(super) const fn after(&self, cell: Cells, threats: Cells) -> Self {
        Self {
            own: self.own ^ self.all,
            all: self.all | cell,
            own_threats: self.other_threats & !cell,
            other_threats: threats,
            stones: self.stones + 1,
            last: cell,
        }
    }

    /// A number that no other spot of the same board has.
    #[inline]
    pub(super) const fn key(&self) -> u64 {
        self.own + self.all
    }
}
