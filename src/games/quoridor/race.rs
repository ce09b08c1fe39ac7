//! The race of two pawns when no walls are left: every pair of cells solved exactly, the jumps included.
//!
//! Sets of cells of the second pawn are kept for every cell of the first, so that most of the backward induction goes
//! over all cells at once; only neighbouring pawns, which may jump, are looked at one by one.

use super::grid::{BOARD, CELLS, Cell, Cells, Direction, Ways, cells};
use super::position::Quoridor;
use crate::game::Position as _;
use crate::score::Score;

/// All results for one layout of walls.
#[derive(Debug)]
pub(super) struct Race {
    /// Plies to the end by the seat to move, its own cell and the other's; an odd number is a win. 0 if undecided.
    plies: Box<[[[u8; CELLS]; CELLS]; 2]>,
}

impl Race {
    /// Solves the race between these walls.
    pub(super) fn new(ways: &Ways) -> Self {
        let mut race = Self { plies: Box::new([[[0; CELLS]; CELLS]; 2]) };
        let jumps = Jumps::new(ways);
        for runner in 0..2 {
            race.solve(ways, &jumps, runner);
        }
        race
    }

    /// The result for the seat to move, if the race is decided.
    pub(super) fn score<const SEATS: usize>(&self, position: &Quoridor<SEATS>) -> Option<Score> {
        let mover = position.turn().index();
        let plies = u32::from(self.plies[mover][position.pawns[mover].index()][position.pawns[1 - mover].index()]);
        (plies > 0).then(|| if plies % 2 == 1 { Score::win_in(plies) } else { Score::loss_in(plies) })
    }

    /// Finds all wins of one seat, the runner, by backward induction: first where it has arrived, then where it can
    /// get there, then where the other cannot help it, and so on.
    fn solve(&mut self, ways: &Ways, jumps: &Jumps, runner: usize) {
        let [goal, other_goal] = [Quoridor::<2>::goal(runner), Quoridor::<2>::goal(1 - runner)];
        // By the runner's cell, the cells of the other pawn where the runner wins, being to move, or else the other.
        let mut wins = [0; CELLS];
        let mut lost: [Cells; CELLS] =
            std::array::from_fn(|at| if goal >> at & 1 == 1 { BOARD & !Cell::at(at).set() } else { 0 });
        for plies in (1..u8::MAX).step_by(2) {
            let mut has_news = false;
            for at in (0..CELLS).map(Cell::at).filter(|at| at.set() & goal == 0) {
                let open = BOARD & !other_goal & !at.set() & !wins[at.index()];
                let mut won = cells(ways.around(at.set())).fold(0, |won, next| won | lost[next.index()]);
                for &(other, targets) in jumps.from(at) {
                    if cells(targets).any(|next| lost[next.index()] & other.set() != 0) {
                        won |= other.set();
                    }
                }
                let news = won & open;
                wins[at.index()] |= news;
                cells(news).for_each(|other| self.plies[runner][at.index()][other.index()] = plies);
                has_news |= news != 0;
            }
            if !has_news {
                return;
            }
            for at in (0..CELLS).map(Cell::at).filter(|at| at.set() & goal == 0) {
                let safe = BOARD & !wins[at.index()] & !at.set();
                let mut escapes = ways.around(safe);
                for &(other, targets) in jumps.from(at) {
                    // The same jump seen from the other pawn.
                    let targets = jumps.between(other, at).unwrap_or(targets);
                    if targets & safe != 0 {
                        escapes |= other.set();
                    }
                }
                let news = BOARD & !escapes & !other_goal & !at.set() & !lost[at.index()];
                lost[at.index()] |= news;
                cells(news).for_each(|other| self.plies[1 - runner][other.index()][at.index()] = plies + 1);
            }
        }
    }
}

/// For every cell the neighbours a pawn could be on, each with the cells one can jump to from there.
struct Jumps(Vec<Vec<(Cell, Cells)>>);

impl Jumps {
    fn new(ways: &Ways) -> Self {
        let from = |at: usize| {
            let beside = |direction: Direction| {
                let other = ways.step(Cell::at(at).set(), direction);
                let [one, two] = direction.sides();
                let behind = ways.step(other, direction);
                let aside = ways.step(other, one) | ways.step(other, two);
                cells(other).next().map(|cell| (cell, if behind == 0 { aside } else { behind }))
            };
            Direction::ALL.into_iter().filter_map(beside).collect()
        };
        Self((0..CELLS).map(from).collect())
    }

    fn from(&self, at: Cell) -> &[(Cell, Cells)] {
        &self.0[at.index()]
    }

    /// Where one gets from a cell over the pawn on another, if they are neighbours.
    fn between(&self, from: Cell, over: Cell) -> Option<Cells> {
        self.from(from).iter().find(|(other, _)| *other == over).map(|&(_, targets)| targets)
    }
}

/// Races of the layouts met often enough. A copy begins empty.
#[derive(Debug, Default)]
pub(super) struct Races {
    slots: Vec<Slot>,
}

#[derive(Debug, Default)]
struct Slot {
    key: u64,
    visits: u32,
    race: Option<Race>,
}

/// How many layouts are watched.
const SLOTS: usize = 256;
/// To solve a race takes as long as searching some hundred nodes, so a layout has to come up this often.
const WORTH_IT: u32 = 32;

impl Clone for Races {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Races {
    /// The exact result for the seat to move where nobody has walls left, once the layout has come up often enough.
    pub(super) fn known<const SEATS: usize>(&mut self, position: &Quoridor<SEATS>) -> Option<Score> {
        if SEATS != 2 || position.hands != [0; SEATS] {
            return None;
        }
        if self.slots.is_empty() {
            self.slots.resize_with(SLOTS, Slot::default);
        }
        let key = position.walls_key;
        #[expect(clippy::cast_possible_truncation, reason = "only the low bits count")]
        let slot = &mut self.slots[key as usize % SLOTS];
        if slot.key != key {
            *slot = Slot { key, ..Slot::default() };
        }
        slot.visits += 1;
        if slot.race.is_none() && slot.visits >= WORTH_IT {
            slot.race = Some(Race::new(&position.walls.ways()));
        }
        slot.race.as_ref()?.score(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{MoveList, Notation as _};
    use crate::games::quoridor::Rules;
    use crate::random::Rng;

    fn at(text: &str) -> Quoridor<2> {
        Quoridor::parse(text, &Rules::default()).unwrap()
    }

    #[test]
    fn on_the_empty_board_the_second_gets_the_jump() {
        let start = at("- / - / e1 e9 / 0 0 / 1");
        let race = Race::new(&start.walls.ways());
        assert_eq!(race.score(&start), Some(Score::loss_in(16)));
    }

    /// In every position of random layouts the result follows from those of the moves, by the rules themselves.
    #[test]
    fn every_result_follows_from_its_successors() {
        for seed in 0..6 {
            let mut rng = Rng::new(seed);
            let mut position = Quoridor::<2>::start(&Rules::default());
            while position.hands != [0, 0] && position.outcome().is_none() {
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                let first_wall = moves.iter().position(|mv| mv.is_wall()).unwrap_or(0);
                position.play(moves[first_wall + rng.below(moves.len() - first_wall)]);
            }
            let race = Race::new(&position.walls.ways());
            for _ in 0..400 {
                let pawns = [Cell::at(rng.below(CELLS)), Cell::at(rng.below(CELLS))];
                let text = format!("- / - / {} {} / 0 0 / {}", pawns[0], pawns[1], 1 + rng.below(2));
                let Ok(other) = Quoridor::<2>::parse(&text, &Rules::default()) else { continue };
                let there = Quoridor::new(position.walls, other.pawns, [0, 0], other.turn(), Rules::default());
                let connected = (0..2)
                    .all(|seat| position.walls.ways().connect(there.pawns[seat].set(), Quoridor::<2>::goal(seat)));
                if connected && there.outcome().is_none() {
                    check(&race, &there);
                }
            }
        }
    }

    fn check(race: &Race, position: &Quoridor<2>) {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let value = |mv| {
            let next = position.after(mv);
            if next.outcome().is_some() {
                return Score::win_in(1);
            }
            -race.score(&next).expect("no race goes on for ever").delayed(1)
        };
        let best = moves.iter().map(|&mv| value(mv)).max();
        assert_eq!(race.score(position), best, "{position:?}");
    }
}
