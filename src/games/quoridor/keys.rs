//! Random words for keys, drawn once and for all when the program is compiled.

use super::grid::{CELLS, Cell};
use crate::game::Seat;

/// More than any seat has in hand.
const HANDS: usize = 11;

const fn drawn<const COUNT: usize>(purpose: u64) -> [u64; COUNT] {
    let mut words = [0; COUNT];
    let mut index = 0;
    while index < COUNT {
        words[index] = mixed(purpose << 32 | index as u64);
        index += 1;
    }
    words
}

/// Scrambles a number, one to one (splitmix64).
pub(super) const fn mixed(number: u64) -> u64 {
    let word = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

static PAWNS: [[u64; CELLS]; 4] = [drawn(1), drawn(2), drawn(3), drawn(4)];
static HANDS_OF: [[u64; HANDS]; 4] = [drawn(5), drawn(6), drawn(7), drawn(8)];
static HORIZONTAL: [u64; CELLS] = drawn(9);
static VERTICAL: [u64; CELLS] = drawn(10);
const TURNS: [u64; 4] = drawn(11);

#[inline]
pub(super) fn pawn(seat: usize, cell: Cell) -> u64 {
    PAWNS[seat][cell.index()]
}

#[inline]
pub(super) fn hand(seat: usize, walls: u8) -> u64 {
    HANDS_OF[seat][usize::from(walls)]
}

#[inline]
pub(super) fn horizontal(anchor: Cell) -> u64 {
    HORIZONTAL[anchor.index()]
}

#[inline]
pub(super) fn vertical(anchor: Cell) -> u64 {
    VERTICAL[anchor.index()]
}

#[inline]
pub(super) const fn turn(seat: Seat) -> u64 {
    TURNS[seat.index()]
}
