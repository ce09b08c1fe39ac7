//! The geometry of the board: cells as bits of a word, the ways between them, and floods over all cells at once.
//!
//! Knows walls, but neither pawns nor turns.

use std::fmt;

/// Columns and rows of the board.
pub(super) const SIDE: usize = 9;
/// All cells.
pub(super) const CELLS: usize = SIDE * SIDE;

/// One cell. Counted row by row from a1, which is near and left for the first seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// The cell in this column and row, counted from 0; `None` beyond the board.
    #[must_use]
    pub fn new(column: usize, row: usize) -> Option<Self> {
        (column < SIDE && row < SIDE).then(|| Self::at(column + SIDE * row))
    }

    /// The cell with this index, which must be below [`CELLS`].
    #[inline]
    pub(super) const fn at(index: usize) -> Self {
        debug_assert!(index < CELLS);
        #[expect(clippy::cast_possible_truncation, reason = "below 81")]
        Self(index as u8)
    }

    /// The index, counted row by row.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, counted from 0.
    #[inline]
    #[must_use]
    pub const fn column(self) -> usize {
        self.0 as usize % SIDE
    }

    /// The row, counted from 0.
    #[inline]
    #[must_use]
    pub const fn row(self) -> usize {
        self.0 as usize / SIDE
    }

    /// The set of this cell alone.
    #[inline]
    pub(super) const fn set(self) -> Cells {
        1 << self.0
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 9), self.row() + 1)
    }
}

/// A set of cells, one bit each.
pub(super) type Cells = u128;

pub(super) const ROW: Cells = (1 << SIDE) - 1;
pub(super) const COLUMN: Cells = {
    let mut column = 0;
    let mut row = 0;
    while row < SIDE {
        column |= 1 << (SIDE * row);
        row += 1;
    }
    column
};
pub(super) const BOARD: Cells = (1 << CELLS) - 1;
pub(super) const TOP: Cells = ROW << (SIDE * (SIDE - 1));
pub(super) const RIGHT: Cells = COLUMN << (SIDE - 1);
/// The cells that a wall can be named after.
pub(super) const ANCHORS: Cells = BOARD & !TOP & !RIGHT;

/// The cells of a set in ascending order.
#[inline]
pub(super) fn cells(mut set: Cells) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = Cell::at(set.trailing_zeros() as usize);
            set &= set - 1;
            cell
        })
    })
}

/// The walls on the board, each named by the touched cell nearest to a1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Walls {
    /// Between the rows of the named cell and the one above, over its column and the next.
    pub(super) horizontal: Cells,
    /// Between the columns of the named cell and the one to the right, over its row and the next.
    pub(super) vertical: Cells,
}

impl Walls {
    /// How many there are.
    #[inline]
    pub(super) const fn count(&self) -> u32 {
        self.horizontal.count_ones() + self.vertical.count_ones()
    }

    /// The ways they leave open.
    #[inline]
    pub(super) const fn ways(&self) -> Ways {
        Ways {
            north: BOARD & !TOP & !(self.horizontal | self.horizontal << 1),
            east: BOARD & !RIGHT & !(self.vertical | self.vertical << SIDE),
        }
    }

    /// The places where another wall neither overlaps nor crosses one of these.
    #[inline]
    pub(super) const fn room(&self) -> Self {
        let (h, v) = (self.horizontal, self.vertical);
        Self { horizontal: ANCHORS & !(h | h << 1 | h >> 1 | v), vertical: ANCHORS & !(v | v << SIDE | v >> SIDE | h) }
    }

    /// The places where a wall would join two of: walls that are there, the border. No other place can cut the board
    /// in two: at least two of the three points of a wall (ends and middle) must be touched already.
    pub(super) const fn joints(&self) -> Self {
        let touched = self.points();
        let (left, right) = (touched << 1 | 1, touched >> 1);
        let (below, above) = (touched << SIDE | ROW, touched >> SIDE);
        Self {
            horizontal: touched & (left | right) | left & right,
            vertical: touched & (below | above) | below & above,
        }
    }

    /// The places where a wall would touch another one or the border.
    #[inline]
    pub(super) const fn touching(&self) -> Self {
        let touched = self.points();
        Self {
            horizontal: touched | touched << 1 | touched >> 1 | 1,
            vertical: touched | touched << SIDE | touched >> SIDE | ROW,
        }
    }

    /// The points where cells meet that lie on a wall or on the border. A point has the name of the cell to its lower
    /// left; those of the last row and column lie on the border, and so do those before the first, which have no name.
    #[inline]
    const fn points(&self) -> Cells {
        let (h, v) = (self.horizontal, self.vertical);
        (h | h << 1 | h >> 1 | v | v << SIDE | v >> SIDE) & ANCHORS | TOP | RIGHT
    }

    #[inline]
    pub(super) const fn and(&self, other: &Self) -> Self {
        Self { horizontal: self.horizontal & other.horizontal, vertical: self.vertical & other.vertical }
    }

    #[inline]
    pub(super) const fn or(&self, other: &Self) -> Self {
        Self { horizontal: self.horizontal | other.horizontal, vertical: self.vertical | other.vertical }
    }

    #[inline]
    pub(super) const fn without(&self, other: &Self) -> Self {
        Self { horizontal: self.horizontal & !other.horizontal, vertical: self.vertical & !other.vertical }
    }

    #[inline]
    pub(super) const fn is_empty(&self) -> bool {
        self.horizontal | self.vertical == 0
    }

    /// Each of them alone, horizontal ones first.
    #[inline]
    pub(super) fn each(self) -> impl Iterator<Item = Self> {
        let horizontal = cells(self.horizontal).map(|cell| Self { horizontal: cell.set(), vertical: 0 });
        horizontal.chain(cells(self.vertical).map(|cell| Self { horizontal: 0, vertical: cell.set() }))
    }
}

/// The open ways between neighbouring cells, or any set of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Ways {
    /// The cells one can leave northwards.
    pub(super) north: Cells,
    /// The cells one can leave eastwards.
    pub(super) east: Cells,
}

/// The four directions a pawn can go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    North,
    East,
    South,
    West,
}

impl Direction {
    pub(super) const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The way back.
    #[inline]
    pub(super) const fn reverse(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::East => Self::West,
            Self::South => Self::North,
            Self::West => Self::East,
        }
    }

    /// The two directions across.
    #[inline]
    pub(super) const fn sides(self) -> [Self; 2] {
        match self {
            Self::North | Self::South => [Self::East, Self::West],
            Self::East | Self::West => [Self::North, Self::South],
        }
    }
}

impl Ways {
    /// The cells one step away in a direction.
    #[inline]
    pub(super) const fn step(&self, from: Cells, direction: Direction) -> Cells {
        match direction {
            Direction::North => (from & self.north) << SIDE,
            Direction::East => (from & self.east) << 1,
            Direction::South => from >> SIDE & self.north,
            Direction::West => from >> 1 & self.east,
        }
    }

    /// The cells one step away.
    #[inline]
    pub(super) const fn around(&self, from: Cells) -> Cells {
        (from & self.north) << SIDE | (from & self.east) << 1 | from >> SIDE & self.north | from >> 1 & self.east
    }

    /// Whether one set can be reached from another.
    pub(super) const fn connect(&self, from: Cells, to: Cells) -> bool {
        let mut reached = from;
        loop {
            let next = reached | self.around(reached);
            if next & to != 0 {
                return true;
            }
            if next == reached {
                return false;
            }
            reached = next;
        }
    }

    /// The least number of steps from one set to another; `None` if there is no way.
    pub(super) const fn distance(&self, from: Cells, to: Cells) -> Option<u32> {
        let mut reached = from;
        let mut steps = 0;
        while reached & to == 0 {
            let next = reached | self.around(reached);
            if next == reached {
                return None;
            }
            reached = next;
            steps += 1;
        }
        Some(steps)
    }

    /// The places where a wall would close at least one of these ways.
    #[inline]
    pub(super) const fn crossed_by(&self) -> Walls {
        Walls {
            horizontal: (self.north | self.north >> 1) & ANCHORS,
            vertical: (self.east | self.east >> SIDE) & ANCHORS,
        }
    }

    /// Some shortest way from a cell to a set, as the ways it takes; `None` if there is none.
    pub(super) fn path(&self, from: Cell, to: Cells) -> Option<Self> {
        let mut fronts = [0; CELLS];
        let mut reached = to;
        let mut steps = 0;
        let start = from.set();
        while reached & start == 0 {
            fronts[steps] = reached;
            let next = reached | self.around(reached);
            if next == reached {
                return None;
            }
            reached = next;
            steps += 1;
        }
        // From the start, always into the set that is one step nearer.
        let mut path = Self::default();
        let mut at = start;
        for &nearer in fronts[..steps].iter().rev() {
            let north = self.step(at, Direction::North) & nearer;
            let east = self.step(at, Direction::East) & nearer;
            let south = self.step(at, Direction::South) & nearer;
            if north != 0 {
                path.north |= at;
                at = north;
            } else if south != 0 {
                path.north |= south;
                at = south;
            } else if east != 0 {
                path.east |= at;
                at = east;
            } else {
                at = self.step(at, Direction::West) & nearer;
                path.east |= at;
            }
        }
        Some(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walls(horizontal: &[(usize, usize)], vertical: &[(usize, usize)]) -> Walls {
        let set = |anchors: &[(usize, usize)]| {
            anchors.iter().fold(0, |set, &(column, row)| set | Cell::new(column, row).unwrap().set())
        };
        Walls { horizontal: set(horizontal), vertical: set(vertical) }
    }

    #[test]
    fn an_empty_board_is_open_within_its_border() {
        let ways = Walls::default().ways();
        for cell in (0..CELLS).map(Cell::at) {
            let around: Vec<Cell> = cells(ways.around(cell.set())).collect();
            let is_next = |other: &Cell| cell.column().abs_diff(other.column()) + cell.row().abs_diff(other.row()) == 1;
            assert_eq!(around, (0..CELLS).map(Cell::at).filter(is_next).collect::<Vec<_>>(), "{cell}");
            assert_eq!(ways.distance(cell.set(), TOP), Some(8 - u32::try_from(cell.row()).unwrap()));
        }
        assert_eq!(Walls::default().room().count(), 128);
        assert!(Walls::default().joints().and(&Walls::default().room()).is_empty());
    }

    #[test]
    fn a_wall_closes_two_ways_and_takes_four_places() {
        let some = walls(&[(3, 3)], &[(7, 7)]);
        let ways = some.ways();
        assert_eq!(ways.north.count_ones() + ways.east.count_ones(), 144 - 4);
        // The horizontal one: itself, both neighbours in line, and the crossing; the other stands at the edge.
        assert_eq!(some.room().count(), 128 - 4 - 3);
        assert_eq!(ways.crossed_by().count(), 128 - 2);
    }

    #[test]
    fn walls_that_join_nothing_cut_nothing() {
        let cutters = |walls: &Walls| {
            let cut = |wall: &Walls| !walls.or(wall).ways().connect(ROW, TOP);
            walls.room().each().filter(cut).fold(Walls::default(), |all, wall| all.or(&wall))
        };
        // A row of walls from the left border leaves one way on the right, then a pocket that one wall closes.
        let row = walls(&[(0, 4), (2, 4), (4, 4), (6, 4)], &[]);
        assert!(cutters(&row).is_empty());
        let pocket = walls(&[(0, 4), (2, 4), (4, 4), (6, 4)], &[(7, 3)]);
        assert_eq!(cutters(&pocket), walls(&[(7, 2)], &[]));
        assert!(cutters(&pocket).without(&pocket.joints()).is_empty());
    }

    #[test]
    fn a_path_is_connected_and_as_short_as_can_be() {
        let maze = walls(&[(3, 7), (5, 7), (1, 5)], &[(3, 6), (6, 6)]);
        let ways = maze.ways();
        let start = Cell::new(4, 6).unwrap();
        let path = ways.path(start, TOP).unwrap();
        let steps = path.north.count_ones() + path.east.count_ones();
        assert_eq!(Some(steps), ways.distance(start.set(), TOP));
        assert!(path.connect(start.set(), TOP), "the ways of the path alone lead there");
        assert_eq!((path.north & !ways.north, path.east & !ways.east), (0, 0));
    }
}
