//! Judgement: open lines, threats, and who profits when all other columns are full.
//!
//! A threat is an empty cell that completes four. While stones can still be dropped elsewhere nobody plays below an
//! enemy threat; once everything else is full somebody has to, and the parity of the threat's row decides who (Allis,
//! "A Knowledge-based Approach of Connect-Four", 1988). Everything is computed on whole boards at once.

use super::bits::Bits;
use super::grid::Grid;
use super::position::{Column, Connect4};
use crate::game::{MoveList, Position, Seat};
use crate::score::{Bound, Score};
use crate::search::Evaluate;

/// The evaluation of Connect Four; it keeps no state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judge;

/// What speaks for one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Terms {
    /// Lines of four without enemy stones, with one own stone and with two.
    pub(super) lines: [i32; 2],
    /// Columns whose lowest threat in a row that falls to its owner is this seat's.
    pub(super) useful: i32,
    /// Columns whose lowest threat in a row that falls to its enemy is this seat's.
    pub(super) minor: i32,
    /// Whether this seat's threats decide the game once everything else is full.
    pub(super) zugzwang: i32,
    /// Whether this seat is to move.
    pub(super) tempo: i32,
}

/// What each term is worth in centipoints: a logistic fit to solved positions of thirteen board sizes, rounded, but less for
/// the move than the fit says, because values that jump with every ply upset the search.
const WEIGHTS: Terms = Terms { lines: [4, 15], useful: 75, minor: 45, zugzwang: 40, tempo: 20 };

impl Terms {
    /// The terms by name, each as its count and its worth in centipoints.
    pub(super) const fn table(&self) -> [(&'static str, i32, i32); 6] {
        [
            ("lines with one stone", self.lines[0], self.lines[0] * WEIGHTS.lines[0]),
            ("lines with two stones", self.lines[1], self.lines[1] * WEIGHTS.lines[1]),
            ("useful threats", self.useful, self.useful * WEIGHTS.useful),
            ("minor threats", self.minor, self.minor * WEIGHTS.minor),
            ("zugzwang", self.zugzwang, self.zugzwang * WEIGHTS.zugzwang),
            ("to move", self.tempo, self.tempo * WEIGHTS.tempo),
        ]
    }

    /// The sum of what the terms are worth, in centipoints.
    pub(super) fn total(&self) -> i32 {
        self.table().iter().map(|(_, _, worth)| worth).sum()
    }
}

/// The terms of both seats in an unfinished position.
pub(super) fn terms<B: Bits>(position: &Connect4<B>) -> [Terms; 2] {
    let grid = position.grid();
    let stones = position.stones();
    let empty = position.empty();
    // A threat where a stone can land now is the business of the search.
    let above = empty & !position.landing();
    let threats = stones.map(|own| grid.threats(own, above));

    // When all but one column is full, the first seat gets the odd rows of that column if the number of cells
    // elsewhere is even, else the even rows.
    let odd = grid.odd_rows();
    let elsewhere = (position.shape().width() - 1) * position.shape().height();
    let rows = if elsewhere.is_multiple_of(2) { [odd, !odd] } else { [!odd, odd] };
    // What lies above the lowest threat of a column will hardly be reached.
    let decisive = |threats: [B; 2]| {
        let lowest = grid.lowest(threats[0] | threats[1]);
        threats.map(|own| number(lowest & own))
    };
    let useful = decisive([threats[0] & rows[0], threats[1] & rows[1]]);
    let minor = decisive([threats[0] & rows[1], threats[1] & rows[0]]);
    // A useful threat of the first seat turns the order in which the other columns fill up; a minor one of the second
    // turns it back.
    let first_decides = useful[0] > minor[1];
    let zugzwang = [first_decides, !first_decides && useful[1] > 0];

    [Seat::FIRST, Seat::new(1)].map(|seat| {
        let index = seat.index();
        Terms {
            lines: lines(&grid, stones[index], empty),
            useful: useful[index],
            minor: minor[index],
            zugzwang: i32::from(zugzwang[index]),
            tempo: i32::from(position.turn() == seat),
        }
    })
}

/// The number of lines of four that have one own stone, and two, and no enemy stone.
fn lines<B: Bits>(grid: &Grid<B>, own: B, empty: B) -> [i32; 2] {
    let free = own | empty;
    let mut counts = [0; 2];
    for step in grid.steps() {
        let pairs = free & (free >> step);
        let open = pairs & (pairs >> (2 * step));
        // Adds the four cells of all lines at once, in two binary digits: an unfinished game has no line of four.
        let next = own >> step;
        let (half, half_carry) = (own ^ next, own & next);
        let far_half = half >> (2 * step);
        let ones = half ^ far_half;
        let twos = (half & far_half) ^ half_carry ^ (half_carry >> (2 * step));
        counts[0] += number(open & ones & !twos);
        counts[1] += number(open & twos & !ones);
    }
    counts
}

#[expect(clippy::cast_possible_wrap, reason = "at most 128")]
fn number<B: Bits>(set: B) -> i32 {
    set.count() as i32
}

/// The landing cells that neither leave an enemy threat unanswered nor open the way to one.
fn safe<B: Bits>(landing: B, enemy: B) -> B {
    let forced = landing & enemy;
    let answers = match forced.count() {
        0 => landing,
        1 => forced,
        _ => B::ZERO,
    };
    answers & !(enemy >> 1)
}

/// A move is worth trying later by this much for every half column that it is away from the centre.
const CENTRE_HINT: i32 = 1_000;
/// What a new threat is worth in the order of moves, more than killers and history.
const THREAT_HINT: i32 = 10_000;
/// What winning at once, or not losing at once, is worth.
const DECISIVE_HINT: i32 = 1_000_000;

impl<B: Bits> Evaluate<Connect4<B>> for Judge {
    fn evaluate(&mut self, position: &Connect4<B>, seat: Seat) -> Score {
        let [first, second] = terms(position);
        let value = first.total() - second.total();
        Score::cp(if seat == Seat::FIRST { value } else { -value })
    }

    fn known(&mut self, position: &Connect4<B>) -> Option<(Bound, Score)> {
        if position.outcome().is_some() {
            return None;
        }
        let grid = position.grid();
        let (own, other) = position.sides();
        let (empty, landing) = (position.empty(), position.landing());
        if (grid.threats(own, empty) & landing).any() {
            return Some((Bound::Exact, Score::win_in(1)));
        }
        if !safe(landing, grid.threats(other, empty)).any() {
            return Some((Bound::Exact, Score::loss_in(2)));
        }
        // Whoever has no line left, even with all empty cells, cannot win any more.
        match (grid.has_four(own | empty), grid.has_four(other | empty)) {
            (true, true) => None,
            (true, false) => Some((Bound::Lower, Score::ZERO)),
            (false, true) => Some((Bound::Upper, Score::ZERO)),
            (false, false) => Some((Bound::Exact, Score::ZERO)),
        }
    }

    fn hints(&mut self, position: &Connect4<B>, moves: &[Column], hints: &mut [i32]) {
        let grid = position.grid();
        let (own, other) = position.sides();
        let (empty, landing) = (position.empty(), position.landing());
        let wins = grid.threats(own, empty);
        let safe = safe(landing, grid.threats(other, empty));
        let last = position.shape().width() - 1;
        for (mv, hint) in moves.iter().zip(hints) {
            let cell = landing & grid.column(mv.index());
            let from_centre = i32::try_from((2 * mv.index()).abs_diff(last)).unwrap_or(0);
            *hint -= CENTRE_HINT * from_centre;
            if (cell & wins).any() {
                *hint += DECISIVE_HINT;
            } else if (cell & safe).any() {
                *hint += THREAT_HINT * number(grid.threats(own | cell, empty ^ cell) & !wins);
            } else {
                *hint -= DECISIVE_HINT;
            }
        }
    }

    fn filter(&mut self, position: &Connect4<B>, moves: &mut MoveList<Column>) {
        let grid = position.grid();
        let (own, other) = position.sides();
        let (empty, landing) = (position.empty(), position.landing());
        let safe = safe(landing, grid.threats(other, empty));
        if safe.any() && !(grid.threats(own, empty) & landing).any() {
            moves.retain(|mv| (safe & grid.column(mv.index())).any());
        }
    }

    fn reduction(&self, depth: u32, index: usize) -> u32 {
        u32::from(depth >= 3 && index >= 3)
    }
}
