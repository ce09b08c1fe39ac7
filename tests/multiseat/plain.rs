//! Searches by their definition: no pruning, no table, no order of moves but the game's own.

use ludion::game::{MAX_SEATS, MoveList, Position, Seat};
use ludion::score::Score;
use ludion::search::Evaluate;

/// A value for every seat.
pub(crate) type Vector = [Score; MAX_SEATS];

fn moves<P: Position>(position: &P) -> MoveList<P::Move> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves
}

fn after<P: Position>(position: &P, mv: P::Move) -> P {
    let mut next = position.clone();
    next.play(mv);
    next
}

/// The value at a leaf for one seat.
fn leaf<P: Position, E: Evaluate<P>>(position: &P, judge: &mut E, seat: Seat, ply: u32) -> Score {
    match position.outcome() {
        Some(outcome) => outcome.score(seat, P::SCORING, ply),
        None => judge.evaluate(position, seat),
    }
}

/// Max^n; the first listed move among equals.
pub(crate) fn maxn<P: Position, E: Evaluate<P>>(position: &P, judge: &mut E, depth: u32, ply: u32) -> Vector {
    if depth == 0 || position.outcome().is_some() {
        let mut vector = Vector::default();
        for seat in Seat::all(position.seats()) {
            vector[seat.index()] = leaf(position, judge, seat, ply);
        }
        return vector;
    }
    let own = position.turn().index();
    let vectors = moves(position).iter().map(|&mv| maxn(&after(position, mv), judge, depth - 1, ply + 1)).collect();
    let vectors: Vec<Vector> = vectors;
    let best = vectors.iter().map(|vector| vector[own]).max().unwrap();
    *vectors.iter().find(|vector| vector[own] == best).unwrap()
}

/// The root seat maximises its value, all others together minimise it.
pub(crate) fn paranoid<P: Position, E: Evaluate<P>>(
    position: &P,
    judge: &mut E,
    us: Seat,
    depth: u32,
    ply: u32,
) -> Score {
    if depth == 0 || position.outcome().is_some() {
        return leaf(position, judge, us, ply);
    }
    let values = moves(position);
    let values = values.iter().map(|&mv| paranoid(&after(position, mv), judge, us, depth - 1, ply + 1));
    if position.turn() == us { values.max() } else { values.min() }.unwrap()
}

/// Best-reply search in turn order: between two moves of the root seat only one opponent, the chooser, may leave the
/// move that its hints put first.
pub(crate) fn best_reply<P: Position, E: Evaluate<P>>(
    position: &P,
    judge: &mut E,
    us: Seat,
    chooser: Option<Seat>,
    depth: u32,
    ply: u32,
) -> Score {
    if depth == 0 || position.outcome().is_some() {
        return leaf(position, judge, us, ply);
    }
    let turn = position.turn();
    let moves = moves(position);
    let mut value = |mv: P::Move, chooser| best_reply(&after(position, mv), judge, us, chooser, depth - 1, ply + 1);
    if turn == us {
        return moves.iter().map(|&mv| value(mv, None)).max().unwrap();
    }
    let mut all = Vec::new();
    if chooser.is_none_or(|chooser| chooser == turn) {
        all.extend(moves.iter().map(|&mv| value(mv, Some(turn))));
    }
    let mut hints = vec![0; moves.len()];
    judge.hints(position, &moves, &mut hints);
    let first = (0..moves.len()).min_by_key(|&index| -hints[index]).unwrap();
    all.push(best_reply(&after(position, moves[first]), judge, us, chooser, depth - 1, ply + 1));
    all.into_iter().min().unwrap()
}
