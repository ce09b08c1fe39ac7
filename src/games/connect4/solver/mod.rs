//! Exact play: the score of every position that fits 64 bits, found by asking whether it is above this or that number.
//!
//! The score is counted from the end: a win with the last stone a player can have is worth 1, with the one before 2, and
//! so on; a loss is the negative of that, a draw 0. The search is in `tree`, what it tries first in `order`, its memory in
//! `table`, what needs no search in `bounds`, the strategy of questions in `prove`, and what threads tell each other in
//! `team`; `player` makes a [`Searcher`](crate::search::Searcher) of it.

mod bounds;
mod field;
mod order;
mod player;
mod prove;
mod spot;
mod table;
mod team;
#[cfg(test)]
mod tests;
mod tree;

pub use player::Solver;

use super::bits::Bits;
use super::grid::Shape;
use super::position::{Column, Connect4};
use crate::search::{Budget, Control, Meter, Stopped, together};
use field::{Cells, Field};
use prove::RootMove;
use spot::Spot;
use table::{Known, Table};
use team::Team;
use tree::{Memory, Tree};

/// The solver of one board size, with a memory that is kept from question to question.
#[derive(Debug)]
pub struct Engine {
    shape: Shape,
    table: Table,
    /// A small table for each thread.
    near: Vec<Table>,
}

/// The size of the small tables: what a processor's second cache holds beside other things.
const KILOBYTES_NEAR: usize = 1024;

/// With several threads, one searches so many nodes before it calls the others: to start a thread takes as long as a
/// thousand nodes or two, and many searches need no more.
const NODES_ALONE: u64 = 4000;

/// What is asked about an unfinished position.
#[derive(Clone, Debug)]
struct Task<'c> {
    /// The stones of the side to move, and those of both.
    stones: (Cells, Cells),
    /// The columns to be considered; all if empty.
    columns: Vec<Column>,
    /// How many of the best moves to find; none if the score is enough.
    wanted: usize,
    /// What is certain about the score already.
    known: Option<Known>,
    /// The most that some moves can be worth.
    most: Vec<(Column, i32)>,
    nodes: Option<u64>,
    budget: Option<Budget>,
    control: &'c Control,
}

/// What was found out.
#[derive(Clone, Debug)]
struct Answer {
    /// What is certain about the score for the side to move.
    known: Known,
    /// The moves as columns with what is certain about them.
    moves: Vec<(Column, Known)>,
    /// How many of the first moves are the best ones in their order, with exact scores.
    solved: usize,
    nodes: u64,
}

impl Answer {
    /// Whether nothing that is asked is left open.
    fn settles(&self, task: &Task<'_>) -> bool {
        self.known.lower >= self.known.upper && self.solved >= task.wanted.min(self.moves.len())
    }
}

impl<'c> Task<'c> {
    /// The question for the score alone.
    fn score<B: Bits>(position: &Connect4<B>, control: &'c Control) -> Self {
        let (own, other) = position.sides();
        let stones = (own.low(), own.low() | other.low());
        Self {
            stones,
            columns: Vec::new(),
            wanted: 0,
            known: None,
            most: Vec::new(),
            nodes: None,
            budget: None,
            control,
        }
    }

    /// The question for so many of the best moves, too.
    fn moves<B: Bits>(position: &Connect4<B>, wanted: usize, control: &'c Control) -> Self {
        Self { wanted, ..Self::score(position, control) }
    }
}

impl Engine {
    /// A solver for boards of this shape with a table of about so many megabytes; `None` if the board does not fit 64
    /// bits or the memory is not to be had.
    #[must_use]
    pub fn new(shape: Shape, megabytes: usize, threads: usize) -> Option<Self> {
        if !shape.fits::<Cells>() {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
        let key_bits = (shape.width() * (shape.height() + 1)) as u32;
        let near = (0..threads.max(1)).map(|_| Table::of_kilobytes(key_bits, KILOBYTES_NEAR)).collect::<Option<_>>()?;
        Some(Self { shape, table: Table::new(key_bits, megabytes)?, near })
    }

    /// The shape of the boards it solves.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Forgets what it learnt.
    pub fn forget(&mut self) {
        self.table.forget();
        self.near.iter_mut().for_each(Table::forget);
    }

    /// Permill of the table in use.
    #[must_use]
    pub fn permill_full(&self) -> u32 {
        self.table.permill_full()
    }

    /// The exact score of an unfinished position, and the nodes it took.
    #[must_use]
    pub fn score<B: Bits>(&self, position: &Connect4<B>) -> (i32, u64) {
        let answer = self.solve(&Task::score(position, &Control::unattended()));
        (answer.known.lower, answer.nodes)
    }

    /// The exact score of an unfinished position that is worth at least so much, if that is known, found by one thread
    /// while others may be working on other positions: each has its number below the threads of this solver. `None` if
    /// it was stopped or there is no such worker.
    #[must_use]
    pub fn score_alone<B: Bits>(
        &self,
        position: &Connect4<B>,
        least: Option<i32>,
        worker: usize,
        control: &Control,
    ) -> Option<i32> {
        let known = least.map(|lower| Known { lower, upper: i32::MAX });
        let task = Task { known, ..Task::score(position, control) };
        let known = self.solve_with(&task, self.near.get(worker..=worker)?).known;
        (known.lower == known.upper).then_some(known.lower)
    }

    /// The exact score of every column that is not full, from left to right, and the nodes it took.
    #[must_use]
    pub fn scores<B: Bits>(&self, position: &Connect4<B>) -> (Vec<(Column, i32)>, u64) {
        let answer = self.solve(&Task::moves(position, usize::MAX, &Control::unattended()));
        let mut scores: Vec<_> = answer.moves.iter().map(|(column, known)| (*column, known.lower)).collect();
        scores.sort_by_key(|(column, _)| *column);
        (scores, answer.nodes)
    }

    /// Finds out what is asked as far as the limits allow.
    fn solve(&self, task: &Task<'_>) -> Answer {
        if self.near.len() == 1 {
            return self.solve_with(task, &self.near);
        }
        let nodes = task.nodes.map_or(NODES_ALONE, |nodes| nodes.min(NODES_ALONE));
        let first = self.solve_with(&Task { nodes: Some(nodes), ..task.clone() }, &self.near[..1]);
        let left = task.nodes.map(|nodes| nodes.saturating_sub(first.nodes));
        if left == Some(0) || first.settles(task) {
            return first;
        }
        // What was found out is in the table.
        let answer = self.solve_with(&Task { nodes: left, ..task.clone() }, &self.near);
        Answer { nodes: first.nodes + answer.nodes, ..answer }
    }

    /// The same with as many threads as there are small tables.
    fn solve_with(&self, task: &Task<'_>, near: &[Table]) -> Answer {
        match self.shape.height() {
            4 => self.solve_rows::<4>(task, near),
            5 => self.solve_rows::<5>(task, near),
            6 => self.solve_rows::<6>(task, near),
            7 => self.solve_rows::<7>(task, near),
            8 => self.solve_rows::<8>(task, near),
            _ => self.solve_rows::<9>(task, near),
        }
    }

    fn solve_rows<const H: u32>(&self, task: &Task<'_>, near: &[Table]) -> Answer {
        let field = Field::<H>::new(self.shape);
        let (own, all) = task.stones;
        let column = |mv: &RootMove| Column::new((mv.cell.trailing_zeros() / (H + 1)) as usize);
        let mut moves = RootMove::all(&field, own, all);
        moves.retain(|mv| task.columns.is_empty() || column(mv).is_some_and(|column| task.columns.contains(&column)));
        for mv in &mut moves {
            let most = task.most.iter().find(|(of, _)| Some(*of) == column(mv));
            mv.known.upper = most.map_or(mv.known.upper, |(_, most)| mv.known.upper.min(*most));
        }
        let team = (near.len() > 1).then(Team::new);
        let memory = |number: usize| Memory { far: &self.table, near: &near[number], team: team.as_ref() };
        let help = |number: usize, reins: &Control| {
            let mut meter = Meter::new(reins, None, None);
            meter.help(task.control);
            meter.arm();
            Work::new(Tree::new(field, memory(number), meter), moves.clone(), task).run(task);
        };
        let lead = || {
            let mut meter = Meter::new(task.control, task.nodes, task.budget);
            meter.arm();
            let mut work = Work::new(Tree::new(field, memory(0), meter), moves.clone(), task);
            work.run(task);
            let moves = work.moves.iter().filter_map(|mv| Some((column(mv)?, mv.known)));
            Answer { known: work.known, moves: moves.collect(), solved: work.solved, nodes: work.tree.meter.nodes() }
        };
        together(near.len(), task.control, help, lead)
    }
}

/// How many plies a game with this score still takes if so many cells are left.
pub(super) fn plies_to_end(score: i32, left: u32) -> u32 {
    if score == 0 {
        return left;
    }
    let longest = left.saturating_sub(2 * (score.unsigned_abs() - 1));
    // A win ends with a stone of the side to move, after an odd number of plies; a loss after an even one.
    let is_odd = !longest.is_multiple_of(2);
    if is_odd == (score > 0) { longest } else { longest - 1 }
}

/// One thread's work on a task.
struct Work<'a, 'm, const H: u32> {
    tree: Tree<'a, 'm, H>,
    moves: Vec<RootMove>,
    known: Known,
    solved: usize,
}

impl<'a, 'm, const H: u32> Work<'a, 'm, H> {
    fn new(tree: Tree<'a, 'm, H>, moves: Vec<RootMove>, task: &Task<'_>) -> Self {
        let known = prove::limits(&moves);
        let known = task.known.map_or(known, |sure| known.and(sure));
        Self { tree, moves, known, solved: 0 }
    }

    /// Works until the task is done or a limit is reached; what was found stays either way.
    fn run(&mut self, task: &Task<'_>) {
        let _ = self.find(task);
    }

    fn find(&mut self, task: &Task<'_>) -> Result<(), Stopped> {
        let (own, all) = task.stones;
        let spot = Spot::new(&self.tree.field, own, all);
        let wins = spot.own_threats & self.tree.field.landing(all);
        if task.columns.is_empty() && wins == 0 && self.known.lower < self.known.upper {
            // Of the bounds that a book gives, one in three is the score.
            let guess = task.known.map(|known| known.lower);
            self.tree.narrow(&spot, &mut self.known, guess)?;
        }
        for rank in 0..task.wanted.min(self.moves.len()) {
            let moves = &mut self.moves[rank..];
            let known = if rank == 0 { self.known } else { prove::limits(moves) };
            self.tree.prove_best(moves, known)?;
            self.solved = rank + 1;
            if rank == 0 {
                self.known = self.moves[0].known;
            }
        }
        Ok(())
    }
}
