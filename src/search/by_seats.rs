//! One method for two seats, another for more.

use super::{Control, Info, Limits, Root, Searcher};
use crate::game::Position;

/// A player that leaves the choice to one of two others, by the number of seats at the board.
#[derive(Clone, Debug)]
pub struct BySeats<T, M> {
    two: T,
    more: M,
}

impl<T, M> BySeats<T, M> {
    /// Plays like `two` with two seats and like `more` with more.
    pub fn new(two: T, more: M) -> Self {
        Self { two, more }
    }
}

impl<P: Position, T: Searcher<P>, M: Searcher<P>> Searcher<P> for BySeats<T, M> {
    fn search(
        &mut self,
        root: &Root<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&Info<P::Move>),
    ) -> Option<P::Move> {
        if root.position.seats() == 2 {
            self.two.search(root, limits, control, report)
        } else {
            self.more.search(root, limits, control, report)
        }
    }
}
