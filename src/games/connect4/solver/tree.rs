//! The exact search: is the score above a given number?
//!
//! Scores count from the end of the game: a win is worth 1 with the winner's last stone, 2 with the one before, and so
//! on; a loss is the negative of that; a draw is 0.

use super::bounds::{Certain, certain};
use super::field::{Cells, Field};
use super::spot::Spot;
use super::table::{Known, Table};
use super::team::Team;
use crate::search::{Meter, Stopped};

/// No board has more columns.
const MOST_MOVES: usize = 9;
/// Positions with fewer stones are remembered together with their mirror images; later those hardly ever occur.
const MIRROR_STONES: i32 = 12;
/// With fewer cells left, finding out again is cheaper than remembering.
const FEWEST_LEFT_TO_REMEMBER: i32 = 9;
/// With fewer cells left, positions are remembered near by: they are many, soon forgotten, and a table that fits the
/// processor's cache answers at once.
const FEWEST_LEFT_FAR: i32 = 14;
/// From so many cells left on, what is remembered of the positions after each move is looked at before any is searched.
const FEWEST_LEFT_TO_LOOK_AHEAD: i32 = FEWEST_LEFT_FAR + 1;
/// From so many cells left on, threads tell each other what they are doing.
const FEWEST_LEFT_TO_SHARE: i32 = 15;
/// After so many shared positions a thread looks whether others have finished what it is working on.
const NODES_TO_A_LOOK: u32 = 16;

/// One thread's search.
pub(super) struct Tree<'a, 'm, const H: u32> {
    pub(super) field: Field<H>,
    pub(super) meter: Meter<'m>,
    memory: Memory<'a>,
    order: Order,
    /// Nodes of this thread so far, and their number at which the present question is given up.
    nodes: u64,
    patience: u64,
    /// With several threads: the positions that lead to the present one, with the question about each; where on this way
    /// another thread was first; and when to look for that next.
    way: Vec<(u64, i32)>,
    forestalled_at: Option<usize>,
    until_look: u32,
    /// The changes to what is certain about the root that are known here; none while that does not matter.
    changes: Option<u64>,
}

/// What one thread's search works with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory<'a> {
    /// The table all threads share.
    pub(super) far: &'a Table,
    /// A small table for positions near the end.
    pub(super) near: &'a Table,
    /// The notice board, if there are several threads.
    pub(super) team: Option<&'a Team>,
}

/// What moves looked like so far, to try the promising ones first.
#[derive(Clone, Debug)]
struct Order {
    /// Per cell the worth of its lines.
    lines: [i32; 64],
    /// Per player and cell how often a stone there was the answer; within [`HISTORY_LIMIT`].
    history: [[i32; 64]; 2],
    /// The same per cell of the stone that was to be answered; within [`REPLY_LIMIT`].
    replies: Vec<[[i16; 64]; 64]>,
}

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

/// The moves of a position, best looking first.
struct Moves {
    /// Per move its worth and its index in one number that sorts by worth.
    keys: [i32; MOST_MOVES],
    cells: [Cells; MOST_MOVES],
    threats: [Cells; MOST_MOVES],
    count: usize,
}

impl<'a, 'm, const H: u32> Tree<'a, 'm, H> {
    /// A search that has learnt nothing yet. Helpers (from number 1 on) prefer moves a little differently.
    pub(super) fn new(field: Field<H>, memory: Memory<'a>, meter: Meter<'m>, helper: usize) -> Self {
        let mut order = Order { lines: field.line_counts(), history: [[0; 64]; 2], replies: vec![[[0; 64]; 64]; 2] };
        for (bit, worth) in order.lines.iter_mut().enumerate() {
            let whim = if helper == 0 { 0 } else { (bit * 7 + helper * 13) % 5 };
            *worth = LINE * *worth + 20 * i32::try_from(whim).unwrap_or(0);
        }
        Self {
            field,
            meter,
            memory,
            order,
            nodes: 0,
            patience: u64::MAX,
            way: Vec::new(),
            forestalled_at: None,
            until_look: NODES_TO_A_LOOK,
            changes: None,
        }
    }

    /// Gives questions up that take all threads together more nodes than this from now on.
    pub(super) fn be_patient_for(&mut self, nodes: u64) {
        let share = self.memory.team.map_or(nodes, |team| nodes / team.threads);
        self.patience = self.nodes.saturating_add(share);
    }

    /// Whether a question was given up for taking too long.
    pub(super) fn has_lost_patience(&self) -> bool {
        self.nodes >= self.patience
    }

    /// Shares what is certain about the root with the other threads; from now on questions are given up when another
    /// thread knows more.
    pub(super) fn share(&mut self, known: &mut Known) {
        self.changes = self.memory.team.map(|team| team.share(known));
    }

    /// Goes on whatever other threads find out about the root.
    pub(super) fn share_no_more(&mut self) {
        self.changes = None;
    }

    /// Whether another thread knows more about the root.
    #[inline]
    pub(super) fn is_overtaken(&self) -> bool {
        matches!((self.memory.team, self.changes), (Some(team), Some(changes)) if team.changes() != changes)
    }

    /// A bound for the score of the side to move: a lower one if it is above `alpha`, else an upper one.
    pub(super) fn value(&mut self, spot: &Spot, alpha: i32) -> Result<i32, Stopped> {
        let mut spot = *spot;
        let mut alpha = alpha;
        // Forced answers are played here; each turns the point of view.
        let mut sign = 1;
        loop {
            if self.has_lost_patience() {
                return Err(Stopped);
            }
            self.nodes += 1;
            self.meter.tick()?;
            let left = self.field.count - spot.stones;
            let landing = self.field.landing(spot.all);
            let forced = landing & spot.other_threats;
            let safe = if forced == 0 { landing } else { forced } & !(spot.other_threats >> 1);
            if safe == 0 || forced & forced.wrapping_sub(1) != 0 {
                return Ok(-sign * (left / 2));
            }
            if left <= 2 {
                return Ok(0);
            }
            // Nobody wins or loses sooner than this.
            let (least, most) = (-((left - 2) / 2), (left - 1) / 2);
            if most <= alpha {
                return Ok(sign * most);
            }
            if least > alpha {
                return Ok(sign * least);
            }
            if forced == 0 {
                return Ok(sign * self.node(&spot, landing, safe, Known { lower: least, upper: most }, alpha)?);
            }
            let threats = Field::<H>::threats(spot.own | forced, self.field.board ^ spot.all ^ forced);
            spot = spot.after(forced, threats);
            alpha = -alpha - 1;
            sign = -sign;
        }
    }

    /// The same where the side to move may choose among the cells of `safe` and the score lies within `limits`.
    fn node(&mut self, spot: &Spot, landing: Cells, safe: Cells, limits: Known, alpha: i32) -> Result<i32, Stopped> {
        let left = self.field.count - spot.stones;
        // Where only the next stone but one would come in time, it takes a move without an answer.
        if limits.upper - 1 <= alpha {
            return Ok(limits.upper - i32::from(!self.wins_with_two(spot, landing, safe)));
        }
        if alpha <= limits.lower {
            return self.parry(spot, landing, safe, alpha);
        }
        match certain(&self.field, spot, landing, alpha) {
            Some(Certain::AtMost(score) | Certain::AtLeast(score)) => return Ok(score),
            None => {}
        }
        let table = if left >= FEWEST_LEFT_FAR { self.memory.far } else { self.memory.near };
        let key = self.key(spot);
        let place = table.slot(key);
        let is_worth_remembering = left >= FEWEST_LEFT_TO_REMEMBER;
        let mut known = limits;
        if is_worth_remembering && let Some(found) = table.probe(place) {
            if found.lower > alpha {
                return Ok(found.lower);
            }
            if found.upper <= alpha {
                return Ok(found.upper);
            }
            known = found;
        }
        let mut moves = Moves { keys: [0; MOST_MOVES], cells: [0; MOST_MOVES], threats: [0; MOST_MOVES], count: 0 };
        if !self.find_moves(spot, landing, safe, &mut moves) {
            return Ok(limits.upper);
        }
        // No move wins as soon as could be.
        known.upper = known.upper.min(limits.upper - 1);
        let before = self.nodes;
        let remembered = if left >= FEWEST_LEFT_TO_LOOK_AHEAD {
            self.look_ahead(spot, landing, &mut moves, alpha)
        } else {
            i32::MIN
        };
        let score = if remembered > alpha {
            remembered
        } else if left >= FEWEST_LEFT_TO_SHARE && self.memory.team.is_some() {
            self.try_moves_in_team(key, spot, &moves, known, alpha)?.max(remembered)
        } else {
            self.try_moves(spot, &moves, alpha)?.max(remembered)
        };
        if score > alpha {
            known.lower = score;
        } else {
            known.upper = score.min(known.upper);
        }
        if is_worth_remembering {
            table.store(place, known, self.nodes - before);
        }
        Ok(score)
    }

    /// Looks up the positions after the moves: returns the best score that is certain of one if that is above `alpha`;
    /// otherwise leaves out the moves that cannot be worth more, and returns a bound for those.
    #[inline]
    fn look_ahead(&self, spot: &Spot, landing: Cells, moves: &mut Moves, alpha: i32) -> i32 {
        let mut bound = i32::MIN;
        let mut open = 0;
        for rank in 0..moves.count {
            let (cell, threats) = moves.get(rank);
            let after = spot.after(cell, threats);
            // Where the answer is forced nothing is remembered.
            let is_remembered = threats & ((landing ^ cell) | cell << 1) == 0;
            if is_remembered && let Some(found) = self.memory.far.probe(self.memory.far.slot(self.key(&after))) {
                if -found.upper > alpha {
                    return -found.upper;
                }
                if -found.lower <= alpha {
                    bound = bound.max(-found.lower);
                    continue;
                }
            }
            moves.keys[open] = moves.keys[rank];
            open += 1;
        }
        moves.count = open;
        bound
    }

    /// The key under which a spot is remembered.
    #[inline]
    fn key(&self, spot: &Spot) -> u64 {
        let key = spot.key();
        if spot.stones < MIRROR_STONES { key.min(self.field.mirrored(key)) } else { key }
    }

    /// Whether a move leaves the opponent without an answer.
    #[inline]
    fn wins_with_two(&self, spot: &Spot, landing: Cells, safe: Cells) -> bool {
        let empty = self.field.board ^ spot.all;
        // It takes two new threats near what can be taken now, whatever the move, except where the board is full.
        let near = landing | landing << 1 | landing << 2;
        let possible = Field::<H>::threats(spot.own | landing, empty) & near;
        if possible & possible.wrapping_sub(1) == 0 && landing.count_ones() > 2 {
            return false;
        }
        let mut rest = safe;
        while rest != 0 {
            let cell = rest & rest.wrapping_neg();
            rest ^= cell;
            let threats = Field::<H>::threats(spot.own | cell, empty ^ cell);
            let landing = (landing ^ cell) | (cell << 1 & self.field.board);
            let wins = threats & landing;
            let answers = if wins == 0 { landing } else { wins } & !(threats >> 1);
            if answers == 0 || wins & wins.wrapping_sub(1) != 0 {
                return true;
            }
        }
        false
    }

    /// The value where the opponent's next stone but one comes in time, and no later one. Too little is at stake for
    /// choosing with care, or for remembering.
    fn parry(&mut self, spot: &Spot, landing: Cells, safe: Cells, alpha: i32) -> Result<i32, Stopped> {
        let empty = self.field.board ^ spot.all;
        let likely = safe & Field::<H>::threats(spot.other() | landing, empty);
        let mut best = i32::MIN;
        for cells in [likely, safe ^ likely] {
            let mut rest = cells;
            while rest != 0 && best <= alpha {
                let cell = rest & rest.wrapping_neg();
                rest ^= cell;
                let threats = Field::<H>::threats(spot.own | cell, empty ^ cell);
                best = best.max(-self.value(&spot.after(cell, threats), -alpha - 1)?);
            }
        }
        Ok(best)
    }

    /// The moves in the order they are worth trying; `false` if one of them leaves the opponent without an answer.
    #[inline]
    fn find_moves(&self, spot: &Spot, landing: Cells, safe: Cells, moves: &mut Moves) -> bool {
        let player = spot.player();
        let useful = if player == 0 { self.field.odd } else { !self.field.odd };
        let empty = self.field.board ^ spot.all;
        let left = self.field.count - spot.stones;
        let weights = if left >= MANY_LEFT { WEIGHTS_WITH_MANY_LEFT } else { WEIGHTS_WITH_FEW_LEFT };
        let is_remembered = left > FEWEST_LEFT_FAR && spot.stones + 1 >= MIRROR_STONES;
        let mut rest = safe;
        while rest != 0 && moves.count < MOST_MOVES {
            let cell = rest & rest.wrapping_neg();
            rest ^= cell;
            let threats = Field::<H>::threats(spot.own | cell, empty ^ cell);
            let landing = (landing ^ cell) | (cell << 1 & self.field.board);
            let wins = threats & landing;
            let answers = if wins == 0 { landing } else { wins } & !(threats >> 1);
            if answers == 0 || wins & wins.wrapping_sub(1) != 0 {
                return false;
            }
            if wins == 0 && is_remembered {
                self.memory.far.fetch(self.memory.far.slot(spot.other() + (spot.all | cell)));
            }
            let new = threats & !spot.own_threats;
            let count = i32::from(new != 0) + i32::from(new & new.wrapping_sub(1) != 0);
            let worth = self.order.worth(spot, cell, weights)
                + THREAT * count
                + USEFUL_THREAT * i32::from(new & useful != 0)
                + BELOW_OWN_THREAT * i32::from(cell << 1 & spot.own_threats != 0);
            moves.insert(worth, cell, threats);
        }
        true
    }

    /// Tries the moves where other threads may be doing the same: tells them, and gives up what another one has finished.
    fn try_moves_in_team(
        &mut self,
        key: u64,
        spot: &Spot,
        moves: &Moves,
        known: Known,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        if self.is_overtaken() || self.is_forestalled() {
            return Err(Stopped);
        }
        let table = self.memory.far;
        let place = table.slot(key);
        table.begin(place, known);
        self.way.push((key, alpha));
        let score = self.try_moves(spot, moves, alpha);
        self.way.pop();
        if score.is_err() && self.forestalled_at == Some(self.way.len()) {
            self.forestalled_at = None;
            return match self.answer(key, alpha) {
                Some(score) => Ok(score),
                // Forgotten again since.
                None => self.try_moves_in_team(key, spot, moves, known, alpha),
            };
        }
        if score.is_err() && table.is_busy(place) {
            table.store(place, known, 0);
        }
        score
    }

    /// Whether another thread has finished a position on the way here; looked at now and then.
    fn is_forestalled(&mut self) -> bool {
        self.until_look = if self.until_look == 0 { NODES_TO_A_LOOK } else { self.until_look - 1 };
        if self.until_look == 0 {
            self.forestalled_at = self.way.iter().position(|&(key, alpha)| self.answer(key, alpha).is_some());
        }
        self.forestalled_at.is_some()
    }

    /// What the table says to the question whether a position is worth more than `alpha`.
    fn answer(&self, key: u64, alpha: i32) -> Option<i32> {
        let found = self.memory.far.probe(self.memory.far.slot(key))?;
        if found.lower > alpha { Some(found.lower) } else { Some(found.upper).filter(|upper| *upper <= alpha) }
    }

    /// Tries the moves until one is worth more than `alpha`; returns the best score. After the first, moves that another
    /// thread is searching wait until the end; by then the table may know them.
    #[inline]
    fn try_moves(&mut self, spot: &Spot, moves: &Moves, alpha: i32) -> Result<i32, Stopped> {
        let is_shared = self.memory.team.is_some() && self.field.count - spot.stones > FEWEST_LEFT_TO_SHARE;
        let mut best = i32::MIN;
        let mut waiting = 0_u32;
        for tried in 0..moves.count {
            let (cell, threats) = moves.get(tried);
            let after = spot.after(cell, threats);
            if tried > 0 && is_shared && self.memory.far.is_busy(self.memory.far.slot(self.key(&after))) {
                waiting |= 1 << tried;
                continue;
            }
            best = best.max(-self.value(&after, -alpha - 1)?);
            if best > alpha {
                self.order.learn(spot, cell, (0..tried).map(|index| moves.get(index).0));
                return Ok(best);
            }
        }
        while waiting != 0 && best <= alpha {
            let (cell, threats) = moves.get(waiting.trailing_zeros() as usize);
            waiting &= waiting - 1;
            best = best.max(-self.value(&spot.after(cell, threats), -alpha - 1)?);
        }
        Ok(best)
    }
}

impl Moves {
    #[inline]
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "below MOST_MOVES")]
    fn insert(&mut self, worth: i32, cell: Cells, threats: Cells) {
        let key = worth << 4 | self.count as i32;
        self.cells[self.count] = cell;
        self.threats[self.count] = threats;
        let mut place = self.count;
        while place > 0 && self.keys[place - 1] < key {
            self.keys[place] = self.keys[place - 1];
            place -= 1;
        }
        self.keys[place] = key;
        self.count += 1;
    }

    /// The cell and the threats of the move at this rank.
    #[inline]
    fn get(&self, rank: usize) -> (Cells, Cells) {
        let index = (self.keys[rank] & 15).cast_unsigned() as usize % MOST_MOVES;
        (self.cells[index], self.threats[index])
    }
}

impl Order {
    #[inline]
    fn worth(&self, spot: &Spot, cell: Cells, (history, replies): (i32, i32)) -> i32 {
        let (player, bit) = (spot.player(), bit(cell));
        let learnt =
            self.history[player][bit] * history + i32::from(self.replies[player][bit_of_last(spot)][bit]) * replies;
        self.lines[bit] + (learnt >> 10)
    }

    /// A stone on this cell was the answer, stones on the others were not.
    #[inline]
    fn learn(&mut self, spot: &Spot, answer: Cells, failed: impl ExactSizeIterator<Item = Cells>) {
        // What is tried first anyway need not be learnt.
        if failed.len() == 0 {
            return;
        }
        let history = &mut self.history[spot.player()];
        let replies = &mut self.replies[spot.player()][bit_of_last(spot)];
        for cell in failed {
            let bit = bit(cell);
            history[bit] -= (history[bit] + HISTORY_LIMIT) >> HISTORY_LEARNING;
            replies[bit] -= small((i32::from(replies[bit]) + REPLY_LIMIT) >> REPLY_LEARNING);
        }
        let bit = bit(answer);
        history[bit] += (HISTORY_LIMIT - history[bit]) >> HISTORY_LEARNING;
        replies[bit] += small((REPLY_LIMIT - i32::from(replies[bit])) >> REPLY_LEARNING);
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
