//! Iterative deepening around any search of a fixed depth: depth after depth, line after line, until enough.

use super::clock::Budget;
use super::control::{Meter, Stopped};
use super::ending::{is_cut_off, past_of};
use super::root::{Front, Proof, RootMove, margin};
use super::table::Table;
use super::window::Window;
use super::{Control, Info, Limits, MAX_PLY, Root};
use crate::game::Position;
use crate::score::{Bound, Proven, Score};

/// A search of the root to a fixed depth, to be repeated deeper and deeper.
pub(super) trait Pass<'a, P: Position> {
    /// Whether the search is quicker with a narrow window; one that is not may ignore the window.
    const ASPIRES: bool;

    /// The root.
    fn front(&self) -> &Front<'a, P::Move>;

    /// The root, to be changed.
    fn front_mut(&mut self) -> &mut Front<'a, P::Move>;

    /// The static value of the root for the seat to move.
    fn static_score(&mut self, position: &P) -> Score;

    /// Searches the root's moves from [`Front::first`] on; those that became the best are marked there.
    ///
    /// # Errors
    /// If a limit was reached on the way.
    fn pass(&mut self, position: &P, depth: u32, window: Window) -> Result<Score, Stopped>;

    /// What decided values prove.
    fn proof(&self) -> Proof;

    /// Whether the value of a horizon beyond the end of every game is exact in the sense of this method.
    fn ends_exact(&self) -> bool {
        self.proof() == Proof::Full
    }

    /// Whether a value can only stem from decided games, however deep the search was.
    fn is_decided(&self, score: Score) -> bool {
        let _ = score;
        false
    }

    /// Whether a counted end cannot change with more depth.
    fn ends_stay(&self) -> bool {
        true
    }
}

/// Half the width of the first aspiration window, in centipoints.
const ASPIRATION: i32 = 40;
/// Below this depth values jump too much for a narrow window.
const ASPIRATION_DEPTH: u32 = 4;

/// The clock is divided among at least so many moves of the seat: however long a game has gone on, some may still come.
const LEAST_MOVES: u32 = 5;
/// With an increment it is divided among at most so many: those far ahead live on the increments, may never come, and
/// matter less than the next ones.
const MOST_MOVES_WITH_INCREMENT: u32 = 6;

/// The meter for a search with these limits.
pub(super) fn meter<'a, P: Position>(root: &Root<P>, limits: &Limits<P::Move>, control: &'a Control) -> Meter<'a> {
    Meter::new(control, limits.nodes, budget(root, limits))
}

/// The time for one move under these limits; `None` if they set none.
#[must_use]
pub fn budget<P: Position>(root: &Root<P>, limits: &Limits<P::Move>) -> Option<Budget> {
    let seats = u32::try_from(root.position.seats()).unwrap_or(1);
    let played = root.trail.past(&root.position).plies;
    let expected = P::USUAL_PLIES.saturating_sub(played).max(LEAST_MOVES * seats).min(root.position.max_plies());
    let expected = expected.div_ceil(seats);
    let clock = limits.clock.as_ref().map(|clock| {
        let most = if clock.increment.is_zero() { u32::MAX } else { MOST_MOVES_WITH_INCREMENT };
        Budget::of_clock(clock, limits.overhead, expected.min(most))
    });
    let fixed = limits.movetime.map(Budget::fixed);
    clock.into_iter().chain(fixed).reduce(Budget::min)
}

/// Deepens until a limit or certainty is reached; `None` if the root has no moves.
pub(super) fn deepen<'a, P: Position, S: Pass<'a, P>>(
    root: &Root<P>,
    limits: &Limits<P::Move>,
    table: &Table,
    search: S,
    report: &mut dyn FnMut(&Info<P::Move>),
) -> Option<P::Move> {
    if search.front().moves.is_empty() {
        return None;
    }
    let mut deepening = Deepening { root, limits, table, search, lines: Vec::new(), settled: 0 };
    deepening.run(report);
    Some(deepening.lines[0].pv[0])
}

/// Deepens as a helper, silently, until stopped or certain; the nodes count for the lead.
pub(super) fn assist<'a, P: Position, S: Pass<'a, P>>(
    root: &Root<P>,
    limits: &Limits<P::Move>,
    table: &Table,
    mut search: S,
    lead: &'a Control,
) {
    search.front_mut().meter.help(lead);
    if !search.front().moves.is_empty() {
        Deepening { root, limits, table, search, lines: Vec::new(), settled: 0 }.run(&mut |_| {});
    }
}

struct Deepening<'r, P: Position, S> {
    root: &'r Root<P>,
    limits: &'r Limits<P::Move>,
    table: &'r Table,
    search: S,
    /// The lines of the last finished iteration, or a first guess before there is one.
    lines: Vec<Info<P::Move>>,
    /// For how many iterations the best move has stayed the same.
    settled: u32,
}

impl<'a, P: Position, S: Pass<'a, P>> Deepening<'_, P, S> {
    fn run(&mut self, report: &mut dyn FnMut(&Info<P::Move>)) {
        let guess = self.search.static_score(&self.root.position);
        self.search.front_mut().moves[0].score = guess;
        self.lines = vec![Info { depth: 1, ..self.info(0, 0, Bound::Exact) }];
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
            let meter = &mut self.search.front_mut().meter;
            reported = meter.nodes();
            meter.arm();
            if self.is_enough(depth) {
                break;
            }
        }
        // The last word carries the final count, and whatever an unfinished iteration found.
        let front = self.search.front();
        if reported != front.meter.nodes() || reported == 0 {
            for line in &mut self.lines {
                line.nodes = front.meter.nodes();
                line.elapsed = front.meter.control().elapsed();
                line.seldepth = front.seldepth;
            }
            self.lines.iter().for_each(&mut *report);
        }
    }

    /// One iteration: as many passes over the root's moves as lines are wanted.
    fn iterate(&mut self, depth: u32) -> Result<(), Stopped> {
        let wanted = self.limits.multipv.clamp(1, self.search.front().moves.len());
        for rank in 0..wanted {
            self.search.front_mut().first = rank;
            let guess = self.lines.get(rank).filter(|_| S::ASPIRES && depth >= ASPIRATION_DEPTH);
            self.aspire(depth, guess.map(|line| line.score))?;
            self.search.front_mut().moves[rank..].sort_by_key(RootMove::standing);
        }
        self.search.front_mut().moves[..wanted].sort_by_key(RootMove::standing);
        self.lines = (0..wanted).map(|rank| self.info(rank, depth, Bound::Exact)).collect();
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
            let front = self.search.front_mut();
            let first = front.first;
            front.moves[first..].iter_mut().for_each(|root| root.score = -Score::INFINITE);
            let score = self.search.pass(&self.root.position, depth, window)?;
            width *= 4;
            let decided = score.plies_to_end().is_some() || width > 1_000;
            if score <= window.alpha && window.alpha > Window::FULL.alpha {
                window.alpha = if decided { Window::FULL.alpha } else { score - width };
            } else if score >= window.beta && window.beta < Window::FULL.beta {
                window.beta = if decided { Window::FULL.beta } else { score + width };
                self.search.front_mut().moves[first..].sort_by_key(RootMove::standing);
                self.keep_better_line(depth);
            } else {
                return Ok(());
            }
        }
    }

    /// Before an iteration is finished: a move that already beat the old best one deserves to be played.
    fn keep_better_line(&mut self, depth: u32) {
        let front = self.search.front();
        if front.first > 0 {
            return;
        }
        let Some(best) = (0..front.moves.len()).min_by_key(|&rank| front.moves[rank].standing()) else { return };
        let found = &front.moves[best];
        let is_news = self.lines[0].depth == depth || found.line.first() != self.lines[0].pv.first();
        if found.score > -Score::INFINITE && is_news {
            let better = Info { multipv: 1, ..self.info(best, depth, Bound::Lower) };
            // What the same iteration had to say before is out of date.
            self.lines.retain(|line| line.depth < depth && line.pv.first() != better.pv.first());
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
        let front = self.search.front();
        let is_forced = self.limits.clock.is_some() && front.moves.len() == 1;
        // A counted end within the depth is as near as it gets.
        let ends = |line: &Info<P::Move>| line.score.plies_to_end().is_some_and(|plies| plies.unsigned_abs() <= depth);
        let all_ends = self.search.ends_stay() && self.lines.iter().all(ends);
        // With few settled iterations more time, with many less.
        let patience = if self.limits.clock.is_some() { 1.4 - 0.15 * f64::from(self.settled.min(6)) } else { 1.0 };
        depth >= self.root.position.max_plies()
            || all_ends
            || self.limits.mate.is_some_and(wins_soon)
            || front.meter.control().is_finite() && (is_forced || !front.meter.has_time_for_more(patience))
    }

    /// What is known about one of the root's moves.
    fn info(&self, rank: usize, depth: u32, bound: Bound) -> Info<P::Move> {
        let front = self.search.front();
        let found = &front.moves[rank];
        // A past that matters is not part of what the table keeps, so that nothing is exact where it does.
        let whole_game = bound == Bound::Exact && depth >= self.root.position.max_plies() && !P::PAST_MATTERS;
        let past = past_of(&self.root.position, &self.root.trail);
        let is_cut = |plies| is_cut_off(&self.root.position, &past, plies);
        Info {
            depth,
            seldepth: front.seldepth,
            multipv: rank + 1,
            score: found.score,
            bound,
            nodes: front.meter.nodes(),
            tbhits: front.tbhits,
            hashfull: self.table.permill_full(),
            elapsed: front.meter.control().elapsed(),
            pv: found.line.to_vec(),
            scores: found.scores.to_vec(),
            proven: self
                .search
                .proof()
                .verdict(P::SCORING, found.score, whole_game || self.search.is_decided(found.score))
                .filter(|&proven| bound == Bound::Exact || proven == Proven::Win)
                .filter(|_| !found.score.plies_to_end().is_some_and(is_cut)),
            exact: margin(P::SCORING, found.score).filter(|_| whole_game && self.search.ends_exact()),
        }
    }
}
