//! Where a line of play ends for a search: by the rules, or because search values a repetition as a draw.

use crate::game::{Outcome, Past, Position, Scoring, Seat};
use crate::score::Score;
use crate::trail::Trail;

/// Whether what came before a position can matter, so that a search has to keep a [`Trail`].
pub(super) const fn is_tracked<P: Position>() -> bool {
    P::PAST_MATTERS || P::SEARCH_DRAWS_REPETITION
}

/// What the rules may know about the way to a position, if that can matter at all.
#[inline]
pub(super) fn past_of<P: Position>(position: &P, trail: &Trail) -> Past {
    if is_tracked::<P>() { trail.past(position) } else { Past::default() }
}

/// The same for a position whose key is known.
#[inline]
pub(super) fn past_of_key<P: Position>(key: u64, trail: &Trail) -> Past {
    if is_tracked::<P>() { trail.past_of_key::<P>(key) } else { Past::default() }
}

/// Whether the rules end the game by what came before, sooner than so many plies after this position.
pub(super) fn is_cut_off<P: Position>(position: &P, past: &Past, plies: i32) -> bool {
    P::PAST_MATTERS && {
        let plies = past.plies + plies.unsigned_abs().saturating_sub(1);
        position.outcome_by_past(&Past { plies, reversible: 0, repeats: 0 }).is_some()
    }
}

/// The end of a line.
pub(super) enum Ending {
    /// The game is over.
    Over(Outcome),
    /// The game is over, but only because the position was there before.
    OverByRepetition(Outcome),
    /// The position was there before.
    Repeated,
}

impl Ending {
    /// How the line ends in this position, if it does.
    #[inline]
    pub(super) fn of<P: Position>(position: &P, trail: &Trail) -> Option<Self> {
        Self::after(position, &past_of(position, trail))
    }

    /// The same, if the way to the position is already known.
    #[inline]
    pub(super) fn after<P: Position>(position: &P, past: &Past) -> Option<Self> {
        if let Some(outcome) = position.outcome() {
            return Some(Self::Over(outcome));
        }
        if !is_tracked::<P>() {
            return None;
        }
        if let Some(outcome) = position.outcome_by_past(past) {
            let anyway = past.repeats == 0 || position.outcome_by_past(&Past { repeats: 0, ..*past }).is_some();
            return Some(if anyway { Self::Over(outcome) } else { Self::OverByRepetition(outcome) });
        }
        (P::SEARCH_DRAWS_REPETITION && past.repeats > 0).then_some(Self::Repeated)
    }

    /// The value for a seat, `ply` plies after the root.
    pub(super) fn score<P: Position>(&self, seat: Seat, ply: u32) -> Score {
        match self {
            Self::Over(outcome) => outcome.score(seat, P::SCORING, ply),
            // True on this way to the position and perhaps on no other, so it may not look like a proof.
            Self::OverByRepetition(outcome) => undecided(outcome.score(seat, P::SCORING, ply), P::SCORING),
            Self::Repeated => Score::ZERO,
        }
    }
}

/// The nearest value that does not look like a decided game, where there is a bonus that tells.
fn undecided(score: Score, scoring: Scoring) -> Score {
    match scoring {
        Scoring::Margin { bonus } if bonus > 0 => Score::cp(score.value().clamp(-bonus, bonus)),
        _ => score,
    }
}

/// Whether a value can only stem from decided games, given that all evaluations stay within the bonus for a win.
pub(super) fn is_decided(score: Score, scoring: Scoring) -> bool {
    matches!(scoring, Scoring::Margin { bonus } if bonus > 0 && score.value().abs() > bonus)
}
