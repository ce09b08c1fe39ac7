//! The geometry of a board whose height is known at compile time, for the innermost loops.
//!
//! The same layout as [`Grid`](super::super::grid::Grid): `H + 1` bits per column, the spare bit on top always empty.

use super::super::grid::Shape;

/// A set of cells.
pub(super) type Cells = u64;

/// The constants of a board of `H` rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<const H: u32> {
    pub(super) width: u32,
    /// The lowest cell of every column.
    pub(super) bottom: Cells,
    /// All cells.
    pub(super) board: Cells,
    /// The rows 1, 3, 5 and so on, the bottom row being row 1.
    pub(super) odd: Cells,
    /// How many cells there are.
    pub(super) count: i32,
}

impl<const H: u32> Field<H> {
    /// The field of a shape of this height.
    pub(super) fn new(shape: Shape) -> Self {
        debug_assert!(shape.height() == H as usize && shape.fits::<Cells>());
        let width = u32::from(shape.width);
        let bottom = (0..width).fold(0, |set, column| set | 1 << (column * (H + 1)));
        let board = (bottom << H) - bottom;
        let odd = bottom * (0b1_0101_0101 & ((1 << H) - 1));
        Self { width, bottom, board, odd, count: shape.cells().cast_signed() }
    }

    /// The lowest empty cell of every column that has one.
    #[inline]
    pub(super) const fn landing(&self, all: Cells) -> Cells {
        (all + self.bottom) & self.board
    }

    /// The cells of `empty` that would complete four of the stones in a row.
    #[inline]
    pub(super) fn threats(stones: Cells, empty: Cells) -> Cells {
        let mut cells = (stones << 1) & (stones << 2) & (stones << 3);
        for step in [H, H + 1, H + 2] {
            let (up, down) = (stones << step, stones >> step);
            let (up_pair, down_pair) = (up & (stones << (2 * step)), down & (stones >> (2 * step)));
            cells |= up_pair & (down | (stones << (3 * step)));
            cells |= down_pair & (up | (stones >> (3 * step)));
        }
        cells & empty
    }

    /// Whether four of the cells are in a row.
    #[inline]
    pub(super) fn has_four(cells: Cells) -> bool {
        let mut fours = 0;
        for step in [1, H, H + 1, H + 2] {
            let pairs = cells & (cells >> step);
            fours |= pairs & (pairs >> (2 * step));
        }
        fours != 0
    }

    /// The cells above the lowest cell that each column has of the set.
    #[inline]
    pub(super) const fn above(&self, set: Cells) -> Cells {
        let spare = self.bottom << H;
        let lowest = set & !((set | spare) - self.bottom);
        // In a column with a cell the sum carries into the spare bit; from there down to the cell is at and above it.
        let at_and_above = ((lowest + (spare - self.bottom)) & spare) - lowest;
        at_and_above & !lowest
    }

    /// The column of a single cell.
    #[inline]
    pub(super) const fn column(cell: Cells) -> Cells {
        let foot = cell.trailing_zeros() / (H + 1) * (H + 1);
        ((1 << H) - 1) << foot
    }

    /// How many rows there are above a single cell.
    #[inline]
    pub(super) const fn rows_above(cell: Cells) -> i32 {
        (H - 1 - cell.trailing_zeros() % (H + 1)).cast_signed()
    }

    /// The set or key seen in a mirror.
    #[inline]
    pub(super) fn mirrored(&self, set: u64) -> u64 {
        let column = (1 << (H + 1)) - 1;
        (0..self.width).fold(0, |mirrored, index| {
            let there = (self.width - 1 - index) * (H + 1);
            mirrored | (set >> (index * (H + 1)) & column) << there
        })
    }

    /// Per cell the number of lines of four that go through it.
    pub(super) fn line_counts(&self) -> [i32; 64] {
        let mut counts = [0; 64];
        for step in [1, H, H + 1, H + 2] {
            let pairs = self.board & (self.board >> step);
            let firsts = pairs & (pairs >> (2 * step));
            for member in 0..4 {
                let cells = firsts << (member * step);
                counts
                    .iter_mut()
                    .zip(0..)
                    .for_each(|(count, bit): (&mut i32, u32)| *count += (cells >> bit & 1) as i32);
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::grid::Grid;
    use super::*;
    use crate::random::Rng;

    fn check<const H: u32>(width: i64) {
        let shape = Shape::new(width, i64::from(H)).unwrap();
        let (field, grid) = (Field::<H>::new(shape), Grid::<u64>::new(shape));
        assert_eq!((field.bottom, field.board, field.odd), (grid.bottom(), grid.board(), grid.odd_rows()));
        let mut rng = Rng::new(u64::from(H));
        for _ in 0..500 {
            let set = rng.bits() & rng.bits() & field.board;
            assert_eq!(Field::<H>::threats(set, !set & field.board), grid.threats(set, !set & field.board));
            assert_eq!(Field::<H>::has_four(set), grid.has_four(set));
            let above = (0..shape.width()).flat_map(|column| (0..shape.height()).map(move |row| (column, row)));
            let above = above.filter(|&(column, row)| (0..row).any(|low| set & grid.cell(column, low) != 0));
            assert_eq!(field.above(set), above.fold(0, |sum, (column, row)| sum | grid.cell(column, row)));
            assert_eq!(field.mirrored(field.mirrored(set)), set);
            for cell in (0..64).map(|bit| 1 << bit).filter(|cell| cell & set != 0) {
                assert_eq!(Field::<H>::column(cell) & cell, cell);
                let higher = Field::<H>::column(cell) & !(cell | (cell - 1));
                assert_eq!(Field::<H>::rows_above(cell), higher.count_ones().cast_signed());
            }
        }
    }

    #[test]
    fn the_field_is_the_grid() {
        check::<4>(9);
        check::<5>(5);
        check::<6>(7);
        check::<7>(8);
        check::<8>(7);
        check::<9>(6);
        let field = Field::<6>::new(Shape::new(7, 6).unwrap());
        let counts = field.line_counts();
        assert_eq!((0..7).map(|column| counts[7 * column]).collect::<Vec<_>>(), [3, 4, 5, 7, 5, 4, 3]);
        assert_eq!((0..6).map(|row| counts[7 * 3 + row]).collect::<Vec<_>>(), [7, 10, 13, 13, 10, 7]);
        assert_eq!(counts.iter().sum::<i32>(), 4 * 69);
    }
}
