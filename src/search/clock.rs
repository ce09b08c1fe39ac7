//! How long to think: from the clock of the seat to move to a budget for one move.

use std::time::Duration;

/// What a seat has left on its clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left.
    pub left: Duration,
    /// Time added after every move.
    pub increment: Duration,
    /// Moves until the next time control, if there is one.
    pub moves_to_go: Option<u32>,
}

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// After this no new iteration is begun.
    pub soft: Duration,
    /// At this the search ends wherever it is.
    pub hard: Duration,
}

/// So many increments are not shared out, and with an increment at least so much time: in the long run every move costs
/// the increment, and what is in hand outlasts a moment without the processor.
const RESERVE: u32 = 2;
const LEAST_RESERVE: Duration = Duration::from_millis(40);

impl Budget {
    /// A fixed time for the move: all of it is used.
    #[must_use]
    pub const fn fixed(time: Duration) -> Self {
        Self { soft: time, hard: time }
    }

    /// A share of the clock, keeping `overhead` aside for the way to the client and back, if so many moves of this seat
    /// are to be expected.
    #[must_use]
    pub fn of_clock(clock: &Clock, overhead: Duration, expected_moves: u32) -> Self {
        let usable = clock.left.saturating_sub(overhead);
        let moves = clock.moves_to_go.unwrap_or(expected_moves).max(1);
        let reserve = match moves {
            1 => Duration::ZERO,
            _ if clock.increment.is_zero() => Duration::ZERO,
            _ => (clock.increment * RESERVE).max(LEAST_RESERVE).min(usable / 2),
        };
        let free = usable.saturating_sub(reserve);
        let share = free / moves + clock.increment;
        // The last move before a time control may use it all; otherwise something is kept for the next ones.
        let most = match moves {
            1 => usable,
            _ => free.mul_f64(0.6).max(clock.increment.min(usable.mul_f64(0.4))),
        };
        let hard = (share * 3).min(most);
        Self { soft: share.min(hard), hard }
    }

    /// The tighter of two budgets.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        Self { soft: self.soft.min(other.soft), hard: self.hard.min(other.hard) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock { left: Duration::from_millis(left), increment: Duration::from_millis(increment), moves_to_go }
    }

    #[test]
    fn a_whole_game_never_overdraws_the_clock() {
        for (start, increment) in [(1000_u64, 10_u64), (60_000, 0), (100, 0), (30, 1), (5, 0)] {
            let mut left = Duration::from_millis(start);
            for played in 0..60 {
                let state = Clock { left, increment: Duration::from_millis(increment), moves_to_go: None };
                let budget = Budget::of_clock(&state, OVERHEAD, 20_u32.saturating_sub(played));
                assert!(budget.soft <= budget.hard);
                assert!(budget.hard + OVERHEAD <= left || budget.hard.is_zero(), "{start}+{increment} at {played}");
                left = left.saturating_sub(budget.hard) + Duration::from_millis(increment);
            }
        }
    }

    #[test]
    fn the_last_move_before_the_control_may_use_what_is_there() {
        let budget = Budget::of_clock(&clock(1000, 0, Some(1)), OVERHEAD, 100);
        assert_eq!(budget.hard, Duration::from_millis(990));
        let long = Budget::of_clock(&clock(1000, 0, Some(10)), OVERHEAD, 100);
        assert!(long.hard < budget.hard && long.soft < long.hard);
    }
}
