//! The scores that matter to a node of the tree.

use crate::score::{Bound, Score};

/// The scores a node has to tell apart: at most `alpha` is no use, at least `beta` is too good to be allowed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    pub(super) const FULL: Self = Self { alpha: Score::from_value(-Score::INFINITE.value()), beta: Score::INFINITE };

    /// The window that only asks whether `alpha` can be beaten.
    pub(super) fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    pub(super) fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The part of the window that a bound on the value leaves open.
    pub(super) fn within(self, bound: Bound, score: Score) -> Self {
        Self {
            alpha: if bound == Bound::Upper { self.alpha } else { self.alpha.max(score) },
            beta: if bound == Bound::Lower { self.beta } else { self.beta.min(score) },
        }
    }

    pub(super) fn is_null(self) -> bool {
        self.beta.value() - self.alpha.value() <= 1
    }

    /// Whether a stored value settles a node with this window.
    pub(super) fn is_settled_by(self, score: Score, bound: Bound) -> bool {
        match bound {
            Bound::Exact => true,
            Bound::Lower => score >= self.beta,
            Bound::Upper => score <= self.alpha,
        }
    }
}
