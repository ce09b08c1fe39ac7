//! Principal variation search: one node of the tree.
//!
//! The seats are two sides, the root seat and all others. With two seats that is negamax; with more it is the paranoid
//! search, or whatever a [`Regime`] makes of it. The sign comes from comparing sides, never from the depth, because a
//! side may move twice running.

use std::sync::Arc;

use super::busy::Busy;
use super::control::Stopped;
use super::ending::{Ending, is_cut_off, is_decided, is_tracked, past_of_key};
use super::iterate::{Pass, assist, deepen, meter};
use super::order::{Memory, Picker};
use super::regime::{Paranoid, Regime};
use super::root::{Front, Line, Proof, Scores};
use super::simple::allowed_moves;
use super::table::{Entry, Table};
use super::together::together;
use super::window::Window;
use super::{Control, Evaluate, Info, Limits, MAX_PLY, Root, Searcher, Setup};
use crate::game::{Move as _, MoveList, Past, Position, Scoring, Seat};
use crate::score::{Bound, Score};
use crate::trail::Trail;

/// The principal variation search as a player; paranoid where there are more than two seats.
#[derive(Debug)]
pub struct Pvs<E>(Sides<E>);

impl<E> Pvs<E> {
    /// A player that thinks with the session's table and the game's judgement.
    pub fn new(setup: &Setup, judge: E) -> Self {
        Self(Sides::new(setup, judge))
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
        self.0.search::<P, Paranoid>(root, limits, control, report)
    }
}

/// What a search of two sides thinks with.
#[derive(Debug)]
pub(super) struct Sides<E> {
    table: Arc<Table>,
    threads: usize,
    judge: E,
}

impl<E> Sides<E> {
    pub(super) fn new(setup: &Setup, judge: E) -> Self {
        Self { table: Arc::clone(&setup.table), threads: setup.threads, judge }
    }

    /// Searches under a regime, on all threads.
    pub(super) fn search<P: Position, R: Regime>(
        &self,
        root: &Root<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&Info<P::Move>),
    ) -> Option<P::Move>
    where
        E: Evaluate<P>,
    {
        self.table.new_search();
        let quiet = limits.for_helpers();
        let busy = Busy::new(self.threads);
        let help = |_, reins: &Control| {
            let worker = Worker::<P, E, R>::new(root, &quiet, self.judge.clone(), &self.table, &busy, reins);
            assist(root, &quiet, &self.table, worker, control);
        };
        together(self.threads, control, help, || {
            let worker = Worker::<P, E, R>::new(root, limits, self.judge.clone(), &self.table, &busy, control);
            deepen(root, limits, &self.table, worker, report)
        })
    }
}

/// One thread's search.
pub(super) struct Worker<'a, P: Position, E, R> {
    front: Front<'a, P::Move>,
    judge: E,
    table: &'a Table,
    busy: &'a Busy,
    memory: Memory,
    trail: Trail,
    root_seat: Seat,
    seats: usize,
    proof: Proof,
    /// With more than two seats a value depends on who is searching; this keeps their entries apart.
    salt: u64,
    lines: Vec<Line<P::Move>>,
    /// Per ply, the key of the position, where anything asks for it: not at the horizon of games that forget their past.
    keys: Vec<u64>,
    /// Per ply, where seats can be confined: the regime, and the packed move that the ordering puts first.
    stages: Vec<(R, u32)>,
}

impl<'a, P: Position, E: Evaluate<P>, R: Regime> Pass<'a, P> for Worker<'a, P, E, R> {
    const ASPIRES: bool = true;

    fn front(&self) -> &Front<'a, P::Move> {
        &self.front
    }

    fn front_mut(&mut self) -> &mut Front<'a, P::Move> {
        &mut self.front
    }

    fn static_score(&mut self, position: &P) -> Score {
        self.judge.evaluate(position, self.root_seat)
    }

    fn pass(&mut self, position: &P, depth: u32, window: Window) -> Result<Score, Stopped> {
        self.node(position, depth, window, 0)
    }

    fn proof(&self) -> Proof {
        self.proof
    }

    fn is_decided(&self, score: Score) -> bool {
        E::BOUNDED && is_decided(score, P::SCORING)
    }
}

impl<'a, P: Position, E: Evaluate<P>, R: Regime> Worker<'a, P, E, R> {
    pub(super) fn new(
        root: &Root<P>,
        limits: &Limits<P::Move>,
        judge: E,
        table: &'a Table,
        busy: &'a Busy,
        control: &'a Control,
    ) -> Self {
        let root_seat = root.position.turn();
        let seats = root.position.seats();
        let salt = if seats > 2 { 0x9e37_79b9_7f4a_7c15_u64 << root_seat.index() } else { 0 };
        let proof = match seats {
            2 => Proof::Full,
            _ if R::CONFINES => Proof::Nothing,
            _ => Proof::WinsOnly,
        };
        let mut worker = Self {
            front: Front::new(meter(root, limits, control)),
            proof: proof.at_root(&judge, &root.position),
            judge,
            table,
            busy,
            memory: Memory::new(),
            trail: root.trail.clone(),
            root_seat,
            seats,
            salt,
            lines: vec![Line::new(); MAX_PLY + 1],
            keys: vec![root.position.key(); MAX_PLY + 1],
            stages: vec![(R::default(), 0); MAX_PLY + 1],
        };
        worker.set_root_moves(&root.position, allowed_moves(root, limits));
        worker
    }

    /// Puts the root's moves into their first order.
    fn set_root_moves(&mut self, position: &P, moves: MoveList<P::Move>) {
        let mut picker = Picker::new(moves);
        let past = past_of_key::<P>(self.keys[0], &self.trail);
        let table_move = self.table.probe(self.key(position, &past, 0)).map_or(0, |entry| entry.best);
        self.judge.hints(position, &picker.moves, &mut picker.hints);
        self.memory.add_to(&mut picker.hints, &picker.moves, self.root_seat, 0, table_move);
        self.front.set_moves(position, picker);
    }

    /// The value of a node for the side to move, `depth` plies before the horizon.
    fn node(&mut self, position: &P, depth: u32, mut window: Window, ply: usize) -> Result<Score, Stopped> {
        self.front.meter.tick()?;
        self.lines[ply].clear();
        self.front.seldepth = self.front.seldepth.max(plies(ply));
        let past = past_of_key::<P>(self.keys[ply], &self.trail);
        let mut known = None;
        if ply > 0 {
            if let Some(score) = self.ending(position, &past, ply) {
                return Ok(score);
            }
            known = self.known(position, &past, ply);
            if let Some((_, score)) = known.filter(|(bound, score)| window.is_settled_by(*score, *bound)) {
                self.front.tbhits += 1;
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
        let Some((bound, limit)) = known.filter(|_| E::BOUNDED) else {
            return self.inner_node(position, &past, depth, window, ply);
        };
        // What a shallow search finds cannot contradict what is certain.
        let score = self.inner_node(position, &past, depth, window.within(bound, limit), ply)?;
        Ok(if bound == Bound::Lower { score.max(limit) } else { score.min(limit) })
    }

    /// The same for a node whose value nothing but search can tell.
    fn inner_node(
        &mut self,
        position: &P,
        past: &Past,
        depth: u32,
        window: Window,
        ply: usize,
    ) -> Result<Score, Stopped> {
        if depth == 0 || ply >= MAX_PLY - 1 {
            return self.beyond_horizon(position, window, ply);
        }
        let key = self.key(position, past, ply);
        let entry = self.table.probe(key);
        let settled = entry.and_then(|entry| settled_by(&entry, depth, window, ply));
        if let Some(score) = settled.filter(|score| !Self::is_doubtful(*score, past, ply)) {
            return Ok(score);
        }
        let guess = self.guess(position, depth, window, ply);
        if let Some(guess) = guess
            && self.judge.lasting_lead(depth).is_some_and(|lead| guess - lead >= window.beta)
        {
            return Ok(guess);
        }
        if depth > 1 {
            position.foresee(past, |key| self.table.prefetch(key ^ self.salt));
        }
        let table_move = entry.map_or(0, |entry| entry.best);
        // The table's move often makes listing the others unnecessary.
        let alone = if ply == 0 || R::CONFINES { None } else { position.unpacked(table_move) };
        let mut picker = Picker::empty();
        match alone {
            Some(mv) => {
                picker.moves.push(mv);
                picker.hints.push(i32::MAX);
            }
            None => self.order_moves(position, depth, ply, table_move, &mut picker),
        }
        let gap = guess.map(|guess| window.alpha.value() - guess.value());
        let node = Node { key, depth, ply, gap, rest_after: alone.map(|_| table_move) };
        let (score, best) = self.try_moves(position, &node, window, &mut picker)?;
        if ply > 0 || self.front.is_whole() {
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

    /// Whether a stored proof may rest on a line through a position that this game has already seen, where that would
    /// end it: the proof may date from an earlier search, in which that position had not been there yet.
    fn is_doubtful(score: Score, past: &Past, ply: usize) -> bool {
        P::PAST_MATTERS && E::BOUNDED && past.reversible > plies(ply) && is_decided(score, P::SCORING)
    }

    /// The static value for the side to move, where the game prunes by it: not on the way to the line that is
    /// wanted, not where the end is in sight, not where the horizon lies beyond the end of every game.
    fn guess(&mut self, position: &P, depth: u32, window: Window, ply: usize) -> Option<Score> {
        let may_prune = E::PRUNES && ply > 0 && window.is_null() && depth < position.max_plies();
        if !may_prune || window.alpha.is_loss() || window.beta.is_win() {
            return None;
        }
        let score = self.judge.evaluate(position, self.root_seat);
        Some(if self.is_ours(position) { score } else { -score })
    }

    /// The value where the game is over.
    fn ending(&self, position: &P, past: &Past, ply: usize) -> Option<Score> {
        let score = Ending::after(position, past)?.score::<P>(self.root_seat, plies(ply));
        Some(if self.is_ours(position) { score } else { -score })
    }

    /// What is certain without search, for the side to move.
    fn known(&mut self, position: &P, past: &Past, ply: usize) -> Option<(Bound, Score)> {
        // With more than two seats, what another one is sure of says nothing about the root seat.
        if self.seats > 2 && !self.is_ours(position) {
            return None;
        }
        let (bound, score) = self.judge.known_after(position, past)?;
        // An end that is further away than the rules let the game go on is none.
        if P::PAST_MATTERS && score.plies_to_end().is_some_and(|plies| is_cut_off(position, past, plies)) {
            return None;
        }
        Some((bound, score.delayed(plies(ply))))
    }

    /// The value at the horizon, after the game's noisy moves have been tried.
    fn beyond_horizon(&mut self, position: &P, mut window: Window, ply: usize) -> Result<Score, Stopped> {
        let score = self.judge.evaluate(position, self.root_seat);
        let mut best = if self.is_ours(position) { score } else { -score };
        if best >= window.beta || ply >= MAX_PLY - 1 {
            return Ok(best);
        }
        let mut picker = Picker::empty();
        self.judge.noisy(position, &mut picker.moves);
        if picker.moves.is_empty() {
            return Ok(best);
        }
        picker.begin();
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

    fn order_moves(&mut self, position: &P, depth: u32, ply: usize, table_move: u32, picker: &mut Picker<P::Move>) {
        if ply == 0 {
            // Already in order; equal hints keep it.
            picker.moves = self.front.pass_moves();
            picker.begin();
            return;
        }
        self.judge.list(position, depth, &mut picker.moves, &mut picker.hints);
        if R::CONFINES && !self.is_ours(position) {
            self.confine(position.turn(), ply, picker);
        }
        self.memory.add_to(&mut picker.hints, &picker.moves, position.turn(), ply, table_move);
    }

    /// Notes the move that the game's hints put first, and drops all others where the regime says so. What has been
    /// learnt on the way is left out of it, so that the value of a node depends on nothing but the node.
    fn confine(&mut self, seat: Seat, ply: usize, picker: &mut Picker<P::Move>) {
        let Some(first) = picker.peek() else { return };
        let (regime, expected) = &mut self.stages[ply];
        *expected = first.pack();
        if regime.confines(seat) {
            *picker = Picker::new([first].into_iter().collect());
        }
    }

    /// Searches the moves in turn; returns the best value and the packed best move (0 if none beat `alpha`).
    fn try_moves(
        &mut self,
        position: &P,
        node: &Node,
        mut window: Window,
        picker: &mut Picker<P::Move>,
    ) -> Result<(Score, u32), Stopped> {
        let &Node { key, depth, ply, gap, mut rest_after } = node;
        let mut best = (-Score::INFINITE, 0);
        let sharing = self.busy.node(key, depth);
        // Where the horizon lies beyond the end of every game nothing is reduced: such results are exact.
        let may_reduce = depth < position.max_plies();
        let mut index = 0;
        loop {
            let mut next = picker.next();
            if next.is_none()
                && let Some(first) = rest_after.take()
            {
                picker.reopen();
                self.order_moves(position, depth, ply, first, picker);
                picker.skip(first);
                next = picker.next();
            }
            let Some(mv) = next else { break };
            let worth = picker.worth();
            if index > 0
                && !Self::is_lost(best.0)
                && gap.is_some_and(|gap| self.judge.leaves_out(depth, index, worth, gap))
            {
                break;
            }
            if index > 0 && sharing.is_shared() {
                // Another thread may have finished the node meanwhile.
                let entry = self.table.probe(key);
                if let Some(score) = entry.and_then(|entry| settled_by(&entry, depth, window, ply))
                    && !self.is_decided(score)
                {
                    return Ok((score, 0));
                }
                if sharing.is_busy_with(mv) && picker.put_off() {
                    continue;
                }
            }
            let score = sharing.during(mv, || {
                if index == 0 {
                    return self.child(position, mv, depth - 1, window, ply);
                }
                let reduction = if may_reduce { self.judge.reduction(depth, index, worth).min(depth - 1) } else { 0 };
                self.later_child(position, mv, depth - 1, reduction, window, ply)
            })?;
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
        let mut child = position.clone();
        child.play(mv);
        if depth > 0 || is_tracked::<P>() {
            self.keys[ply + 1] = child.key();
        }
        if depth > 0 {
            self.table.prefetch(self.keys[ply + 1] ^ self.salt);
        }
        if is_tracked::<P>() {
            self.trail.push_key(self.keys[ply], position.is_irreversible_to(mv, &child));
        }
        if R::CONFINES {
            let (regime, expected) = self.stages[ply];
            let next = if self.is_ours(position) {
                R::default()
            } else {
                regime.after(position.turn(), mv.pack() == expected)
            };
            self.stages[ply + 1] = (next, 0);
        }
        let result = if self.is_ours(&child) == self.is_ours(position) {
            self.node(&child, depth, window, ply + 1)
        } else {
            self.node(&child, depth, window.flipped(), ply + 1).map(|score| -score)
        };
        if is_tracked::<P>() {
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
        if ply == 0 {
            self.front.improve(mv, score, Scores::new(), line);
        }
    }

    fn key(&self, position: &P, past: &Past, ply: usize) -> u64 {
        let regime = if R::CONFINES && self.seats > 2 { self.stages[ply].0.salt() } else { 0 };
        let past = if P::PAST_MATTERS { position.past_key(past) } else { 0 };
        self.keys[ply] ^ self.salt ^ regime ^ past
    }

    /// Whether a value claims a certain loss, which needs all moves to have been tried.
    fn is_lost(score: Score) -> bool {
        score.is_loss() || E::BOUNDED && score < Score::ZERO && is_decided(score, P::SCORING)
    }

    fn is_ours(&self, position: &P) -> bool {
        position.turn() == self.root_seat
    }
}

/// Where in the tree the moves of a position are tried.
struct Node {
    key: u64,
    depth: u32,
    ply: usize,
    /// How much the static value is below the window, where the game prunes by it.
    gap: Option<i32>,
    /// The packed move that is tried alone before the rest is listed.
    rest_after: Option<u32>,
}

/// The value of a node, if a stored one settles it. Lines are wanted where the window is open, and at the root.
fn settled_by(entry: &Entry, depth: u32, window: Window, ply: usize) -> Option<Score> {
    let score = entry.score.delayed(plies(ply));
    let is_good = ply > 0 && entry.depth >= depth && window.is_null();
    (is_good && window.is_settled_by(score, entry.bound)).then_some(score)
}

/// A ply as a distance.
pub(super) fn plies(ply: usize) -> u32 {
    u32::try_from(ply).unwrap_or(u32::MAX)
}
