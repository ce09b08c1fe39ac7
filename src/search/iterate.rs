//! Iterative deepening around the principal variation search: depth after depth, line after line, until enough.

use std::sync::Arc;

use super::clock::Budget;
use super::control::{Control, Meter, Stopped};
use super::pvs::{Window, Worker};
use super::simple::allowed_moves;
use super::table::Table;
use super::{Evaluate, Info, Limits, MAX_PLY, Root, Searcher, Setup};
use crate::game::{Position, Scoring};
use crate::score::{Bound, Proven, Score};

/// The principal variation search as a player; paranoid where there are more than two seats.
#[derive(Debug)]
pub struct Pvs<E> {
    table: Arc<Table>,
    judge: E,
}

/// Half the width of the first aspiration window, in centipoints.
const ASPIRATION: i32 = 40;
/// Below this depth values jump too much for a narrow window.
const ASPIRATION_DEPTH: u32 = 4;

impl<E> Pvs<E> {
    /// A player that thinks with the session's table and the game's judgement.
    pub fn new(setup: &Setup, judge: E) -> Self {
        Self { table: Arc::clone(&setup.table), judge }
    }
}

impl<P: Position, E: Evaluate<P>> Searcher<P> for Pvs<E> {
    fn search(
        &mut self,
        root: &Root<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&Info<P::Move>),
    ) -> Option<P::Move> {
        self.table.new_search();
        let meter = Meter::new(control, limits.nodes, budget(root, limits));
        let mut worker = Worker::new(root, self.judge.clone(), &self.table, meter);
        worker.set_root_moves(&root.position, allowed_moves(root, limits));
        if worker.root_moves.is_empty() {
            return None;
        }
        let mut search = Deepening { root, limits, table: &self.table, worker, lines: Vec::new(), settled: 0 };
        search.run(report);
        Some(search.lines[0].pv[0])
    }
}

/// The time for one move under these limits; `None` if they set none.
#[must_use]
pub fn budget<P: Position>(root: &Root<P>, limits: &Limits<P::Move>) -> Option<Budget> {
    let seats = u32::try_from(root.position.seats()).unwrap_or(1);
    let moves_left = root.position.max_plies().saturating_add(seats - 1) / seats;
    let clock = limits.clock.as_ref().map(|clock| Budget::of_clock(clock, limits.overhead, moves_left));
    let fixed = limits.movetime.map(Budget::fixed);
    clock.into_iter().chain(fixed).reduce(Budget::min)
}

struct Deepening<'a, P: Position, E> {
    root: &'a Root<P>,
    limits: &'a Limits<P::Move>,
    table: &'a Table,
    worker: Worker<'a, P, E>,
    /// The lines of the last finished iteration, or a first guess before there is one.
    lines: Vec<Info<P::Move>>,
    /// For how many iterations the best move has stayed the same.
    settled: u32,
}

impl<P: Position, E: Evaluate<P>> Deepening<'_, P, E> {
    fn run(&mut self, report: &mut dyn FnMut(&Info<P::Move>)) {
        let guess = self.worker.static_score(&self.root.position);
        let first = self.worker.root_moves[0].line.to_vec();
        self.lines = vec![self.info(1, 1, guess, first, Bound::Exact)];
        let deepest = self.limits.depth.unwrap_or(u32::MAX).clamp(1, u32::try_from(MAX_PLY - 1).unwrap_or(1));
        let mut reported = 0;
        for depth in 1..=deepest {
            let earlier_best = self.lines[0].pv.first().copied();
            if self.iterate(depth) == Err(Stopped) {
                self.keep_better_line(depth);
                break;
            }
            self.settled = if self.lines[0].pv.first().copied() == earlier_best { self.settled + 1 } else { 0 };
            self.lines.iter().for_each(&mut *report);
            reported = self.worker.meter.nodes();
            self.worker.meter.arm();
            if self.is_enough(depth) {
                break;
            }
        }
        // The last word carries the final count, and whatever an unfinished iteration found.
        if reported != self.worker.meter.nodes() || reported == 0 {
            for line in &mut self.lines {
                line.nodes = self.worker.meter.nodes();
                line.elapsed = self.worker.meter.control().elapsed();
                line.seldepth = self.worker.seldepth;
            }
            self.lines.iter().for_each(&mut *report);
        }
    }

    /// One iteration: as many passes over the root's moves as lines are wanted.
    fn iterate(&mut self, depth: u32) -> Result<(), Stopped> {
        let wanted = self.limits.multipv.clamp(1, self.worker.root_moves.len());
        for rank in 0..wanted {
            self.worker.first = rank;
            let guess = self.lines.get(rank).filter(|_| depth >= ASPIRATION_DEPTH).map(|line| line.score);
            self.aspire(depth, guess)?;
            self.worker.root_moves[rank..].sort_by_key(|root| -root.score);
        }
        self.worker.root_moves[..wanted].sort_by_key(|root| -root.score);
        self.lines = (0..wanted)
            .map(|rank| {
                let root = &self.worker.root_moves[rank];
                self.info(rank + 1, depth, root.score, root.line.to_vec(), Bound::Exact)
            })
            .collect();
        Ok(())
    }

    /// One pass, first with a narrow window around the guess, widened until the value lies inside.
    fn aspire(&mut self, depth: u32, guess: Option<Score>) -> Result<(), Stopped> {
        let mut width = ASPIRATION;
        let mut window = match guess {
            Some(score) if score.plies_to_end().is_none() => Window { alpha: score - width, beta: score + width },
            _ => Window::FULL,
        };
        loop {
            let first = self.worker.first;
            self.worker.root_moves[first..].iter_mut().for_each(|root| root.score = -Score::INFINITE);
            let score = self.worker.node(&self.root.position, depth, window, 0)?;
            width *= 4;
            let decided = score.plies_to_end().is_some() || width > 1_000;
            if score <= window.alpha && window.alpha > Window::FULL.alpha {
                window.alpha = if decided { Window::FULL.alpha } else { score - width };
            } else if score >= window.beta && window.beta < Window::FULL.beta {
                window.beta = if decided { Window::FULL.beta } else { score + width };
                self.worker.root_moves[first..].sort_by_key(|root| -root.score);
                self.keep_better_line(depth);
            } else {
                return Ok(());
            }
        }
    }

    /// Before an iteration is finished: a move that already beat the old best one deserves to be played.
    fn keep_better_line(&mut self, depth: u32) {
        if self.worker.first > 0 {
            return;
        }
        let Some(best) = self.worker.root_moves.iter().max_by_key(|root| root.score) else { return };
        if best.score > -Score::INFINITE && best.line.first() != self.lines[0].pv.first() {
            let better = self.info(1, depth, best.score, best.line.to_vec(), Bound::Lower);
            self.lines.retain(|line| line.pv.first() != better.pv.first());
            self.lines.insert(0, better);
            self.lines.truncate(self.limits.multipv.max(1));
            for (rank, line) in self.lines.iter_mut().enumerate() {
                line.multipv = rank + 1;
            }
        }
    }

    /// Whether deeper iterations are not wanted or cannot change anything.
    fn is_enough(&self, depth: u32) -> bool {
        let wins_soon =
            |plies| (1..=i64::from(plies)).contains(&self.lines[0].score.plies_to_end().map_or(0, i64::from));
        let is_forced = self.limits.clock.is_some() && self.worker.root_moves.len() == 1;
        // A counted end within the depth is as near as it gets.
        let all_ends =
            self.lines.iter().all(|line| line.score.plies_to_end().is_some_and(|plies| plies.unsigned_abs() <= depth));
        // With few settled iterations more time, with many less.
        let patience = 1.4 - 0.15 * f64::from(self.settled.min(6));
        depth >= self.root.position.max_plies()
            || all_ends
            || self.limits.mate.is_some_and(wins_soon)
            || self.worker.meter.control().is_finite()
                && (is_forced
                    || !self.worker.meter.has_time_for_more(if self.limits.clock.is_some() { patience } else { 1.0 }))
    }

    fn info(&self, multipv: usize, depth: u32, score: Score, pv: Vec<P::Move>, bound: Bound) -> Info<P::Move> {
        Info {
            depth,
            seldepth: self.worker.seldepth,
            multipv,
            score,
            bound,
            nodes: self.worker.meter.nodes(),
            tbhits: self.worker.tbhits,
            hashfull: self.table.permill_full(),
            elapsed: self.worker.meter.control().elapsed(),
            pv,
            scores: Vec::new(),
            proven: self.proven(depth, score, bound),
            exact: None,
        }
    }

    /// What the search proves: a counted end, or everything if the horizon lies beyond the end of every game. Others
    /// at the table need not conspire, so with more than two seats only a win is certain.
    fn proven(&self, depth: u32, score: Score, bound: Bound) -> Option<Proven> {
        if !E::COMPLETE || P::PAST_MATTERS {
            return None;
        }
        let two_sided = self.root.position.seats() == 2;
        let whole_game = bound == Bound::Exact && depth >= self.root.position.max_plies();
        let by_margin = P::SCORING != Scoring::Sooner;
        if score.is_win() || whole_game && by_margin && score > Score::ZERO {
            Some(Proven::Win)
        } else if two_sided && (score.is_loss() || whole_game && by_margin && score < Score::ZERO) {
            Some(Proven::Loss)
        } else if two_sided && whole_game && score == Score::ZERO {
            Some(Proven::Draw)
        } else {
            None
        }
    }
}
