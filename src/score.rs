//! The value of a position for one seat: hundredths of a point, or a win or loss in so many plies.
//!
//! Search, games and protocol all speak of values through [`Score`]; none of them handles bare integers.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A value seen from one seat (or one side): centipoints, or "wins / loses in n plies".
///
/// All scores fit 16 bits, so that a table entry holds one beside a 32-bit move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub struct Score(i32);

const WIN: i32 = 30_000;
/// Scores beyond this are wins or losses in a counted number of plies.
const DECIDED: i32 = WIN - 1_000;

impl Score {
    /// An even position, or a draw.
    pub const ZERO: Self = Self(0);
    /// More than any score that can occur.
    pub const INFINITE: Self = Self(WIN + 1);

    /// A value in hundredths of a point; clipped so that it can never look like a counted win.
    #[must_use]
    pub const fn cp(value: i32) -> Self {
        Self(if value > DECIDED {
            DECIDED
        } else if value < -DECIDED {
            -DECIDED
        } else {
            value
        })
    }

    /// A win that is complete after `plies` more plies.
    #[must_use]
    pub const fn win_in(plies: u32) -> Self {
        Self(WIN - if plies > 999 { 999 } else { plies.cast_signed() })
    }

    /// A loss that is complete after `plies` more plies.
    #[must_use]
    pub const fn loss_in(plies: u32) -> Self {
        Self(-Self::win_in(plies).0)
    }

    /// Plies to the end if this is a counted win or loss: positive for a win, zero or negative for a loss.
    #[must_use]
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.0 > DECIDED {
            Some(WIN - self.0)
        } else if self.0 < -DECIDED {
            Some(-WIN - self.0)
        } else {
            None
        }
    }

    /// Whether this is a counted win.
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 > DECIDED
    }

    /// Whether this is a counted loss.
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 < -DECIDED
    }

    /// The plain number: centipoints, or the internal coding of a counted win or loss.
    #[must_use]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Rebuilds a score from [`Score::value`].
    #[must_use]
    pub const fn from_value(value: i32) -> Self {
        Self(value)
    }

    /// The same score seen from `plies` earlier: a counted end moves that much further away.
    #[must_use]
    pub const fn delayed(self, plies: u32) -> Self {
        let plies = plies.cast_signed();
        if self.is_win() {
            Self(self.0 - plies)
        } else if self.is_loss() {
            Self(self.0 + plies)
        } else {
            self
        }
    }

    /// The inverse of [`Score::delayed`].
    #[must_use]
    pub const fn hastened(self, plies: u32) -> Self {
        let plies = plies.cast_signed();
        if self.is_win() {
            Self(self.0 + plies)
        } else if self.is_loss() {
            Self(self.0 - plies)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;
    fn add(self, step: i32) -> Self {
        Self(self.0 + step)
    }
}

impl Sub<i32> for Score {
    type Output = Self;
    fn sub(self, step: i32) -> Self {
        Self(self.0 - step)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) => write!(f, "{} in {}", if self.is_win() { "win" } else { "loss" }, plies.abs()),
            None => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}

/// How a searched value relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// What is certain about the result, for the seat to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proven {
    /// The seat to move wins.
    Win,
    /// Nobody can do better than a draw.
    Draw,
    /// The seat to move loses against best play.
    Loss,
}

impl Proven {
    /// The word for it in the protocol.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }

    /// What a word of the protocol stands for.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Win, Self::Draw, Self::Loss].into_iter().find(|proven| proven.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_ends_move_with_the_ply() {
        let win = Score::win_in(5);
        assert_eq!(win.delayed(2), Score::win_in(7));
        assert_eq!(win.delayed(2).hastened(2), win);
        assert_eq!((-win).delayed(1), Score::loss_in(6));
        assert_eq!(Score::cp(123).delayed(9), Score::cp(123));
        assert!(Score::win_in(3) > Score::win_in(4) && Score::loss_in(4) > Score::loss_in(3));
    }

    #[test]
    fn centipoints_never_look_decided() {
        assert_eq!(Score::cp(1_000_000).plies_to_end(), None);
        assert_eq!(Score::cp(-1_000_000).plies_to_end(), None);
        assert_eq!(Score::loss_in(0).plies_to_end(), Some(0));
        assert_eq!(Score::win_in(1).plies_to_end(), Some(1));
    }
}
