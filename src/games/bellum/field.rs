//! The board as cells and sets of cells: distances, reaches of units, ranges and zones of spells, all worked out at
//! compile time. Knows neither sides nor turns.

use std::fmt;

/// The length of a side of the board.
pub(super) const SIDE: usize = 6;
/// The number of cells.
pub(super) const CELLS: usize = SIDE * SIDE;
/// More slows than this make no difference: nobody reaches further than three cells.
pub(super) const MOST_SLOWS: usize = 3;

/// A cell, counted down the columns, so that the order of cells is the order of their names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Cell(u8);

impl Cell {
    /// The cell in this column and row, counted from 0.
    pub(super) fn at(column: usize, row: usize) -> Option<Self> {
        (column < SIDE && row < SIDE).then(|| Self::new(column * SIDE + row))
    }

    /// The cell with this number.
    #[inline]
    pub(super) const fn new(index: usize) -> Self {
        debug_assert!(index < CELLS);
        #[expect(clippy::cast_possible_truncation, reason = "below 36")]
        Self(index as u8)
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(super) const fn column(self) -> usize {
        self.0 as usize / SIDE
    }

    #[inline]
    pub(super) const fn row(self) -> usize {
        self.0 as usize % SIDE
    }

    /// Steps along columns and rows from one cell to another.
    #[inline]
    pub(super) const fn distance(self, other: Self) -> usize {
        DISTANCES[self.index()][other.index()] as usize
    }

    /// Reads a name such as `a1`.
    pub(super) fn from_name(name: &[u8]) -> Option<Self> {
        let [column @ b'a'..=b'f', row @ b'1'..=b'6'] = *name else { return None };
        Self::at(usize::from(column - b'a'), usize::from(row - b'1'))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = ['a', 'b', 'c', 'd', 'e', 'f'];
        write!(f, "{}{}", letters[self.column()], self.row() + 1)
    }
}

/// A set of cells, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Cells(u64);

impl Cells {
    pub(super) const NONE: Self = Self(0);
    pub(super) const ALL: Self = Self((1 << CELLS) - 1);

    #[inline]
    pub(super) const fn only(cell: Cell) -> Self {
        Self(1 << cell.0)
    }

    #[inline]
    pub(super) const fn has(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 == 1
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) const fn count(self) -> u32 {
        self.0.count_ones()
    }

    #[inline]
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    #[inline]
    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline]
    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl IntoIterator for Cells {
    type Item = Cell;
    type IntoIter = InOrder;

    #[inline]
    fn into_iter(self) -> InOrder {
        InOrder(self)
    }
}

/// The cells of a set in their order.
pub(super) struct InOrder(Cells);

impl Iterator for InOrder {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let rest = self.0.0;
        if rest == 0 {
            return None;
        }
        self.0.0 = rest & (rest - 1);
        Some(Cell::new(rest.trailing_zeros() as usize))
    }
}

/// A pattern of cells around each cell of the board.
type Pattern = [Cells; CELLS];

const fn gap(one: usize, other: usize) -> usize {
    one.abs_diff(other)
}

static DISTANCES: [[u8; CELLS]; CELLS] = {
    let mut table = [[0; CELLS]; CELLS];
    let mut from = 0;
    while from < CELLS {
        let mut to = 0;
        while to < CELLS {
            let steps = gap(from / SIDE, to / SIDE) + gap(from % SIDE, to % SIDE);
            #[expect(clippy::cast_possible_truncation, reason = "at most 10")]
            {
                table[from][to] = steps as u8;
            }
            to += 1;
        }
        from += 1;
    }
    table
};

/// How the cells of a pattern lie around its centre.
#[derive(Clone, Copy)]
enum Form {
    /// So many steps at least and at most.
    Ring(usize, usize),
    /// Straight along a column or row, at most so far, not the centre.
    Straight(usize),
    /// Along a diagonal, at most so far, not the centre.
    Diagonal(usize),
    /// So far in both directions at once, not the centre.
    Square(usize),
}

impl Form {
    const fn has(self, across: usize, down: usize) -> bool {
        let straight = across == 0 || down == 0;
        let far = if across > down { across } else { down };
        match self {
            Self::Ring(least, most) => across + down >= least && across + down <= most,
            Self::Straight(reach) => straight && far >= 1 && far <= reach,
            Self::Diagonal(reach) => across == down && far >= 1 && far <= reach,
            Self::Square(reach) => far >= 1 && far <= reach,
        }
    }

    const fn pattern(self) -> Pattern {
        let mut pattern = [Cells::NONE; CELLS];
        let mut from = 0;
        while from < CELLS {
            let mut to = 0;
            while to < CELLS {
                if self.has(gap(from / SIDE, to / SIDE), gap(from % SIDE, to % SIDE)) {
                    pattern[from] = pattern[from].or(Cells::only(Cell::new(to)));
                }
                to += 1;
            }
            from += 1;
        }
        pattern
    }
}

const fn joined(one: &Pattern, other: &Pattern) -> Pattern {
    let mut pattern = *one;
    let mut cell = 0;
    while cell < CELLS {
        pattern[cell] = pattern[cell].or(other[cell]);
        cell += 1;
    }
    pattern
}

/// The cells themselves.
pub(super) static HERE: Pattern = Form::Ring(0, 0).pattern();
/// The whole board.
pub(super) static ANYWHERE: Pattern = [Cells::ALL; CELLS];
/// At most two steps away.
pub(super) static WITHIN_TWO: Pattern = Form::Ring(0, 2).pattern();
/// At most four steps away.
pub(super) static WITHIN_FOUR: Pattern = Form::Ring(0, 4).pattern();
/// Four steps away, no more and no less.
pub(super) static FOUR_AWAY: Pattern = Form::Ring(4, 4).pattern();
/// The four neighbours along columns and rows.
pub(super) static BESIDE: Pattern = Form::Ring(1, 1).pattern();
/// Three by three cells around, the centre included.
pub(super) static AROUND: Pattern = joined(&Form::Square(1).pattern(), &Form::Ring(0, 0).pattern());

/// Where somebody who walks may go, by the number of slows.
pub(super) static WALKS: [Pattern; MOST_SLOWS + 1] =
    [Form::Straight(2).pattern(), Form::Straight(1).pattern(), [Cells::NONE; CELLS], [Cells::NONE; CELLS]];
/// Where somebody who sneaks may go, by the number of slows.
pub(super) static SNEAKS: [Pattern; MOST_SLOWS + 1] = [
    joined(&Form::Straight(3).pattern(), &Form::Diagonal(2).pattern()),
    joined(&Form::Straight(2).pattern(), &Form::Diagonal(1).pattern()),
    Form::Straight(1).pattern(),
    [Cells::NONE; CELLS],
];
/// Where somebody who rides the sky may go, by the number of slows.
pub(super) static RIDES: [Pattern; MOST_SLOWS + 1] =
    [Form::Square(2).pattern(), Form::Square(1).pattern(), [Cells::NONE; CELLS], [Cells::NONE; CELLS]];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_order_of_cells() {
        let names: Vec<String> = (0..CELLS).map(|index| Cell::new(index).to_string()).collect();
        assert!(names.is_sorted() && names[0] == "a1" && names[35] == "f6");
        for name in &names {
            assert_eq!(Cell::from_name(name.as_bytes()).map(|cell| cell.to_string()).as_ref(), Some(name));
        }
        for name in ["", "a", "a0", "a7", "g1", "A1", "a11", "1a"] {
            assert_eq!(Cell::from_name(name.as_bytes()), None, "{name}");
        }
    }

    #[test]
    fn reaches_in_the_open_have_the_sizes_of_the_rules() {
        // On this board only a middle cell has room for everything but the longest straight ways.
        let middle = Cell::at(2, 2).unwrap().index();
        let sizes = |reaches: &[Pattern]| reaches.iter().map(|reach| reach[middle].count()).collect::<Vec<_>>();
        assert_eq!(sizes(&WALKS), [8, 4, 0, 0]);
        assert_eq!(sizes(&SNEAKS), [20 - 2, 12, 4, 0]);
        assert_eq!(sizes(&RIDES), [24, 8, 0, 0]);
        assert_eq!((AROUND[middle].count(), BESIDE[middle].count(), FOUR_AWAY[0].count()), (9, 4, 5));
    }
}
