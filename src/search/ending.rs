//! Where a line of play ends for a search: by the rules, or because search values a repetition as a draw.

use crate::game::{Outcome, Past, Position, Seat};
use crate::score::Score;
use crate::trail::Trail;

/// Whether what came before a position can matter, so that a search has to keep a [`Trail`].
pub(super) const fn is_tracked<P: Position>() -> bool {
    P::PAST_MATTERS || P::SEARCH_DRAWS_REPETITION
}

/// Whether the rules end the game by what came before, sooner than so many plies after this position.
pub(super) fn is_cut_off<P: Position>(position: &P, trail: &Trail, plies: i32) -> bool {
    P::PAST_MATTERS && {
        let past = trail.past(position);
        let plies = past.plies + plies.unsigned_abs().saturating_sub(1);
        position.outcome_by_past(&Past { plies, reversible: 0, repeats: 0 }).is_some()
    }
}

/// The end of a line.
pub(super) enum Ending {
    /// The game is over.
    Over(Outcome),
    /// The position was there before.
    Repeated,
}

impl Ending {
    /// How the line ends in this position, if it does.
    #[inline]
    pub(super) fn of<P: Position>(position: &P, trail: &Trail) -> Option<Self> {
        if let Some(outcome) = position.outcome() {
            return Some(Self::Over(outcome));
        }
        if !is_tracked::<P>() {
            return None;
        }
        let past = trail.past(position);
        let repeated = P::SEARCH_DRAWS_REPETITION && past.repeats > 0;
        position.outcome_by_past(&past).map(Self::Over).or(repeated.then_some(Self::Repeated))
    }

    /// The value for a seat, `ply` plies after the root.
    pub(super) fn score<P: Position>(&self, seat: Seat, ply: u32) -> Score {
        match self {
            Self::Over(outcome) => outcome.score(seat, P::SCORING, ply),
            Self::Repeated => Score::ZERO,
        }
    }
}
