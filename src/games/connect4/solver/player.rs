//! The solver as a player: exact where the limits allow, and otherwise as good as the heuristic search behind it.

use std::time::Duration;

use super::super::bits::Bits;
use super::super::book;
use super::super::position::{Column, Connect4};
use super::table::Known;
use super::{Answer, Engine, Task, plies_to_end};
use crate::game::Position;
use crate::score::{Bound, Proven, Score};
use crate::search::{Budget, Control, Info, Limits, Root, Searcher, Setup, allowed_moves, budget};

/// The player that knows the truth, and another one for boards and limits that do not allow to find it.
pub struct Solver<B: Bits> {
    engine: Option<Engine>,
    megabytes: usize,
    threads: usize,
    uses_book: bool,
    heuristic: Box<dyn Searcher<Connect4<B>>>,
}

/// Most positions of a game are solved within so many nodes, before anybody notices.
const FIRST_LOOK: u64 = 20_000;
/// How deep the heuristic search looks before a long proof, so that there is an answer whenever it is stopped.
const FIRST_DEPTH: u32 = 8;
/// The part of the time a proof may take before the heuristic search gets the rest, where a proof is in reach and where
/// it would be luck.
const PART_FOR_PROOF: f64 = 0.7;
const PART_FOR_LUCK: f64 = 0.25;
/// A proof takes about this long with so many cells left, and with each further cell so many times as long (mean over
/// positions of 6 to 28 plies); those of a game are spread widely around that.
const USUAL_PROOF: (Duration, i32, f64) = (Duration::from_micros(2400), 27, 1.85);
const SPREAD: f64 = 4.0;
/// The expected line is not worth more nodes than this per move.
const NODES_PER_LINE_MOVE: u64 = 20_000;

impl<B: Bits> Solver<B> {
    /// A solver, and who plays where it cannot.
    #[must_use]
    pub fn new(setup: &Setup, heuristic: Box<dyn Searcher<Connect4<B>>>) -> Self {
        let megabytes = setup.table.bytes() >> 20;
        Self { engine: None, megabytes, threads: setup.threads, uses_book: setup.book, heuristic }
    }

    /// Whether there is a solver for this board.
    fn prepare(&mut self, position: &Connect4<B>) -> bool {
        let shape = position.shape();
        if self.engine.as_ref().is_none_or(|engine| engine.shape() != shape) {
            self.engine = Engine::new(shape, self.megabytes, self.threads);
        }
        self.engine.is_some()
    }

    /// Lets the other player think with what is left, and adds what is proven.
    fn judge(
        &mut self,
        asked: &Asked<'_, B>,
        depth: Option<u32>,
        report: &mut dyn FnMut(&Info<Column>),
    ) -> Option<Column> {
        let nodes = asked.limits.nodes.map(|nodes| nodes.saturating_sub(asked.nodes).max(1));
        let limits = Limits { depth, nodes, ..asked.limits.clone() };
        let (before, proven) = (asked.nodes, proven(asked.known));
        self.heuristic.search(asked.root, &limits, asked.control, &mut |info| {
            let proven = info.proven.or(proven);
            report(&Info { nodes: info.nodes + before, proven, ..info.clone() });
        })
    }
}

/// A question on its way to an answer.
struct Asked<'a, B: Bits> {
    root: &'a Root<Connect4<B>>,
    limits: &'a Limits<Column>,
    control: &'a Control,
    /// What is certain so far about the score.
    known: Known,
    /// Nodes visited so far.
    nodes: u64,
    /// Positions found in the book.
    book_hits: u64,
}

impl<B: Bits> Searcher<Connect4<B>> for Solver<B> {
    fn search(
        &mut self,
        root: &Root<Connect4<B>>,
        limits: &Limits<Column>,
        control: &Control,
        report: &mut dyn FnMut(&Info<Column>),
    ) -> Option<Column> {
        let position = &root.position;
        let left = position.max_plies().cast_signed();
        let mut asked =
            Asked { root, limits, control, known: Known { lower: -left, upper: left }, nodes: 0, book_hits: 0 };
        // Who is not to look to the end of the game is not to know it either.
        if limits.depth.is_some_and(|depth| depth < position.max_plies()) || !self.prepare(position) {
            return self.judge(&asked, limits.depth, report);
        }
        let mut task = Task::moves(position, limits.multipv.max(1), control);
        if !limits.searchmoves.is_empty() {
            task.columns = allowed_moves(root, limits).to_vec();
            if task.columns.is_empty() {
                return None;
            }
        }
        if self.uses_book {
            if let Some(answer) = asked.in_book(&task) {
                return self.tell(&mut asked, &answer, report);
            }
            asked.look_up(&mut task);
        }
        // A first look that leaves wanted moves open is not the last one, unless the nodes are counted.
        let needed = if limits.nodes.is_some() { 1 } else { task.wanted };
        task.nodes = Some(limits.nodes.map_or(FIRST_LOOK, |nodes| nodes / 2));
        if let Some(mv) = self.prove(&mut asked, &task, needed, report) {
            return Some(mv);
        }
        if limits.nodes.is_none() {
            let first = self.judge(&asked, Some(FIRST_DEPTH), report);
            task.nodes = None;
            task.budget = budget(root, limits).map(|budget| Budget::fixed(time_for_proof(budget.hard, left)));
            if let Some(mv) = self.prove(&mut asked, &task, 1, report) {
                return Some(mv);
            }
            // Nothing better than the first answer can come now.
            if control.is_stopped() {
                return first;
            }
        }
        self.judge(&asked, limits.depth, report)
    }
}

impl<B: Bits> Solver<B> {
    /// Tries to answer exactly within the limits of the task, with at least so many moves solved.
    fn prove(
        &self,
        asked: &mut Asked<'_, B>,
        task: &Task<'_>,
        needed: usize,
        report: &mut dyn FnMut(&Info<Column>),
    ) -> Option<Column> {
        let answer = self.engine.as_ref()?.solve(task);
        asked.nodes += answer.nodes;
        asked.known = answer.known;
        let needed = needed.min(answer.moves.len()).max(1);
        if answer.solved < needed { None } else { self.tell(asked, &answer, report) }
    }

    /// Reports the wanted moves of an answer; returns the best one.
    fn tell(&self, asked: &mut Asked<'_, B>, answer: &Answer, report: &mut dyn FnMut(&Info<Column>)) -> Option<Column> {
        let wanted = asked.limits.multipv.clamp(1, answer.moves.len().max(1));
        let lines: Vec<Vec<Column>> = answer.moves[..wanted].iter().map(|mv| self.line(asked, *mv)).collect();
        for (rank, ((_, known), pv)) in answer.moves.iter().zip(lines).enumerate() {
            report(&asked.info(rank, *known, pv, self.engine.as_ref().map_or(0, Engine::permill_full)));
        }
        answer.moves.first().map(|(column, _)| *column)
    }

    /// The expected line after a move, as far as it can be had cheaply.
    fn line(&self, asked: &mut Asked<'_, B>, (column, known): (Column, Known)) -> Vec<Column> {
        let mut line = vec![column];
        let Some(engine) = self.engine.as_ref().filter(|_| known.lower == known.upper) else { return line };
        let mut position = asked.root.position;
        let mut score = known.lower;
        position.play(column);
        while position.outcome().is_none() {
            score = -score;
            let left = asked.limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(asked.nodes));
            let known = Some(Known { lower: score, upper: score });
            let nodes = Some(left.min(NODES_PER_LINE_MOVE));
            let answer = engine.solve(&Task { known, nodes, ..Task::moves(&position, 1, asked.control) });
            asked.nodes += answer.nodes;
            let Some((column, _)) = answer.moves.first().filter(|_| answer.solved > 0) else { break };
            line.push(*column);
            position.play(*column);
        }
        line
    }
}

impl<B: Bits> Asked<'_, B> {
    /// The answer if every move is in the book.
    fn in_book(&mut self, task: &Task<'_>) -> Option<Answer> {
        let moves = allowed_moves(self.root, self.limits);
        let scores = moves.iter().map(|mv| {
            let mut next = self.root.position;
            next.play(*mv);
            let score = if next.outcome().is_some() { None } else { book::score(&next) };
            score.map(|score| (*mv, Known { lower: -score, upper: -score }))
        });
        let mut moves: Vec<(Column, Known)> = scores.collect::<Option<_>>()?;
        // Among equals the middle is the more natural.
        let width = self.root.position.shape().width();
        moves.sort_by_key(|(mv, known)| (-known.lower, (2 * mv.index() + 1).abs_diff(width)));
        self.book_hits += moves.len() as u64;
        let known = moves.first()?.1;
        Some(Answer { known, solved: task.wanted.min(moves.len()), moves, nodes: 0 })
    }

    /// Enters into the task what the book says about the score and the moves.
    fn look_up(&mut self, task: &mut Task<'_>) {
        let position = &self.root.position;
        let after = |mv: &Column| {
            let mut next = *position;
            next.play(*mv);
            let least = if next.outcome().is_some() { None } else { book::least(&next) };
            least.map(|least| (*mv, -least))
        };
        task.most = allowed_moves(self.root, self.limits).iter().filter_map(after).collect();
        if task.columns.is_empty() {
            let known = |lower: i32, upper: Option<i32>| Known { lower, upper: upper.unwrap_or(self.known.upper) };
            let score = book::score(position);
            task.known = score.or_else(|| book::least(position)).map(|lower| known(lower, score));
        }
        self.book_hits += u64::from(task.known.is_some()) + task.most.len() as u64;
    }

    fn info(&self, rank: usize, known: Known, pv: Vec<Column>, hashfull: u32) -> Info<Column> {
        let plies = self.root.position.max_plies();
        let exact = (known.lower == known.upper).then_some(known.lower);
        Info {
            depth: plies,
            seldepth: plies,
            multipv: rank + 1,
            score: self.score(known.upper),
            bound: if exact.is_some() { Bound::Exact } else { Bound::Upper },
            nodes: self.nodes.max(1),
            tbhits: self.book_hits,
            hashfull,
            elapsed: self.control.elapsed(),
            pv,
            scores: Vec::new(),
            proven: proven(known),
            exact,
        }
    }

    /// A score as a distance.
    fn score(&self, score: i32) -> Score {
        let plies = plies_to_end(score, self.root.position.max_plies());
        match score {
            0 => Score::ZERO,
            1.. => Score::win_in(plies),
            _ => Score::loss_in(plies),
        }
    }
}

/// How much of the time a proof may take with so many cells left.
fn time_for_proof(time: Duration, left: i32) -> Duration {
    let (usual, at, growth) = USUAL_PROOF;
    let is_in_reach = time.mul_f64(PART_FOR_PROOF * SPREAD) >= usual.mul_f64(growth.powi(left - at));
    time.mul_f64(if is_in_reach { PART_FOR_PROOF } else { PART_FOR_LUCK })
}

/// What is certain about the result if the score lies within these bounds.
fn proven(known: Known) -> Option<Proven> {
    if known.lower > 0 {
        Some(Proven::Win)
    } else if known.upper < 0 {
        Some(Proven::Loss)
    } else {
        (known.lower == 0 && known.upper == 0).then_some(Proven::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_out_of_reach_get_less_time() {
        let second = Duration::from_secs(1);
        assert_eq!(time_for_proof(second, 30), second.mul_f64(PART_FOR_PROOF));
        assert_eq!(time_for_proof(second, 42), second.mul_f64(PART_FOR_LUCK));
        assert_eq!(time_for_proof(second / 20, 36), (second / 20).mul_f64(PART_FOR_LUCK));
        assert_eq!(time_for_proof(second / 20, 26), (second / 20).mul_f64(PART_FOR_PROOF));
    }
}
