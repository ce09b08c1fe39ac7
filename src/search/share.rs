//! Values as shares of the win, which can be averaged, and back.
//!
//! An even value is an even share among all seats. The odds rise evenly with the advantage: no transcendental function
//! is needed, so shares are the same on every platform.

use std::cmp::Ordering;

use super::vector::Vector;
use crate::game::{MAX_SEATS, Scoring};
use crate::score::Score;

/// Per seat a share of the win between 0 and 1.
pub(super) type Shares = [f32; MAX_SEATS];

/// The share of the win that a value stands for: even values share alike, the odds rise evenly with the advantage.
pub(super) fn of(score: Score, seats: usize, spread: i32) -> f32 {
    if score.is_win() || score.is_loss() {
        return if score.is_win() { 1.0 } else { 0.0 };
    }
    let advantage = 2.0 * small(score.value()) / small(spread);
    let odds = if advantage >= 0.0 { 1.0 + advantage } else { 1.0 / (1.0 - advantage) };
    odds / (odds + others(seats))
}

/// The value that a share stands for; never a counted end.
pub(super) fn score(share: f32, seats: usize, spread: i32) -> Score {
    let share = share.clamp(0.001, 0.999);
    let odds = share * others(seats) / (1.0 - share);
    let advantage = if odds >= 1.0 { odds - 1.0 } else { 1.0 - 1.0 / odds };
    #[expect(clippy::cast_possible_truncation, reason = "clamped above")]
    Score::cp((advantage * small(spread) / 2.0) as i32)
}

/// The shares at the end of a game. Where the margin counts, half of a share is for the win itself.
pub(super) fn at_end(vector: &Vector, scoring: Scoring, seats: usize, spread: i32) -> Shares {
    let mut shares = [0.0; MAX_SEATS];
    // Whoever is not behind the best other shares the win with all of whom that is true.
    let winners = vector.iter().take(seats).filter(|score| **score == Score::ZERO).count();
    for (share, &score) in shares.iter_mut().zip(vector).take(seats) {
        *share = of(score, seats, spread);
        if scoring != Scoring::Sooner {
            let win = match score.cmp(&Score::ZERO) {
                Ordering::Greater => 1.0,
                Ordering::Equal => 1.0 / (1.0 + others(winners)),
                Ordering::Less => 0.0,
            };
            *share = f32::midpoint(*share, win);
        }
    }
    shares
}

#[expect(clippy::cast_precision_loss, reason = "scores are small")]
fn small(number: i32) -> f32 {
    number as f32
}

fn others(seats: usize) -> f32 {
    f32::from(u8::try_from(seats).unwrap_or(2)) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_survive_the_way_there_and_back() {
        for seats in 2..=4 {
            for value in (-5_000..5_000).step_by(37) {
                let back = score(of(Score::cp(value), seats, 400), seats, 400);
                assert!((back.value() - value).abs() <= 2 + value.abs() / 100, "{value} became {back:?}");
            }
        }
    }

    #[test]
    fn even_seats_share_alike_and_ends_are_sharp() {
        for seats in 2..=4 {
            let even = 1.0 / (1.0 + others(seats));
            assert!((of(Score::ZERO, seats, 400) - even).abs() < 1e-6);
            let ends =
                at_end(&[Score::win_in(3), Score::loss_in(3), Score::ZERO, Score::ZERO], Scoring::Sooner, seats, 1);
            assert!(ends[0] > 0.999 && ends[1] < 0.001);
        }
        // Two who are equal share the win, whoever else is behind them.
        let tie =
            at_end(&[Score::ZERO, Score::ZERO, Score::cp(-1), Score::cp(-2)], Scoring::Margin { bonus: 0 }, 4, 400);
        assert!((tie[0] - f32::midpoint(0.25, 0.5)).abs() < 1e-6 && tie[2] < 0.125);
        // Three times as often as the other three together do evenly.
        assert!((of(Score::cp(400), 4, 400) - 0.5).abs() < 1e-6);
    }
}
