//! The rules: where stones land, what wins, when the board is full.

use super::bits::Bits;
use super::grid::{Grid, Shape};
use crate::game::{Move, MoveList, Outcome, Position, Seat};

/// The stones dropped so far on a board kept in words of type `B`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Connect4<B> {
    /// The stones of the seat to move.
    mover: B,
    /// The stones of both.
    all: B,
    /// The bottom row of the board, which the geometry is derived from.
    bottom: B,
    shape: Shape,
    /// How many stones there are.
    stones: u8,
    /// Whether the last stone made four in a row.
    won: bool,
}

const _: () = assert!(size_of::<Connect4<u64>>() <= 32 && size_of::<Connect4<u128>>() <= 128);

/// A move: the column to drop a stone into. Counted from 0 inside, shown from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(u8);

impl Column {
    /// The column with this index, counted from 0; `None` beyond any board.
    #[must_use]
    pub fn new(index: usize) -> Option<Self> {
        u8::try_from(index).ok().filter(|index| index < super::grid::SIDES.end()).map(Self)
    }

    /// The index, counted from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number shown to people and written on the wire, counted from 1.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// The letter other programs give the column, `a` being the first.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }
}

impl Move for Column {
    fn pack(self) -> u32 {
        u32::from(self.0) + 1
    }
}

impl<B: Bits> Connect4<B> {
    /// The position with these stones per seat, `stones[0]` being those of the first; they must have been checked.
    pub(super) fn from_stones(shape: Shape, stones: [B; 2]) -> Self {
        let grid = Grid::new(shape);
        let all = stones[0] | stones[1];
        let count = all.count();
        let mover = stones[(count % 2) as usize];
        #[expect(clippy::cast_possible_truncation, reason = "at most 81")]
        let count = count as u8;
        Self { mover, all, bottom: grid.bottom(), shape, stones: count, won: grid.has_four(all ^ mover) }
    }

    /// The stones of each seat.
    pub(super) fn stones(&self) -> [B; 2] {
        let (mover, other) = (self.mover, self.all ^ self.mover);
        if self.stones.is_multiple_of(2) { [mover, other] } else { [other, mover] }
    }

    /// The stones of the seat to move and of the other.
    pub(super) fn sides(&self) -> (B, B) {
        (self.mover, self.all ^ self.mover)
    }

    /// The geometry of the board.
    pub(super) const fn grid(&self) -> Grid<B> {
        Grid::with_bottom(self.shape, self.bottom)
    }

    /// The size of the board.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of stones on the board.
    pub(super) const fn stone_count(&self) -> u32 {
        self.stones as u32
    }

    /// The empty cells.
    pub(super) fn empty(&self) -> B {
        self.grid().board() ^ self.all
    }

    /// The cells on which the next stone can land.
    pub(super) fn landing(&self) -> B {
        self.grid().landing(self.all)
    }

    /// The cell on which a stone in this column would land; nothing if it is full.
    pub(super) fn landing_in(&self, column: Column) -> B {
        self.landing() & self.grid().column(column.index())
    }

    /// The row, counted from 0, on which a stone in this column would land; `None` if it is full.
    pub(super) fn landing_row(&self, column: Column) -> Option<usize> {
        let landing = self.landing_in(column);
        (0..self.shape.height()).find(|&row| self.grid().cell(column.index(), row) == landing)
    }
}

impl<B: Bits> Position for Connect4<B> {
    type Move = Column;
    type Rules = Shape;

    fn start(rules: &Shape) -> Self {
        Self::from_stones(*rules, [B::ZERO; 2])
    }

    fn turn(&self) -> Seat {
        Seat::new(usize::from(self.stones % 2))
    }

    fn legal_moves(&self, out: &mut MoveList<Column>) {
        if self.won {
            return;
        }
        let top = self.shape.height() - 1;
        for index in 0..self.shape.width {
            if !(self.all & self.grid().cell(usize::from(index), top)).any() {
                out.push(Column(index));
            }
        }
    }

    fn play(&mut self, mv: Column) {
        let landing = self.landing_in(mv);
        let own = self.mover | landing;
        self.mover ^= self.all;
        self.all |= landing;
        self.stones += 1;
        self.won = self.grid().has_four(own);
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.won {
            Some(Outcome::win(self.turn().next(2), 2))
        } else if self.stone_count() == self.shape.cells() {
            Some(Outcome::draw(&[0, 0]))
        } else {
            None
        }
    }

    fn key(&self) -> u64 {
        // Per column the sum is at least 2^n - 1 and below 2^(n+1) - 1 for n stones, so no two columns share a code.
        (self.mover + self.all).digest(self.shape.salt())
    }

    fn max_plies(&self) -> u32 {
        self.shape.cells() - self.stone_count()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// How many different positions there are after each number of plies; every one must have a key of its own.
    fn distinct<B: Bits>(width: i64, height: i64, plies: usize) -> Vec<usize> {
        let mut layer = vec![Connect4::<B>::start(&Shape::new(width, height).unwrap())];
        let mut counts = vec![1];
        for _ in 0..plies {
            let mut next = HashMap::new();
            for position in layer {
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                for &mv in moves.iter() {
                    let mut child = position;
                    child.play(mv);
                    assert_eq!(child, Connect4::from_stones(child.shape, child.stones()));
                    assert_eq!(*next.entry(child.key()).or_insert(child), child, "two positions share a key");
                }
            }
            layer = next.into_values().collect();
            counts.push(layer.len());
        }
        counts
    }

    #[test]
    fn keys_tell_positions_apart() {
        let small = [1, 5, 25, 95, 345, 1075, 3350, 9355];
        assert_eq!(distinct::<u64>(5, 5, 7), small);
        assert_eq!(distinct::<u128>(5, 5, 7), small);
        assert_eq!(distinct::<u64>(7, 6, 5), [1, 7, 49, 238, 1120, 4263]);
        assert_eq!(distinct::<u128>(9, 7, 3), [1, 9, 81, 477]);
        let empty = |width, height| Connect4::<u64>::start(&Shape::new(width, height).unwrap()).key();
        assert_ne!(empty(4, 5), empty(5, 4));
    }

    #[test]
    fn a_full_board_is_a_draw() {
        let mut position = Connect4::<u64>::start(&Shape::new(4, 4).unwrap());
        for (ply, index) in [0, 1, 0, 1, 1, 0, 1, 0, 2, 3, 2, 3, 3, 2, 3, 2].into_iter().enumerate() {
            assert_eq!(position.outcome(), None);
            assert_eq!(position.max_plies() as usize, 16 - ply);
            position.play(Column(index));
        }
        assert_eq!(position.outcome(), Some(Outcome::draw(&[0, 0])));
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        assert!(moves.is_empty());
    }

    #[test]
    fn four_in_a_row_end_the_game() {
        let mut position = Connect4::<u128>::start(&Shape::new(9, 9).unwrap());
        for index in [8, 0, 8, 0, 8, 0, 1, 0] {
            assert_eq!(position.outcome(), None);
            position.play(Column(index));
        }
        assert_eq!(position.outcome(), Some(Outcome::win(Seat::new(1), 2)));
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        assert!(moves.is_empty());
    }
}
