//! Max^n: every seat maximises its own value. The search for more than two seats that assumes nothing but selfishness.
//!
//! A node's value is a vector, one component per seat; the seat to move takes the move whose vector is best for itself,
//! the first listed one among equals. That makes the value of a position at a depth unique, whatever the order in which
//! moves are tried, so vectors may be shared through the table. With two opposed seats it is the minimax value.
//!
//! Pruning is shallow (Korf 1991) and rests on [`Evaluate::OPPOSED`]: once the seat to move has a reply that leaves the
//! seat before it no more than it already has elsewhere, the rest does not matter. Deeper bounds are unsound here.
//! Nothing is reduced, extended or tried beyond the horizon.

use std::sync::Arc;

use super::busy::Busy;
use super::control::Stopped;
use super::ending::{Ending, is_tracked};
use super::iterate::{Pass, assist, deepen, meter};
use super::order::{Memory, Picker};
use super::pvs::plies;
use super::root::{Front, Line, Proof};
use super::simple::allowed_moves;
use super::table::Table;
use super::together::together;
use super::vector::{self, Known, Vector};
use super::window::Window;
use super::{Control, Evaluate, Info, Limits, MAX_PLY, Root, Searcher, Setup};
use crate::game::{Move as _, MoveList, Position, Seat};
use crate::score::{Bound, Score};
use crate::trail::Trail;

/// Max^n as a player.
///
/// What it reports: the value for the seat to move and the values for every seat. Once the horizon covers the rest of
/// the game and ends are compared by margin, `exact` is the margin of the seat to move under max^n play of all; with
/// more than two seats nobody can be held to that, so nothing is called proven but a win at once.
#[derive(Debug)]
pub struct Maxn<E> {
    table: Arc<Table>,
    threads: usize,
    judge: E,
}

impl<E> Maxn<E> {
    /// A player that thinks with the session's table and the game's judgement.
    pub fn new(setup: &Setup, judge: E) -> Self {
        Self { table: Arc::clone(&setup.table), threads: setup.threads, judge }
    }
}

impl<P: Position, E: Evaluate<P>> Searcher<P> for Maxn<E> {
    fn search(
        &mut self,
        root: &Root<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&Info<P::Move>),
    ) -> Option<P::Move> {
        self.table.new_search();
        let quiet = limits.for_helpers();
        let busy = Busy::new(self.threads);
        let help = |_, reins: &Control| {
            let worker = Worker::<P, E>::new(root, &quiet, self.judge.clone(), &self.table, &busy, reins);
            assist(root, &quiet, &self.table, worker, control);
        };
        together(self.threads, control, help, || {
            let worker = Worker::<P, E>::new(root, limits, self.judge.clone(), &self.table, &busy, control);
            deepen(root, limits, &self.table, worker, report)
        })
    }
}

/// What the seat that moved last already has for certain elsewhere.
#[derive(Clone, Copy)]
struct Rival {
    seat: Seat,
    /// Once another seat to move has this much, the node is of no use to the rival.
    limit: Score,
}

struct Worker<'a, P: Position, E> {
    front: Front<'a, P::Move>,
    judge: E,
    table: &'a Table,
    busy: &'a Busy,
    memory: Memory,
    trail: Trail,
    root_seat: Seat,
    seats: usize,
    /// Whether the values of any two seats never add up to more than zero, so that limits hold.
    prunes: bool,
    lines: Vec<Line<P::Move>>,
}

impl<'a, P: Position, E: Evaluate<P>> Pass<'a, P> for Worker<'a, P, E> {
    const ASPIRES: bool = false;

    fn front(&self) -> &Front<'a, P::Move> {
        &self.front
    }

    fn front_mut(&mut self) -> &mut Front<'a, P::Move> {
        &mut self.front
    }

    fn static_score(&mut self, position: &P) -> Score {
        self.judge.evaluate(position, position.turn())
    }

    fn pass(&mut self, position: &P, depth: u32, _window: Window) -> Result<Score, Stopped> {
        self.node(position, depth, None, 0).map(|vector| vector[position.turn().index()])
    }

    fn proof(&self) -> Proof {
        if self.seats == 2 { Proof::Full } else { Proof::Nothing }.within::<P, E>()
    }

    fn ends_exact(&self) -> bool {
        E::COMPLETE && !P::PAST_MATTERS
    }

    fn ends_stay(&self) -> bool {
        // With more seats, those that decide on the way there may see further and change their minds.
        self.seats == 2
    }
}

impl<'a, P: Position, E: Evaluate<P>> Worker<'a, P, E> {
    fn new(
        root: &Root<P>,
        limits: &Limits<P::Move>,
        judge: E,
        table: &'a Table,
        busy: &'a Busy,
        control: &'a Control,
    ) -> Self {
        let mut worker = Self {
            front: Front::new(meter(root, limits, control)),
            judge,
            table,
            busy,
            memory: Memory::new(),
            trail: root.trail.clone(),
            root_seat: root.position.turn(),
            seats: root.position.seats(),
            prunes: E::OPPOSED || root.position.seats() == 2,
            lines: vec![Line::new(); MAX_PLY + 1],
        };
        let listed = allowed_moves(root, limits);
        let known = vector::probe(table, &root.position);
        let picker = worker.ordered(&root.position, listed.clone(), 0, known.map_or(0, |known| known.best));
        worker.front.set_moves(&root.position, picker);
        for root_move in &mut worker.front.moves {
            root_move.precedence = listed.iter().position(|&mv| mv == root_move.mv).unwrap_or(0);
        }
        worker
    }

    /// The value of a node for every seat, `depth` plies before the horizon; minus infinity for the rival if its limit
    /// was reached.
    fn node(&mut self, position: &P, depth: u32, rival: Option<Rival>, ply: usize) -> Result<Vector, Stopped> {
        self.front.meter.tick()?;
        self.lines[ply].clear();
        self.front.seldepth = self.front.seldepth.max(plies(ply));
        let is_root = ply == 0;
        if !is_root && let Some(vector) = self.end(position, ply) {
            return Ok(vector);
        }
        if depth == 0 || ply >= MAX_PLY - 1 {
            return Ok(self.judged(position));
        }
        // All depths beyond the end of the game are the same.
        let depth = depth.min(position.max_plies());
        let known = vector::probe(self.table, position);
        if let Some(known) = known.filter(|known| !is_root && known.depth == depth) {
            let own = known.vector[position.turn().index()].delayed(plies(ply));
            if known.bound == Bound::Exact {
                return Ok(known.vector.map(|score| score.delayed(plies(ply))));
            } else if let Some(rival) = rival.filter(|rival| own >= rival.limit) {
                return Ok(useless_to(rival.seat));
            }
        }
        let table_move = known.map_or(0, |known| known.best);
        let (vector, best, bound) = self.try_moves(position, depth, rival, ply, table_move)?;
        if !is_root || self.front.is_whole() {
            let vector = vector.map(|score| score.hastened(plies(ply)));
            vector::store(self.table, position, &Known { vector, best, depth, bound });
        }
        Ok(if let (Bound::Lower, Some(rival)) = (bound, rival) { useless_to(rival.seat) } else { vector })
    }

    /// The value where the game is over or the result is known without search.
    fn end(&mut self, position: &P, ply: usize) -> Option<Vector> {
        if let Some(ending) = Ending::of(position, &self.trail) {
            return Some(vector::of(self.seats, |seat| ending.score::<P>(seat, plies(ply))));
        }
        // What one seat is sure of gives all values only if there is but one other.
        if self.seats != 2 {
            return None;
        }
        let (bound, score) = self.judge.known(position)?;
        let turn = position.turn();
        let score = score.delayed(plies(ply));
        (bound == Bound::Exact).then(|| {
            self.front.tbhits += 1;
            vector::of(self.seats, |seat| if seat == turn { score } else { -score })
        })
    }

    /// The judgement for every seat; with two seats one is the other's opposite, whatever the judgement says.
    fn judged(&mut self, position: &P) -> Vector {
        if self.seats == 2 {
            let score = self.judge.evaluate(position, self.root_seat);
            return vector::of(self.seats, |seat| if seat == self.root_seat { score } else { -score });
        }
        vector::of(self.seats, |seat| self.judge.evaluate(position, seat))
    }

    fn ordered(&mut self, position: &P, moves: MoveList<P::Move>, ply: usize, table_move: u32) -> Picker<P::Move> {
        let mut picker = Picker::new(moves);
        self.judge.hints(position, &picker.moves, &mut picker.hints);
        self.memory.add_to(&mut picker.hints, &picker.moves, position.turn(), ply, table_move);
        picker
    }

    /// Searches the moves in turn; returns the value, the packed move it comes from, and a lower bound in the sense of
    /// the seat to move if the rival's limit was reached.
    fn try_moves(
        &mut self,
        position: &P,
        depth: u32,
        rival: Option<Rival>,
        ply: usize,
        table_move: u32,
    ) -> Result<(Vector, u32, Bound), Stopped> {
        let mover = position.turn();
        let mut listed = MoveList::new();
        position.legal_moves(&mut listed);
        let mut picker = if ply == 0 {
            Picker::new(self.front.pass_moves())
        } else {
            self.judge.filter(position, &mut listed);
            if depth > 1 {
                self.ordered(position, listed.clone(), ply, table_move)
            } else {
                // The moves themselves cost less than putting them in order.
                Picker::new(listed.clone())
            }
        };
        let mut best: Option<(Score, usize)> = None;
        let mut result = (Vector::default(), 0, Bound::Exact);
        let sharing = self.busy.node(position.key(), depth);
        while let Some(mv) = picker.next() {
            if best.is_some() && sharing.is_busy_with(mv) && picker.put_off() {
                continue;
            }
            let place = listed.iter().position(|&other| other == mv).unwrap_or(0);
            // An equal value is no use either, unless the move is listed earlier.
            let limit = best.map(|(score, at)| Rival { seat: mover, limit: -score + i32::from(place < at) });
            let vector = sharing.during(mv, || self.child(position, mv, depth - 1, limit, ply))?;
            let own = vector[mover.index()];
            if best.is_none_or(|(score, at)| own > score || own == score && place < at) {
                best = Some((own, place));
                result = (vector, mv.pack(), Bound::Exact);
                self.extend_line(mv, ply, &vector, own);
            }
            if rival.is_some_and(|rival| own >= rival.limit) {
                self.memory.learn(mv, picker.tried(), mover, ply, depth);
                result.2 = Bound::Lower;
                break;
            }
        }
        Ok(result)
    }

    fn child(
        &mut self,
        position: &P,
        mv: P::Move,
        depth: u32,
        rival: Option<Rival>,
        ply: usize,
    ) -> Result<Vector, Stopped> {
        if is_tracked::<P>() {
            self.trail.push(position, mv);
        }
        let mut child = position.clone();
        child.play(mv);
        // A seat that moves again is no rival of itself.
        let rival = rival.filter(|rival| self.prunes && rival.seat != child.turn());
        let result = self.node(&child, depth, rival, ply + 1);
        if is_tracked::<P>() {
            self.trail.pop();
        }
        result
    }

    fn extend_line(&mut self, mv: P::Move, ply: usize, vector: &Vector, own: Score) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(mv);
        line.extend(tail[0].iter().copied().take(MAX_PLY - 1));
        if ply == 0 {
            self.front.improve(mv, own, vector[..self.seats].iter().copied().collect(), line);
        }
    }
}

/// The value of a node that the rival need not look at: worse for it than anything.
fn useless_to(rival: Seat) -> Vector {
    let mut vector = Vector::default();
    vector[rival.index()] = -Score::INFINITE;
    vector
}
