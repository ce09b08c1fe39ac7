//! The player `classic`: wins if it can, avoids losing at once if it can, and is otherwise random.
//!
//! It looks two plies ahead and no further, so that it neither makes nor sees double threats.

use super::bits::Bits;
use super::eval::Judge;
use super::position::{Column, Connect4};
use crate::game::{MoveList, Position};
use crate::score::Score;
use crate::search::{Control, Evaluate, Info, Limits, Root, Searcher, allowed_moves, answer_any};

/// The player that looks for a win, then for safety, two plies deep.
#[derive(Clone, Copy, Debug, Default)]
pub struct Classic;

impl<B: Bits> Searcher<Connect4<B>> for Classic {
    fn search(
        &mut self,
        root: &Root<Connect4<B>>,
        limits: &Limits<Column>,
        control: &Control,
        report: &mut dyn FnMut(&Info<Column>),
    ) -> Option<Column> {
        let position = &root.position;
        let moves = allowed_moves(root, limits);
        let (candidates, winning) = candidates(position, &moves);
        let score = if winning { Score::win_in(1) } else { Judge.evaluate(position, position.turn()) };
        answer_any(root, &candidates, score, 1, control, report)
    }
}

/// The moves that are equally good to this player, and whether they win at once.
fn candidates<B: Bits>(position: &Connect4<B>, moves: &[Column]) -> (Vec<Column>, bool) {
    let wins: Vec<Column> = moves.iter().copied().filter(|mv| is_won(&after(position, *mv))).collect();
    if !wins.is_empty() {
        return (wins, true);
    }
    let is_safe = |mv: &Column| {
        let next = after(position, *mv);
        !legal_moves(&next).iter().any(|reply| is_won(&after(&next, *reply)))
    };
    let safe: Vec<Column> = moves.iter().copied().filter(is_safe).collect();
    (if safe.is_empty() { moves.to_vec() } else { safe }, false)
}

fn legal_moves<B: Bits>(position: &Connect4<B>) -> MoveList<Column> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves
}

fn after<B: Bits>(position: &Connect4<B>, mv: Column) -> Connect4<B> {
    let mut next = *position;
    next.play(mv);
    next
}

/// Whether the seat that moved last has won.
fn is_won<B: Bits>(position: &Connect4<B>) -> bool {
    position.outcome().is_some_and(|outcome| outcome.winner().is_some())
}
