//! The player `aggressive`: any spell aimed at an enemy, at random; any turn if there is none.

use super::judge::Tally;
use super::position::Bellum;
use super::turn::{Deed, Turn};
use crate::game::Position as _;
use crate::search::{Control, Evaluate as _, Info, Limits, Root, Searcher, allowed_moves, answer_any};

/// The player that attacks whatever it can, without a thought.
#[derive(Clone, Copy, Debug, Default)]
pub struct Aggressive;

impl Searcher<Bellum> for Aggressive {
    fn search(
        &mut self,
        root: &Root<Bellum>,
        limits: &Limits<Turn>,
        control: &Control,
        report: &mut dyn FnMut(&Info<Turn>),
    ) -> Option<Turn> {
        let position = &root.position;
        let moves = allowed_moves(root, limits);
        let enemies = position.standing(position.turn().next(2));
        let is_attack = |turn: &&Turn| matches!(turn.deed(), Deed::Cast(_, epicentre) if enemies.has(epicentre));
        let attacks: Vec<Turn> = moves.iter().filter(is_attack).copied().collect();
        let score = Tally.evaluate(position, position.turn());
        answer_any(root, if attacks.is_empty() { &moves } else { &attacks }, score, 1, control, report)
    }
}
