//! The player `classic`: captures as much as it can with the next move, and looks no further.

use super::eval::Judge;
use super::position::{House, Oware};
use crate::game::Position;
use crate::search::{Control, Evaluate, Info, Limits, Root, Searcher, allowed_moves, answer_any};

/// The player that takes what there is to take, any of the best moves if there are several.
#[derive(Clone, Copy, Debug, Default)]
pub struct Classic;

impl Searcher<Oware> for Classic {
    fn search(
        &mut self,
        root: &Root<Oware>,
        limits: &Limits<House>,
        control: &Control,
        report: &mut dyn FnMut(&Info<House>),
    ) -> Option<House> {
        let position = &root.position;
        let score = Judge::default().evaluate(position, position.turn());
        answer_any(root, &candidates(position, &allowed_moves(root, limits)), score, 1, control, report)
    }
}

/// The moves that capture most. What is swept at the end of the game is not captured.
fn candidates(position: &Oware, moves: &[House]) -> Vec<House> {
    let most = moves.iter().map(|mv| position.captured_by(*mv)).max();
    moves.iter().copied().filter(|mv| Some(position.captured_by(*mv)) == most).collect()
}

#[cfg(test)]
mod tests {
    use super::super::rules::Rules;
    use super::*;
    use crate::game::{MoveList, Notation};

    fn wanted(text: &str) -> Vec<usize> {
        let position = Oware::parse(text, &Rules::ABAPA).unwrap();
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        candidates(&position, &moves).iter().map(|mv| mv.index()).collect()
    }

    #[test]
    fn it_takes_the_most_and_anything_where_there_is_nothing() {
        assert_eq!(wanted("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"), [0, 1, 2, 3, 4, 5]);
        // F takes two, E takes five.
        assert_eq!(wanted("0-0-0-0-3-1-1-2-0-5-5-5-13-13-S"), [4]);
        // A grand slam captures nothing under these rules.
        assert_eq!(wanted("0-0-0-0-0-1-1-0-0-0-0-0-23-23-S"), [5]);
        assert_eq!(wanted("0-0-0-0-1-1-1-0-0-0-0-0-23-22-S"), [4, 5]);
    }
}
