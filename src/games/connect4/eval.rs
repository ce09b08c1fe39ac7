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

/// What each term is worth in centipoints: a logistic fit to solved positions of thirteen board sizes, rounded. The
/// tempo counts less than by the fit, because values that jump with every ply upset the search.
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

/// What half a column's distance from the centre costs in the order of moves.
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

    fn reduction(&self, depth: u32, index: usize, _worth: i32) -> u32 {
        u32::from(depth >= 3 && index >= 3)
    }
}

#[cfg(test)]
mod tests {
    use super::super::grid::Shape;
    use super::*;
    use crate::game::Notation;
    use crate::random::Rng;

    fn moves<B: Bits>(position: &Connect4<B>) -> MoveList<Column> {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        moves
    }

    fn after<B: Bits>(position: &Connect4<B>, mv: Column) -> Connect4<B> {
        let mut next = *position;
        next.play(mv);
        next
    }

    /// Some positions of random games, not all of them unfinished.
    fn samples<B: Bits>(width: i64, height: i64, games: u64) -> Vec<Connect4<B>> {
        let mut samples = Vec::new();
        for seed in 0..games {
            let mut rng = Rng::new(seed);
            let mut position = Connect4::start(&Shape::new(width, height).unwrap());
            while position.outcome().is_none() {
                samples.push(position);
                let moves = moves(&position);
                position.play(moves[rng.below(moves.len())]);
            }
            samples.push(position);
        }
        samples
    }

    fn check_evaluation<B: Bits>(width: i64, height: i64) {
        for position in samples::<B>(width, height, 40).iter().filter(|position| position.outcome().is_none()) {
            let values = Seat::all(2).map(|seat| Judge.evaluate(position, seat).value()).collect::<Vec<_>>();
            assert_eq!(values[0], -values[1]);
            assert!(values[0].abs() < 2_000, "{position:?}");
            let terms = terms(position);
            for seat in Seat::all(2) {
                assert_eq!(terms[seat.index()].lines, scanned_lines(position, seat), "{}", position.draw());
            }
        }
    }

    /// The same count as [`lines`], cell by cell.
    fn scanned_lines<B: Bits>(position: &Connect4<B>, seat: Seat) -> [i32; 2] {
        let (own, other) = (position.stones()[seat.index()], position.stones()[1 - seat.index()]);
        let (width, height) = (position.shape().width(), position.shape().height());
        let mut counts = [0; 2];
        for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            for start in (0..width).flat_map(|column| (0..height).map(move |row| (column, row))) {
                let cells: Vec<_> = (0..4)
                    .filter_map(|step| {
                        Some((start.0 + right * step, start.1.checked_add_signed(up * step.cast_signed())?))
                    })
                    .filter(|&(column, row)| column < width && row < height)
                    .map(|(column, row)| position.grid().cell(column, row))
                    .collect();
                let count = |stones: B| cells.iter().filter(|cell| (stones & **cell).any()).count();
                if cells.len() == 4 && count(other) == 0 && (1..=2).contains(&count(own)) {
                    counts[count(own) - 1] += 1;
                }
            }
        }
        counts
    }

    #[test]
    fn evaluation_is_fair_and_counts_right() {
        check_evaluation::<u64>(7, 6);
        check_evaluation::<u64>(4, 4);
        check_evaluation::<u64>(6, 9);
        check_evaluation::<u128>(9, 7);
        check_evaluation::<u128>(9, 9);
    }

    #[test]
    fn rows_decide_what_a_threat_is_worth() {
        let terms_of = |text: &str, width, height| {
            let position = Connect4::<u64>::parse(text, &Shape::new(width, height).unwrap()).unwrap();
            terms(&position).map(|terms| (terms.useful, terms.minor, terms.zugzwang))
        };
        // A threat of the first seat on e3, then one on e2.
        assert_eq!(terms_of("7/7/7/oxxx2o/xoox2o/xoxo2x o", 7, 6), [(1, 0, 1), (0, 0, 0)]);
        assert_eq!(terms_of("7/7/7/7/oxxx2o/xoox2o x", 7, 6), [(0, 1, 0), (0, 0, 0)]);
        // With an odd number of cells in the other columns the rows change sides.
        assert_eq!(terms_of("6/6/6/oxxx1o/xoox1o x", 6, 5), [(1, 0, 1), (0, 0, 0)]);
    }

    /// The result for the seat to move and the plies to it, by trying everything.
    fn solve(position: &Connect4<u64>) -> (i32, u32) {
        if let Some(outcome) = position.outcome() {
            return (outcome.payoff(position.turn()).signum(), 0);
        }
        let replies = moves(position).iter().map(|mv| solve(&after(position, *mv))).collect::<Vec<_>>();
        let results = replies.into_iter().map(|(result, plies)| (-result, plies + 1));
        results.max_by_key(|&(result, plies)| (result, -result * plies.cast_signed())).unwrap()
    }

    #[test]
    fn what_is_known_is_true() {
        let mut seen = [0; 3];
        for position in samples::<u64>(5, 4, 300).iter().filter(|position| position.max_plies() <= 8) {
            let (result, plies) = solve(position);
            let known = if position.outcome().is_none() { Judge.known(position) } else { None };
            match known {
                Some((Bound::Exact, score)) if score != Score::ZERO => {
                    seen[0] += 1;
                    assert_eq!((score.value().signum(), score.plies_to_end().unwrap().unsigned_abs()), (result, plies));
                }
                Some((bound, score)) => {
                    seen[1] += 1;
                    assert_eq!(score, Score::ZERO);
                    assert!(bound == Bound::Lower || result <= 0, "{}", position.draw());
                    assert!(bound == Bound::Upper || result >= 0, "{}", position.draw());
                }
                // Everything nearer than three plies is known, except draws.
                None => assert!(plies == 0 || plies > 2 || result == 0, "{}", position.draw()),
            }
            let mut kept = moves(position);
            Judge.filter(position, &mut kept);
            for mv in moves(position).iter().filter(|mv| !kept.contains(mv)) {
                seen[2] += 1;
                assert_eq!(solve(&after(position, *mv)), (1, 1), "{}", position.draw());
            }
            assert_eq!(kept.is_empty(), position.outcome().is_some());
        }
        assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
    }

    #[test]
    fn hints_follow_the_threats() {
        let position = Connect4::<u64>::parse("7/7/7/7/7/o1xx2o x", &Shape::new(7, 6).unwrap()).unwrap();
        let moves = moves(&position);
        let mut hints = vec![0; moves.len()];
        Judge.hints(&position, &moves, &mut hints);
        // In column 5 there are two new threats, in column 2 and 6 one, elsewhere none.
        let mut order: Vec<usize> = moves.iter().map(|mv| mv.number()).collect();
        order.sort_by_key(|number| -hints[number - 1]);
        assert_eq!(order, [5, 2, 6, 4, 3, 1, 7]);
    }
}
