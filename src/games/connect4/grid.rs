//! The geometry of a board in bits: which cells there are, which of them line up.
//!
//! Every column takes `height + 1` bits from the bottom up; the spare bit on top stays empty, so that lines never run
//! from one column into the next. Neighbours along a line are a fixed number of bits apart.

use super::bits::Bits;
use crate::game::TextError;

/// The least and greatest number of columns and of rows.
pub(super) const SIDES: std::ops::RangeInclusive<u8> = 4..=9;

/// The size of a board, the only thing that varies in the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    pub(super) width: u8,
    height: u8,
}

impl Shape {
    /// The board of this many columns and rows.
    ///
    /// # Errors
    /// If one of them is not from 4 to 9.
    pub fn new(width: i64, height: i64) -> Result<Self, TextError> {
        let side = |value: i64| u8::try_from(value).ok().filter(|side| SIDES.contains(side));
        match (side(width), side(height)) {
            (Some(width), Some(height)) => Ok(Self { width, height }),
            _ => Err(TextError::new(format!(
                "a board of {width} columns and {height} rows is not played; both must be from {} to {}",
                SIDES.start(),
                SIDES.end()
            ))),
        }
    }

    /// The number of columns.
    #[must_use]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// The number of rows.
    #[must_use]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// The number of cells.
    #[must_use]
    pub const fn cells(self) -> u32 {
        self.width as u32 * self.height as u32
    }

    /// Whether a word of this kind has room for the board with its spare row.
    #[must_use]
    pub const fn fits<B: Bits>(self) -> bool {
        self.width as u32 * (self.height as u32 + 1) <= B::SIZE
    }

    /// A number that tells the sizes apart.
    pub(super) const fn salt(self) -> u64 {
        self.width as u64 * 16 + self.height as u64
    }
}

/// A board's cells as sets of bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Grid<B> {
    /// The lowest cell of every column.
    bottom: B,
    shape: Shape,
}

impl<B: Bits> Grid<B> {
    /// The grid of a shape that [fits](Shape::fits) the word.
    pub(super) fn new(shape: Shape) -> Self {
        debug_assert!(shape.fits::<B>());
        let step = u32::from(shape.height) + 1;
        let bottom = (0..u32::from(shape.width)).fold(B::ZERO, |set, column| set | (B::ONE << (column * step)));
        Self { bottom, shape }
    }

    /// The grid of a shape whose bottom row is known already.
    pub(super) const fn with_bottom(shape: Shape, bottom: B) -> Self {
        Self { bottom, shape }
    }

    pub(super) const fn shape(&self) -> Shape {
        self.shape
    }

    const fn height(&self) -> u32 {
        self.shape.height as u32
    }

    /// The bottom row.
    pub(super) const fn bottom(&self) -> B {
        self.bottom
    }

    /// All cells, the spare row left out.
    pub(super) fn board(&self) -> B {
        (self.bottom << self.height()) - self.bottom
    }

    /// The rows 1, 3, 5 and so on, the bottom row being row 1.
    pub(super) fn odd_rows(&self) -> B {
        self.bottom * B::from(0b01_0101_0101 & ((1 << self.height()) - 1))
    }

    /// One cell; column and row counted from 0.
    pub(super) fn cell(&self, column: usize, row: usize) -> B {
        #[expect(clippy::cast_possible_truncation, reason = "both are below 10")]
        let (column, row) = (column as u32, row as u32);
        B::ONE << (column * (self.height() + 1) + row)
    }

    /// All cells of a column, counted from 0.
    pub(super) fn column(&self, column: usize) -> B {
        let foot = self.cell(column, 0);
        (foot << self.height()) - foot
    }

    /// The lowest empty cell of every column that has one.
    pub(super) fn landing(&self, stones: B) -> B {
        (stones + self.bottom) & self.board()
    }

    /// The lowest cell that each column has of the set, which must lie on the board.
    pub(super) fn lowest(&self, set: B) -> B {
        // Per column x & !(x - 1); the spare bit lends to empty columns, so that nothing is borrowed from neighbours.
        let spare = self.bottom << self.height();
        set & !((set | spare) - self.bottom)
    }

    /// How many bits apart neighbours are: upwards, to the right and down, to the right, to the right and up.
    pub(super) const fn steps(&self) -> [u32; 4] {
        let height = self.height();
        [1, height, height + 1, height + 2]
    }

    /// Whether four of the stones stand in a row.
    pub(super) fn has_four(&self, stones: B) -> bool {
        let fours = self.steps().map(|step| {
            let pairs = stones & (stones >> step);
            pairs & (pairs >> (2 * step))
        });
        (fours[0] | fours[1] | fours[2] | fours[3]).any()
    }

    /// The cells of `empty` that would complete four of the stones in a row.
    pub(super) fn threats(&self, stones: B, empty: B) -> B {
        // Upwards only the cell on top of three can be empty.
        let mut cells = (stones << 1) & (stones << 2) & (stones << 3);
        for step in &self.steps()[1..] {
            let (up, down) = (stones << *step, stones >> *step);
            let (up_pair, down_pair) = (up & (stones << (2 * step)), down & (stones >> (2 * step)));
            cells |= up_pair & (down | (stones << (3 * step)));
            cells |= down_pair & (up | (stones >> (3 * step)));
        }
        cells & empty
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid<B: Bits>(width: i64, height: i64) -> Grid<B> {
        Grid::new(Shape::new(width, height).unwrap())
    }

    /// Every line of four on the board, as lists of (column, row).
    fn lines(shape: Shape) -> Vec<[(usize, usize); 4]> {
        let (width, height) = (shape.width(), shape.height());
        let mut lines = Vec::new();
        for (right, up) in [(0_isize, 1_isize), (1, -1), (1, 0), (1, 1)] {
            for column in 0..width {
                for row in 0..height {
                    let cells = [0, 1, 2, 3]
                        .map(|step| (column.checked_add_signed(right * step), row.checked_add_signed(up * step)));
                    if cells.iter().all(|cell| matches!(cell, (Some(c), Some(r)) if *c < width && *r < height)) {
                        lines.push(cells.map(|(c, r)| (c.unwrap(), r.unwrap())));
                    }
                }
            }
        }
        lines
    }

    fn check_lines<B: Bits>(width: i64, height: i64) {
        let grid = grid::<B>(width, height);
        let lines = lines(grid.shape());
        assert!(!lines.is_empty());
        for line in lines {
            let four = line.iter().fold(B::ZERO, |set, &(column, row)| set | grid.cell(column, row));
            assert!(grid.has_four(four), "{line:?}");
            for &(column, row) in &line {
                let gap = grid.cell(column, row);
                assert!(!grid.has_four(four ^ gap), "{line:?}");
                // A vertical line with a gap below its top cannot be, and is not looked for.
                if line[0].0 != line[1].0 || (column, row) == line[3] {
                    assert_eq!(grid.threats(four ^ gap, grid.board()) & gap, gap, "{line:?} {column} {row}");
                }
            }
        }
    }

    #[test]
    fn every_line_counts_on_every_size() {
        for width in 4..=9 {
            for height in 4..=9 {
                if Shape::new(width, height).unwrap().fits::<u64>() {
                    check_lines::<u64>(width, height);
                }
                check_lines::<u128>(width, height);
            }
        }
    }

    #[test]
    fn only_lines_count() {
        // All sets of four cells near each other on a small board: four in a row exactly if they are a line.
        let grid = grid::<u64>(5, 4);
        let lines: Vec<u64> = lines(grid.shape())
            .iter()
            .map(|line| line.iter().fold(0, |set, &(column, row)| set | grid.cell(column, row)))
            .collect();
        let cells: Vec<u64> =
            (0..5).flat_map(|column| (0..4).map(move |row| (column, row))).map(|(c, r)| grid.cell(c, r)).collect();
        for (i, a) in cells.iter().enumerate() {
            for (j, b) in cells[..i].iter().enumerate() {
                for (k, c) in cells[..j].iter().enumerate() {
                    for d in &cells[..k] {
                        let set = a | b | c | d;
                        assert_eq!(grid.has_four(set), lines.contains(&set), "{set:b}");
                    }
                }
            }
        }
    }

    #[test]
    fn columns_keep_apart() {
        let grid = grid::<u128>(9, 9);
        assert_eq!(grid.board().count(), 81);
        assert_eq!(grid.odd_rows().count(), 45);
        let set = grid.cell(0, 8) | grid.cell(1, 0) | grid.cell(1, 5) | grid.cell(8, 3) | grid.cell(8, 4);
        assert_eq!(grid.lowest(set), grid.cell(0, 8) | grid.cell(1, 0) | grid.cell(8, 3));
        let full = (0..9).fold(0, |set, row| set | grid.cell(4, row));
        assert_eq!(grid.landing(full) & grid.column(4), 0);
        assert_eq!(grid.landing(full).count(), 8);
    }

    #[test]
    fn sizes_have_limits() {
        assert!(Shape::new(4, 9).is_ok() && Shape::new(9, 4).is_ok());
        for (width, height) in [(3, 6), (7, 10), (-7, 6), (7, i64::MAX), (263, 6)] {
            assert!(Shape::new(width, height).is_err(), "{width}x{height}");
        }
        assert!(Shape::new(7, 8).unwrap().fits::<u64>());
        assert!(!Shape::new(9, 7).unwrap().fits::<u64>());
    }
}
