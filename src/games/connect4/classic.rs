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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::grid::Shape;
    use super::*;
    use crate::game::Notation;
    use crate::search::{Pvs, Setup, Table};

    fn at(moves: &str) -> Connect4<u64> {
        let mut position = Connect4::start(&Shape::new(7, 6).unwrap());
        for word in Connect4::<u64>::split_moves(moves) {
            position.play(position.parse_move(word).unwrap());
        }
        position
    }

    fn wanted(moves: &str) -> Vec<usize> {
        let position = at(moves);
        candidates(&position, &legal_moves(&position)).0.iter().map(|mv| mv.number()).collect()
    }

    fn answer(player: &mut dyn Searcher<Connect4<u64>>, moves: &str, seed: u64) -> (usize, Score) {
        let root = Root::new(at(moves), seed);
        let limits = Limits { depth: Some(6), multipv: 1, ..Limits::default() };
        let mut score = Score::ZERO;
        let mut report = |info: &Info<Column>| score = info.score;
        let mv = player.search(&root, &limits, &Control::unattended(), &mut report).unwrap();
        (mv.number(), score)
    }

    #[test]
    fn it_wins_then_parries_then_avoids_then_guesses() {
        assert_eq!(wanted("414243"), [4], "three on top of each other win");
        assert_eq!(wanted("41424"), [4], "the only move that does not lose at once");
        assert_eq!(wanted(""), [1, 2, 3, 4, 5, 6, 7]);
        // The first seat threatens both ends of its row: nothing helps, so anything goes.
        assert_eq!(wanted("33445"), [1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn every_candidate_is_played_by_some_seed() {
        let mut seen = [false; 8];
        for seed in 0..200 {
            seen[answer(&mut Classic, "44", seed).0] = true;
        }
        assert!(seen[1..].iter().all(|&seen| seen));
        assert_eq!(answer(&mut Classic, "414243", 1), (4, Score::win_in(1)));
    }

    #[test]
    fn it_does_not_see_double_threats_but_the_search_does() {
        let mut search = Pvs::new(&Setup::new(Arc::new(Table::new(1).unwrap())), Judge);
        // Two stones in the middle of the empty bottom row: a third makes two threats at once.
        assert_eq!(wanted("4431"), [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(answer(&mut search, "4431", 1), (5, Score::win_in(3)));
        assert_eq!(wanted("443"), [1, 2, 3, 4, 5, 6, 7]);
        let (parry, score) = answer(&mut search, "443", 1);
        assert!([2, 5].contains(&parry) && !score.is_loss());
    }
}
