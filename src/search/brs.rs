//! Best-reply search that keeps the turn order (BRS+), for more than two seats.
//!
//! Between two moves of the root seat every opponent moves in turn, but only one of them chooses freely; the others
//! play the move that the game's hints put first. Which of them chooses is the opponents' best decision against the
//! root seat. That is less gloomy than a conspiracy of all, and the tree is far narrower. (Esser, Gras, Winands,
//! Schadd, Lanctot 2014.) Moves beyond the horizon are open to all. With two seats it is the principal variation
//! search, node for node.
//!
//! The method is as good as the hints: without them an opponent is taken to play its first listed move.

use super::pvs::Sides;
use super::regime::Regime;
use super::{Control, Evaluate, Info, Limits, Root, Searcher, Setup};
use crate::game::{Position, Seat};

/// The opponent that has taken the free choice since the root seat last moved, if one has.
#[derive(Clone, Copy, Default, Debug)]
struct OneChooses(Option<Seat>);

impl Regime for OneChooses {
    const CONFINES: bool = true;

    fn confines(self, seat: Seat) -> bool {
        self.0.is_some_and(|chooser| chooser != seat)
    }

    fn after(self, seat: Seat, expected: bool) -> Self {
        // The expected move costs nothing: whoever plays it leaves the choice to those who come after.
        if expected { self } else { Self(Some(seat)) }
    }

    fn salt(self) -> u64 {
        // Never 0: entries of the paranoid search of the same seat are kept apart too.
        0xd1b5_4a32_d192_ed03_u64.rotate_left(self.0.map_or(0, |seat| [11, 23, 37, 53][seat.index()]))
    }
}

/// The best-reply search as a player.
#[derive(Debug)]
pub struct Brs<E>(Sides<E>);

impl<E> Brs<E> {
    /// A player that thinks with the session's table and the game's judgement.
    pub fn new(setup: &Setup, judge: E) -> Self {
        Self(Sides::new(setup, judge))
    }
}

impl<P: Position, E: Evaluate<P>> Searcher<P> for Brs<E> {
    fn search(
        &mut self,
        root: &Root<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&Info<P::Move>),
    ) -> Option<P::Move> {
        self.0.search::<P, OneChooses>(root, limits, control, report)
    }
}
