//! Numbers for boards: all ways to lay n seeds into twelve houses, counted without gaps.
//!
//! A board is a choice of eleven walls among n + 11 places, numbered by the combinatorial number system in order of the
//! last wall. What a wall adds depends on its place alone, so that one small table serves every n.

use crate::games::oware::board::{Board, HOUSES};

/// The most seeds a table may hold: more would need more than 256 values a position.
pub(super) const MOST_SEEDS: u8 = 21;

const WALLS: usize = 2 * HOUSES - 1;

/// For each wall and each number of seeds before it, how many boards come before those with the wall there.
static STEPS: [[u32; 32]; WALLS] = steps();

const fn choose(n: u64, k: u64) -> u64 {
    let (mut value, mut step) = (1, 0);
    while step < k {
        value = value * (n - step) / (step + 1);
        step += 1;
    }
    if k > n { 0 } else { value }
}

const fn steps() -> [[u32; 32]; WALLS] {
    let mut steps = [[0; 32]; WALLS];
    let mut wall = 0;
    while wall < WALLS {
        let mut seeds = 0;
        while seeds <= MOST_SEEDS as usize {
            #[expect(clippy::cast_possible_truncation, reason = "fewer than there are boards of 21 seeds")]
            let step = choose((seeds + wall) as u64, wall as u64 + 1) as u32;
            steps[wall][seeds] = step;
            seeds += 1;
        }
        wall += 1;
    }
    steps
}

/// How many boards have so many seeds.
pub(super) const fn count(seeds: u8) -> usize {
    #[expect(clippy::cast_possible_truncation, reason = "at most 129 million")]
    let boards = choose(seeds as u64 + WALLS as u64, WALLS as u64) as usize;
    boards
}

/// The number of a board among those with as many seeds.
#[inline]
pub(super) fn rank(board: Board) -> usize {
    // Multiplied like this, every byte becomes the sum of itself and all before it.
    let before = board.own.wrapping_mul(0x0101_0101_0101);
    let own = before.to_le_bytes();
    let after = board.other.wrapping_mul(0x0101_0101_0101);
    let other = after.wrapping_add(u64::from(own[HOUSES - 1]).wrapping_mul(0x0101_0101_0101)).to_le_bytes();
    let place = |wall: usize| if wall < HOUSES { own[wall] } else { other[wall - HOUSES] };
    (0..WALLS).map(|wall| STEPS[wall][usize::from(place(wall) & 31)]).sum::<u32>() as usize
}

/// The board with this number.
pub(super) fn unrank(mut number: usize, seeds: u8) -> Board {
    let mut houses = [0; 2 * HOUSES];
    let mut place = seeds;
    for wall in (0..WALLS).rev() {
        let steps = &STEPS[wall];
        let mut before = place;
        while steps[usize::from(before)] as usize > number {
            before -= 1;
        }
        number -= steps[usize::from(before)] as usize;
        houses[wall + 1] = place - before;
        place = before;
    }
    houses[0] = place;
    Board::new(houses)
}

/// The board that comes next; the last one is followed by nothing sensible.
#[inline]
pub(super) fn next(board: Board) -> Board {
    let (own, other) = (board.own, board.other);
    let first = own & 0xff;
    let rest = own & !0xff;
    // One seed of the first house after the first that has any goes back by one house, and those of the first house
    // go with it.
    if rest != 0 {
        let at = rest.trailing_zeros() & !7;
        let own = rest - (1 << at);
        Board { own: own + ((first + 1) << (at - 8)), other }
    } else if other != 0 {
        let at = other.trailing_zeros() & !7;
        let other = other - (1 << at);
        if at == 0 {
            Board { own: (first + 1) << (8 * (HOUSES - 1)), other }
        } else {
            Board { own: 0, other: other + ((first + 1) << (at - 8)) }
        }
    } else {
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_has_a_number_of_its_own() {
        let counts: Vec<usize> = (1..=8).map(count).collect();
        assert_eq!(counts, [12, 78, 364, 1_365, 4_368, 12_376, 31_824, 75_582]);
        assert_eq!((count(12), count(19)), (1_352_078, 54_627_300));
        for seeds in 1..=8 {
            let mut board = unrank(0, seeds);
            for number in 0..count(seeds) {
                assert_eq!((rank(board), board.seeds()), (number, seeds));
                assert_eq!(unrank(number, seeds), board);
                board = next(board);
            }
        }
        let last = Board::new([MOST_SEEDS, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(rank(last), count(MOST_SEEDS) - 1);
        assert_eq!(unrank(count(MOST_SEEDS) - 1, MOST_SEEDS), last);
    }
}
