//! Which moves look best, from the lines and threats of the board and from what was the answer before.

use super::field::{Cells, Field};
use super::spot::Spot;

/// No board has more columns.
pub(super) const MOST_MOVES: usize = 9;

/// The worth of a line through the cell, of a new threat, of a new threat in a row that suits the player, and of a cell
/// below a threat of one's own, which the opponent would then block.
const LINE: i32 = 64;
const THREAT: i32 = 256;
const USEFUL_THREAT: i32 = 128;
const BELOW_OWN_THREAT: i32 = -128;
/// What one success changes: a part of the distance to the limit.
const HISTORY_LIMIT: i32 = 1 << 16;
const HISTORY_LEARNING: i32 = 7;
const REPLY_LIMIT: i32 = 1 << 14;
const REPLY_LEARNING: i32 = 6;
/// The weights of history and replies in 1/1024, with many and with few cells left. What answered before is a good guide
/// late in the game; early it draws the search into lines that are hard to prove. All these numbers were chosen for the
/// fewest nodes over positions of 2 to 24 plies.
const MANY_LEFT: i32 = 26;
const WEIGHTS_WITH_MANY_LEFT: (i32, i32) = (0, 16);
const WEIGHTS_WITH_FEW_LEFT: (i32, i32) = (8, 128);

/// What moves looked like so far, to try the promising ones first.
#[derive(Clone, Debug)]
pub(super) struct Order {
    /// Per cell the worth of its lines.
    lines: [i32; 64],
    /// Per player and cell how often a stone there was the answer; within [`HISTORY_LIMIT`].
    history: [[i32; 64]; 2],
    /// The same per cell of the stone that was to be answered; within [`REPLY_LIMIT`].
    replies: Vec<[[i16; 64]; 64]>,
}

/// What the worth of all moves of a position depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a> {
    lines: &'a [i32; 64],
    history: &'a [i32; 64],
    replies: &'a [i16; 64],
    /// The weights of history and replies.
    weights: (i32, i32),
    own_threats: Cells,
    /// The rows in which a threat suits the player.
    useful: Cells,
}

impl View<'_> {
    /// The worth of a stone on this cell, which leaves the player with these threats.
    #[inline]
    pub(super) fn worth(&self, cell: Cells, threats: Cells) -> i32 {
        let bit = bit(cell);
        let learnt = self.history[bit] * self.weights.0 + i32::from(self.replies[bit]) * self.weights.1;
        let new = threats & !self.own_threats;
        let count = i32::from(new != 0) + i32::from(new & new.wrapping_sub(1) != 0);
        self.lines[bit]
            + (learnt >> 10)
            + THREAT * count
            + USEFUL_THREAT * i32::from(new & self.useful != 0)
            + BELOW_OWN_THREAT * i32::from(cell << 1 & self.own_threats != 0)
    }
}

impl Order {
    /// Nothing has been learnt yet.
    pub(super) fn new<const H: u32>(field: &Field<H>) -> Self {
        let lines = field.line_counts().map(|lines| LINE * lines);
        Self { lines, history: [[0; 64]; 2], replies: vec![[[0; 64]; 64]; 2] }
    }

    /// What is to be said about the moves of a position.
    #[inline]
    pub(super) fn view<const H: u32>(&self, field: &Field<H>, spot: &Spot) -> View<'_> {
        let player = spot.player();
        let is_early = field.count - spot.stones >= MANY_LEFT;
        View {
            lines: &self.lines,
            history: &self.history[player],
            replies: &self.replies[player][bit_of_last(spot)],
            weights: if is_early { WEIGHTS_WITH_MANY_LEFT } else { WEIGHTS_WITH_FEW_LEFT },
            own_threats: spot.own_threats,
            useful: if player == 0 { field.odd } else { !field.odd },
        }
    }

    /// A stone on this cell was the answer, the moves with the indices of `failed` were not.
    #[inline]
    pub(super) fn learn(&mut self, spot: &Spot, answer: Cells, moves: &Moves, mut failed: u32) {
        let history = &mut self.history[spot.player()];
        let replies = &mut self.replies[spot.player()][bit_of_last(spot)];
        while failed != 0 {
            let bit = bit(moves.get(failed.trailing_zeros() as usize).0);
            failed &= failed - 1;
            history[bit] -= (history[bit] + HISTORY_LIMIT) >> HISTORY_LEARNING;
            replies[bit] -= small((i32::from(replies[bit]) + REPLY_LIMIT) >> REPLY_LEARNING);
        }
        let bit = bit(answer);
        history[bit] += (HISTORY_LIMIT - history[bit]) >> HISTORY_LEARNING;
        replies[bit] += small((REPLY_LIMIT - i32::from(replies[bit])) >> REPLY_LEARNING);
    }
}

/// The moves of a position, to be tried in the order of their worth.
///
/// They are not sorted beforehand: nearly always the first one settles the question, or all have to be tried anyway.
#[derive(Clone)]
pub(super) struct Moves {
    /// Per move its worth and its index in one number that sorts by worth; [`Moves::DONE`] once it is out of the question.
    keys: [i32; MOST_MOVES],
    cells: [Cells; MOST_MOVES],
    threats: [Cells; MOST_MOVES],
    count: usize,
}

impl Moves {
    const DONE: i32 = i32::MIN;
    /// The key of the move that comes last, but for its index.
    const LAST: i32 = Self::DONE + 16;

    #[inline]
    pub(super) const fn none() -> Self {
        Self { keys: [Self::DONE; MOST_MOVES], cells: [0; MOST_MOVES], threats: [0; MOST_MOVES], count: 0 }
    }

    #[inline]
    pub(super) const fn count(&self) -> usize {
        self.count
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "below MOST_MOVES")]
    pub(super) fn insert(&mut self, worth: i32, cell: Cells, threats: Cells) {
        self.keys[self.count] = worth << 4 | self.count as i32;
        self.cells[self.count] = cell;
        self.threats[self.count] = threats;
        self.count += 1;
    }

    /// The index of the best looking move left, which is taken out.
    #[inline]
    pub(super) fn next(&mut self) -> Option<usize> {
        let index = self.best()?;
        self.keys[index] = Self::DONE;
        Some(index)
    }

    #[inline]
    fn best(&self) -> Option<usize> {
        // All of them, however many there are: a loop that always runs alike is never mispredicted.
        let best = self.keys.iter().copied().fold(Self::DONE, i32::max);
        (best != Self::DONE).then_some((best & 15).cast_unsigned() as usize % MOST_MOVES)
    }

    /// Puts the best looking move behind all others.
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "below MOST_MOVES")]
    pub(super) fn put_best_last(&mut self) {
        if let Some(index) = self.best() {
            self.keys[index] = Self::LAST | index as i32;
        }
    }

    /// The cell and the threats of the move with this index.
    #[inline]
    pub(super) fn get(&self, index: usize) -> (Cells, Cells) {
        (self.cells[index], self.threats[index])
    }

    /// Leaves out a move.
    #[inline]
    pub(super) fn drop(&mut self, index: usize) {
        self.keys[index] = Self::DONE;
    }
}

/// The number of a cell, for tables with one entry per cell.
#[inline]
const fn bit(cell: Cells) -> usize {
    (cell.trailing_zeros() & 63) as usize
}

#[inline]
const fn bit_of_last(spot: &Spot) -> usize {
    bit(spot.last)
}

#[expect(clippy::cast_possible_truncation, reason = "a part of a small limit")]
const fn small(change: i32) -> i16 {
    change as i16
}
