//! Players that look one ply ahead or not at all, and what every such player shares.

use super::{Control, Evaluate, Info, Limits, Root, Searcher};
use crate::game::{Move as _, MoveList, Position};
use crate::random::Rng;
use crate::score::{Bound, Score};

/// The legal moves that the limits allow.
#[must_use]
pub fn allowed_moves<P: Position>(root: &Root<P>, limits: &Limits<P::Move>) -> MoveList<P::Move> {
    let mut moves = MoveList::new();
    root.position.legal_moves(&mut moves);
    if !limits.searchmoves.is_empty() {
        moves.retain(|mv| limits.searchmoves.iter().any(|wanted| wanted.pack() == mv.pack()));
    }
    moves
}

/// One of the moves, all equally likely, decided by the root's seed; reported with the value it has.
pub fn answer_any<P: Position>(
    root: &Root<P>,
    moves: &[P::Move],
    score: Score,
    nodes: u64,
    control: &Control,
    report: &mut dyn FnMut(&Info<P::Move>),
) -> Option<P::Move> {
    let mv = *moves.get(Rng::new(root.seed).below(moves.len()))?;
    report(&Info {
        depth: 1,
        seldepth: 1,
        multipv: 1,
        score,
        bound: Bound::Exact,
        nodes,
        tbhits: 0,
        hashfull: 0,
        elapsed: control.elapsed(),
        pv: vec![mv],
        scores: Vec::new(),
        proven: None,
        exact: None,
    });
    Some(mv)
}

/// What a move looks like to the seat that makes it, and the position after it.
pub(super) fn look<P: Position, E: Evaluate<P>>(judge: &mut E, position: &P, mv: P::Move) -> (Score, P) {
    let seat = position.turn();
    let mut next = position.clone();
    next.play(mv);
    let score = match next.outcome() {
        Some(outcome) => outcome.score(seat, P::SCORING, 1),
        None => judge.evaluate(&next, seat),
    };
    (score, next)
}

/// Plays any legal move, all equally likely.
#[derive(Clone, Debug)]
pub struct Uniform<E>(E);

impl<E> Uniform<E> {
    /// A random player; the judgement is only for what it reports.
    pub fn new(judge: E) -> Self {
        Self(judge)
    }
}

impl<P: Position, E: Evaluate<P>> Searcher<P> for Uniform<E> {
    fn search(
        &mut self,
        root: &Root<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&Info<P::Move>),
    ) -> Option<P::Move> {
        let score = self.0.evaluate(&root.position, root.position.turn());
        answer_any(root, &allowed_moves(root, limits), score, 1, control, report)
    }
}

/// Plays a move after which the evaluation is best, any of them if there are several.
#[derive(Clone, Debug)]
pub struct Greedy<E>(E);

impl<E> Greedy<E> {
    /// A player that looks one ply ahead with this judgement.
    pub fn new(judge: E) -> Self {
        Self(judge)
    }
}

impl<P: Position, E: Evaluate<P>> Searcher<P> for Greedy<E> {
    fn search(
        &mut self,
        root: &Root<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&Info<P::Move>),
    ) -> Option<P::Move> {
        let mut best = MoveList::new();
        let mut best_score = -Score::INFINITE;
        let mut nodes = 0;
        for &mv in allowed_moves(root, limits).iter() {
            if limits.nodes.is_some_and(|limit| nodes >= limit) {
                break;
            }
            nodes += 1;
            let score = look(&mut self.0, &root.position, mv).0;
            if score > best_score {
                best_score = score;
                best.clear();
            }
            if score == best_score {
                best.push(mv);
            }
        }
        answer_any(root, &best, best_score, nodes, control, report)
    }
}
