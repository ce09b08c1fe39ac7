//! Playing below full strength: fewer nodes, less depth, and a choice among moves that look nearly as good.
//!
//! A level says how much a player sees and how particular it is about what it sees. It works on any searcher, because it
//! only lowers the limits and picks among the reported lines. Levels of the upper half never take a move that looks
//! clearly worse than the best one; from level 5 on a win with the next move is never missed.

use super::{Control, Info, Limits, Root, Searcher};
use crate::game::Position;
use crate::random::Rng;
use crate::score::Score;

/// A strength from 0 to [`Level::FULL`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

/// The strengths of the named levels in Elo, the lowest being 0; every game has its own scale, measured by matches.
pub type Ratings = [i32; Level::NAMED.len()];

impl Level {
    /// Everything the player can do.
    pub const FULL: Self = Self(20);
    /// The levels with names, for people.
    pub const NAMED: [(&'static str, i64); 6] =
        [("beginner", 0), ("casual", 4), ("club", 8), ("strong", 12), ("expert", 16), ("master", 20)];

    /// The level of this strength on a game's scale; levels without a name lie evenly between those with one.
    #[must_use]
    pub fn of_rating(rating: i32, ratings: &Ratings) -> Self {
        let above = ratings.iter().position(|&named| rating < named).unwrap_or(ratings.len());
        let Some(below) = above.checked_sub(1) else { return Self(0) };
        let (low, from) = (Self::NAMED[below].1, i64::from(ratings[below]));
        let Some(&to) = ratings.get(above) else { return Self::FULL };
        let (high, to) = (Self::NAMED[above].1, i64::from(to));
        let steps = ((high - low) * (i64::from(rating) - from) + (to - from) / 2) / (to - from);
        Self(u8::try_from(low + steps).unwrap_or(0))
    }

    /// The level with this number; [`Level::FULL`] for anything beyond it.
    #[must_use]
    pub fn new(number: u8) -> Self {
        Self(number).min(Self::FULL)
    }

    /// How many of the moves to look at closely.
    fn lines(self, moves: usize) -> usize {
        match self.0 {
            0..=4 => moves,
            5..=9 => moves.min(8),
            _ => moves.min(4),
        }
    }

    /// Nodes at most: growing faster below, where a few more make the difference between seeing nothing and seeing a
    /// threat; and always enough to rank the moves one ply deep.
    fn nodes(self, moves: usize) -> u64 {
        let one_ply = self.lines(moves) * (moves + 1) + 1;
        let number = u32::from(self.0);
        let doublings = if number < 8 { number * 3 / 4 } else { (number * 5 / 8).max(6) };
        (20_u64 << doublings).max(one_ply as u64)
    }

    /// Depth at most.
    fn depth(self) -> u32 {
        1 + u32::from(self.0)
    }

    /// How much worse than the best a move may look and still be played, in centipoints.
    fn tolerance(self) -> i32 {
        match self.0 {
            0 => i32::MAX,
            1..=9 => 400 - 35 * i32::from(self.0),
            _ => 8 * (20 - i32::from(self.0)),
        }
    }

    /// The loss in centipoints at which a move is played half as often as the best one.
    fn carelessness(self) -> i64 {
        1 + 8 * (20 - i64::from(self.0))
    }

    fn sees_wins(self) -> bool {
        self.0 >= 5
    }
}

/// A player held back to a level.
pub struct Held<P: Position> {
    player: Box<dyn Searcher<P>>,
    level: Level,
}

impl<P: Position> Held<P> {
    /// Holds a player back.
    #[must_use]
    pub fn new(player: Box<dyn Searcher<P>>, level: Level) -> Self {
        Self { player, level }
    }
}

impl<P: Position> Searcher<P> for Held<P> {
    fn search(
        &mut self,
        root: &Root<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&Info<P::Move>),
    ) -> Option<P::Move> {
        let moves = super::allowed_moves(root, limits).len();
        let lowered = Limits {
            nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(self.level.nodes(moves))),
            depth: Some(limits.depth.unwrap_or(u32::MAX).min(self.level.depth())),
            multipv: self.level.lines(moves),
            ..limits.clone()
        };
        let mut lines: Vec<Info<P::Move>> = Vec::new();
        self.player.search(root, &lowered, control, &mut |info| {
            lines.truncate(info.multipv - 1);
            lines.push(info.clone());
        })?;
        let chosen = self.pick(&lines, root.seed)?;
        let line = lines.remove(chosen);
        lines.insert(0, line);
        for (rank, line) in lines.iter_mut().enumerate().take(limits.multipv) {
            line.multipv = rank + 1;
            report(line);
        }
        lines[0].pv.first().copied()
    }

    fn prepare(&mut self, root: &Root<P>, limits: &Limits<P::Move>, control: &Control) -> Vec<String> {
        self.player.prepare(root, limits, control)
    }
}

impl<P: Position> Held<P> {
    /// Which of the lines to play: the better it looks the more likely.
    fn pick(&self, lines: &[Info<P::Move>], seed: u64) -> Option<usize> {
        let best = lines.first()?.score;
        if self.level.sees_wins() && best == Score::win_in(1) {
            return Some(0);
        }
        let weights: Vec<i64> = lines
            .iter()
            .map(|line| {
                let loss = plain(best).saturating_sub(plain(line.score));
                let (loss, half) = (i64::from(loss), self.level.carelessness());
                if loss > i64::from(self.level.tolerance()) {
                    0
                } else {
                    1_000_000 * half * half / (half * half + loss * loss)
                }
            })
            .collect();
        let sum: i64 = weights.iter().sum();
        let mut point = i64::try_from(Rng::new(seed).below(usize::try_from(sum).ok()?)).ok()?;
        weights.iter().position(|weight| {
            point -= weight;
            point < 0
        })
    }
}

/// A score on one scale: a counted win is worth 20 points, a little more the sooner it comes.
fn plain(score: Score) -> i32 {
    match score.plies_to_end() {
        None => score.value().clamp(-1_900, 1_900),
        Some(plies) if score.is_win() => 2_000 - plies.min(90),
        Some(plies) => -2_000 - plies.max(-90),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_map_onto_levels_in_order() {
        let ratings = [0, 100, 300, 350, 700, 900];
        let level = |rating| Level::of_rating(rating, &ratings);
        for ((_, number), rating) in Level::NAMED.into_iter().zip(ratings) {
            assert_eq!(i64::from(level(rating).0), number);
        }
        assert_eq!((level(-5), level(50), level(200), level(5000)), (Level(0), Level(2), Level(6), Level::FULL));
        assert!((-10..1_000).all(|rating| level(rating) <= level(rating + 1)));
    }
}
