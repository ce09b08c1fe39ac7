//! Principal variation search: one node of the tree.
//!
//! The seats are two sides, the root seat and all others. With two seats that is negamax; with more it is the paranoid
//! search. The sign comes from comparing sides, never from the depth, because a side may move twice running.

use arrayvec::ArrayVec;

use super::control::{Meter, Stopped};
use super::order::{Memory, Picker};
use super::table::{Entry, Table};
use super::{Evaluate, MAX_PLY, Root};
use crate::game::{Move as _, MoveList, Position, Scoring, Seat};
use crate::score::{Bound, Score};
use crate::trail::Trail;

/// The scores a node has to tell apart: at most `alpha` is no use, at least `beta` is too good to be allowed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    pub(super) const FULL: Self = Self { alpha: Score::from_value(-Score::INFINITE.value()), beta: Score::INFINITE };

    /// The window that only asks whether `alpha` can be beaten.
    fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    fn is_null(self) -> bool {
        self.beta.value() - self.alpha.value() <= 1
    }

    /// Whether a stored value settles a node with this window.
    fn is_settled_by(self, score: Score, bound: Bound) -> bool {
        match bound {
            Bound::Exact => true,
            Bound::Lower => score >= self.beta,
            Bound::Upper => score <= self.alpha,
        }
    }
}

/// A line of moves from some ply on.
pub(super) type Line<M> = ArrayVec<M, MAX_PLY>;

/// A move at the root with what is known about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    pub(super) mv: M,
    /// The value if the move ever became the best of its pass, else minus infinity.
    pub(super) score: Score,
    pub(super) line: Line<M>,
}

/// One thread's search.
pub(super) struct Worker<'a, P: Position, E> {
    pub(super) meter: Meter<'a>,
    /// The root's moves, best first; those before `first` are already reported lines of this iteration.
    pub(super) root_moves: Vec<RootMove<P::Move>>,
    pub(super) first: usize,
    pub(super) seldepth: u32,
    pub(super) tbhits: u64,
    judge: E,
    table: &'a Table,
    memory: Memory,
    trail: Trail,
    root_seat: Seat,
    /// With more than two seats a value depends on who is searching; this keeps their entries apart.
    salt: u64,
    lines: Vec<Line<P::Move>>,
}

impl<'a, P: Position, E: Evaluate<P>> Worker<'a, P, E> {
    pub(super) fn new(root: &Root<P>, judge: E, table: &'a Table, meter: Meter<'a>) -> Self {
        let root_seat = root.position.turn();
        let salt = if root.position.seats() > 2 { 0x9e37_79b9_7f4a_7c15_u64 << root_seat.index() } else { 0 };
        Self {
            meter,
            root_moves: Vec::new(),
            first: 0,
            seldepth: 0,
            tbhits: 0,
            judge,
            table,
            memory: Memory::new(),
            trail: root.trail.clone(),
            root_seat,
            salt,
            lines: vec![Line::new(); MAX_PLY + 1],
        }
    }

    /// Puts the root's moves into their first order.
    pub(super) fn set_root_moves(&mut self, position: &P, moves: MoveList<P::Move>) {
        let mut picker = Picker::new(moves);
        let table_move = self.table.probe(position.key() ^ self.salt).map_or(0, |entry| entry.best);
        self.judge.hints(position, &picker.moves, &mut picker.hints);
        self.memory.add_to(&mut picker.hints, &picker.moves, self.root_seat, 0, table_move);
        self.root_moves =
            picker.map(|mv| RootMove { mv, score: -Score::INFINITE, line: [mv].into_iter().collect() }).collect();
    }

    /// The static value of the root for the seat to move.
    pub(super) fn static_score(&mut self, position: &P) -> Score {
        self.judge.evaluate(position, self.root_seat)
    }

    /// The value of a node for the side to move, `depth` plies before the horizon.
    pub(super) fn node(&mut self, position: &P, depth: u32, mut window: Window, ply: usize) -> Result<Score, Stopped> {
        self.meter.tick()?;
        self.lines[ply].clear();
        self.seldepth = self.seldepth.max(plies(ply));
        let is_root = ply == 0;
        if !is_root {
            if let Some(score) = self.end(position, window, ply) {
                return Ok(score);
            }
            if P::SCORING == Scoring::Sooner {
                // No line through here is better than winning at once or worse than having lost already.
                window.alpha = window.alpha.max(Score::loss_in(plies(ply)));
                window.beta = window.beta.min(Score::win_in(plies(ply + 1)));
                if window.alpha >= window.beta {
                    return Ok(window.alpha);
                }
            }
        }
        if depth == 0 || ply >= MAX_PLY - 1 {
            return self.beyond_horizon(position, window, ply);
        }
        let key = position.key() ^ self.salt;
        let entry = self.table.probe(key);
        if let Some(entry) = entry.filter(|entry| !is_root && entry.depth >= depth && window.is_null()) {
            let score = entry.score.delayed(plies(ply));
            if window.is_settled_by(score, entry.bound) {
                return Ok(score);
            }
        }
        let mut picker = self.ordered_moves(position, ply, entry.map_or(0, |entry| entry.best));
        let (score, best) = self.try_moves(position, depth, window, ply, &mut picker)?;
        // A root pass that leaves out moves says nothing about the position as a whole.
        if !is_root || self.first == 0 {
            let bound = if score >= window.beta {
                Bound::Lower
            } else if score > window.alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.table.store(key, &Entry { best, score: score.hastened(plies(ply)), depth, bound });
        }
        Ok(score)
    }

    /// The value where the game is over or the result is known without search.
    fn end(&mut self, position: &P, window: Window, ply: usize) -> Option<Score> {
        let mut outcome = position.outcome();
        if outcome.is_none() && (P::PAST_MATTERS || P::SEARCH_DRAWS_REPETITION) {
            let past = self.trail.past(position);
            outcome = position.outcome_by_past(&past);
            if outcome.is_none() && P::SEARCH_DRAWS_REPETITION && past.repeats > 0 {
                return Some(Score::ZERO);
            }
        }
        if let Some(outcome) = outcome {
            let score = outcome.score(self.root_seat, P::SCORING, plies(ply));
            return Some(if self.is_ours(position) { score } else { -score });
        }
        let (bound, score) = self.judge.known(position)?;
        let score = score.delayed(plies(ply));
        window.is_settled_by(score, bound).then(|| {
            self.tbhits += 1;
            score
        })
    }

    /// The value at the horizon, after the game's noisy moves have been tried.
    fn beyond_horizon(&mut self, position: &P, mut window: Window, ply: usize) -> Result<Score, Stopped> {
        let score = self.judge.evaluate(position, self.root_seat);
        let mut best = if self.is_ours(position) { score } else { -score };
        if best >= window.beta || ply >= MAX_PLY - 1 {
            return Ok(best);
        }
        let mut moves = MoveList::new();
        self.judge.noisy(position, &mut moves);
        if moves.is_empty() {
            return Ok(best);
        }
        let mut picker = Picker::new(moves);
        self.judge.hints(position, &picker.moves, &mut picker.hints);
        window.alpha = window.alpha.max(best);
        for mv in picker {
            let score = self.child(position, mv, 0, window, ply)?;
            best = best.max(score);
            window.alpha = window.alpha.max(score);
            if window.alpha >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    fn ordered_moves(&mut self, position: &P, ply: usize, table_move: u32) -> Picker<P::Move> {
        let mut moves = MoveList::new();
        if ply == 0 {
            // Already in order; equal hints keep it.
            self.root_moves[self.first..].iter().for_each(|root| moves.push(root.mv));
            return Picker::new(moves);
        }
        position.legal_moves(&mut moves);
        self.judge.filter(position, &mut moves);
        let mut picker = Picker::new(moves);
        self.judge.hints(position, &picker.moves, &mut picker.hints);
        self.memory.add_to(&mut picker.hints, &picker.moves, position.turn(), ply, table_move);
        picker
    }

    /// Searches the moves in turn; returns the best value and the packed best move (0 if none beat `alpha`).
    fn try_moves(
        &mut self,
        position: &P,
        depth: u32,
        mut window: Window,
        ply: usize,
        picker: &mut Picker<P::Move>,
    ) -> Result<(Score, u32), Stopped> {
        let mut best = (-Score::INFINITE, 0);
        // Where the horizon lies beyond the end of every game nothing is reduced: such results are exact.
        let may_reduce = depth < position.max_plies();
        let mut index = 0;
        while let Some(mv) = picker.next() {
            let score = if index == 0 {
                self.child(position, mv, depth - 1, window, ply)?
            } else {
                let reduction = if may_reduce { self.judge.reduction(depth, index).min(depth - 1) } else { 0 };
                self.later_child(position, mv, depth - 1, reduction, window, ply)?
            };
            index += 1;
            if score > best.0 {
                best.0 = score;
                if score > window.alpha {
                    window.alpha = score;
                    best.1 = mv.pack();
                    self.extend_line(mv, ply, score);
                }
                if score >= window.beta {
                    self.memory.learn(mv, picker.tried(), position.turn(), ply, depth);
                    break;
                }
            }
        }
        Ok(best)
    }

    /// A move that is not expected to be the best: first asked whether it is, less deeply, then looked at properly.
    fn later_child(
        &mut self,
        position: &P,
        mv: P::Move,
        depth: u32,
        reduction: u32,
        window: Window,
        ply: usize,
    ) -> Result<Score, Stopped> {
        let null = Window::null(window.alpha);
        let mut score = self.child(position, mv, depth - reduction, null, ply)?;
        if score > window.alpha && reduction > 0 {
            score = self.child(position, mv, depth, null, ply)?;
        }
        if score > window.alpha && score < window.beta {
            score = self.child(position, mv, depth, window, ply)?;
        }
        Ok(score)
    }

    /// The value of a move for the side to move in `position`.
    fn child(&mut self, position: &P, mv: P::Move, depth: u32, window: Window, ply: usize) -> Result<Score, Stopped> {
        let tracked = P::PAST_MATTERS || P::SEARCH_DRAWS_REPETITION;
        if tracked {
            self.trail.push(position, mv);
        }
        let mut child = position.clone();
        child.play(mv);
        let result = if self.is_ours(&child) == self.is_ours(position) {
            self.node(&child, depth, window, ply + 1)
        } else {
            self.node(&child, depth, window.flipped(), ply + 1).map(|score| -score)
        };
        if tracked {
            self.trail.pop();
        }
        result
    }

    fn extend_line(&mut self, mv: P::Move, ply: usize, score: Score) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(mv);
        line.extend(tail[0].iter().copied().take(MAX_PLY - 1));
        if ply == 0
            && let Some(root) = self.root_moves.iter_mut().find(|root| root.mv == mv)
        {
            root.score = score;
            root.line.clone_from(line);
        }
    }

    fn is_ours(&self, position: &P) -> bool {
        position.turn() == self.root_seat
    }
}

fn plies(ply: usize) -> u32 {
    u32::try_from(ply).unwrap_or(u32::MAX)
}
