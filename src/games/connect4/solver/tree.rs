//! The exact search: is the score above a given number?
//!
//! Scores count from the end of the game: a win is worth 1 with the winner's last stone, 2 with the one before, and so
//! on; a loss is the negative of that; a draw is 0.

use super::bounds::{Certain, certain};
use super::field::{Cells, Field};
use super::order::{MOST_MOVES, Moves, Order};
use super::spot::Spot;
use super::table::{Known, Table};
use super::team::Team;
use crate::search::{Meter, Stopped};

/// Positions with fewer stones are remembered together with their mirror images; later those hardly ever occur.
const MIRROR_STONES: i32 = 12;
/// With fewer cells left, finding out again is cheaper than remembering.
const FEWEST_LEFT_TO_REMEMBER: i32 = 9;
/// With fewer cells left, positions are remembered near by: they are many, soon forgotten, and a table that fits the
/// processor's cache answers at once.
const FEWEST_LEFT_FAR: i32 = 19;
/// From so many cells left on, what is remembered of the positions after each move is looked at before any is searched.
const FEWEST_LEFT_TO_LOOK_AHEAD: i32 = 13;
/// From so many cells left on, threads tell each other what they are doing, in the table that they share.
const FEWEST_LEFT_TO_SHARE: i32 = FEWEST_LEFT_FAR;
/// The first move that a thread leaves to another one which is searching it. Where the answer should be yes, one of the
/// first two moves usually gives it, and all threads work on that one together; where it should be no, all moves have to
/// be searched, and any will do.
const FIRST_TO_LEAVE_FOR_YES: u32 = 2;
const FIRST_TO_LEAVE_FOR_NO: u32 = 0;

/// One thread's search.
pub(super) struct Tree<'a, 'm, const H: u32> {
    pub(super) field: Field<H>,
    pub(super) meter: Meter<'m>,
    memory: Memory<'a>,
    order: Order,
    /// With several threads: the positions that lead to the present one; where on this way another thread was first; and
    /// how many common positions were settled when that was last looked for.
    way: Vec<Step>,
    forestalled_at: Option<usize>,
    settled: u64,
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

/// A position that is being searched, and the question whether it is worth more than `alpha`.
#[derive(Clone, Copy, Debug)]
struct Step {
    key: u64,
    stones: i32,
    alpha: i32,
    /// Whether the answer should be yes. In nine positions of ten it is as expected.
    expects_yes: bool,
    /// How many moves were tried before the present one.
    tried: u32,
}

impl Step {
    /// Whether the answer should be yes in the next position with a choice, which has so many stones.
    const fn expects_yes_at(&self, stones: i32) -> bool {
        // Once the best looking move has failed, the others will too. Every forced move turns the question round.
        let is_turned = (stones - self.stones) % 2 == 0;
        (self.tried > 0 || !self.expects_yes) != is_turned
    }

    /// The first move that is left to another thread which is searching it.
    const fn first_to_leave(&self) -> u32 {
        if self.expects_yes { FIRST_TO_LEAVE_FOR_YES } else { FIRST_TO_LEAVE_FOR_NO }
    }
}

impl<'a, 'm, const H: u32> Tree<'a, 'm, H> {
    /// A search that has learnt nothing yet.
    pub(super) fn new(field: Field<H>, memory: Memory<'a>, meter: Meter<'m>) -> Self {
        Self {
            field,
            meter,
            memory,
            order: Order::new(&field),
            way: Vec::new(),
            forestalled_at: None,
            settled: 0,
            changes: None,
        }
    }

    /// Shares what is certain about the root with the other threads, and takes over the question that all of them ask
    /// next, which is `question` if nobody has chosen one yet; it is given up when another thread knows more.
    pub(super) fn share(&mut self, known: &mut Known, question: impl Fn(Known) -> i32) -> i32 {
        let Some(team) = self.memory.team else { return question(*known) };
        let (alpha, changes) = team.share(known, question);
        self.changes = Some(changes);
        alpha
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
        self.meter.tick()?;
        let left = self.field.count - spot.stones;
        let landing = self.field.landing(spot.all);
        let forced = landing & spot.other_threats;
        let safe = if forced == 0 { landing } else { forced } & !(spot.other_threats >> 1);
        if (safe == 0) | (forced & forced.wrapping_sub(1) != 0) {
            return Ok(-(left / 2));
        }
        if left <= 2 {
            return Ok(0);
        }
        // Nobody wins or loses sooner than this.
        let (least, most) = (-((left - 2) / 2), (left - 1) / 2);
        if most <= alpha {
            return Ok(most);
        }
        if least > alpha {
            return Ok(least);
        }
        if forced == 0 {
            return self.node(spot, landing, safe, Known { lower: least, upper: most }, alpha);
        }
        let threats = Field::<H>::threats(spot.own | forced, self.field.board ^ spot.all ^ forced);
        Ok(-self.value(&spot.after(forced, threats), -alpha - 1)?)
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
        let table = self.table(left);
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
        let mut moves = Moves::none();
        if !self.find_moves(spot, landing, safe, &mut moves) {
            return Ok(limits.upper);
        }
        // No move wins as soon as could be.
        known.upper = known.upper.min(limits.upper - 1);
        let before = self.meter.own_nodes();
        let remembered = if left >= FEWEST_LEFT_TO_LOOK_AHEAD {
            self.look_ahead(spot, landing, &mut moves, alpha)
        } else {
            i32::MIN
        };
        let team = self.memory.team.filter(|_| left >= FEWEST_LEFT_TO_SHARE);
        let score = if remembered > alpha {
            remembered
        } else if team.is_some() {
            self.try_moves_in_team(key, spot, &mut moves, known, alpha)?.max(remembered)
        } else {
            self.try_moves(spot, &mut moves, alpha)?.max(remembered)
        };
        if score > alpha {
            known.lower = score;
        } else {
            known.upper = score.min(known.upper);
        }
        if is_worth_remembering {
            let is_common = team.is_some() && table.is_common(place);
            table.store(place, known, self.meter.own_nodes() - before);
            if let Some(team) = team.filter(|_| is_common) {
                team.settle();
            }
        }
        Ok(score)
    }

    /// Looks up the positions after the moves: returns the best score that is certain of one if that is above `alpha`;
    /// otherwise leaves out the moves that cannot be worth more, and returns a bound for those.
    #[inline]
    fn look_ahead(&self, spot: &Spot, landing: Cells, moves: &mut Moves, alpha: i32) -> i32 {
        let mut bound = i32::MIN;
        let table = self.table(self.field.count - spot.stones - 1);
        for index in 0..moves.count() {
            let (cell, threats) = moves.get(index);
            // Where the answer is forced nothing is remembered.
            if threats & ((landing ^ cell) | cell << 1) != 0 {
                continue;
            }
            let after = spot.after(cell, threats);
            if let Some(found) = table.probe(table.slot(self.key(&after))) {
                if -found.upper > alpha {
                    return -found.upper;
                }
                if -found.lower <= alpha {
                    bound = bound.max(-found.lower);
                    moves.drop(index);
                }
            }
        }
        bound
    }

    /// Where positions with so many cells left are remembered.
    #[inline]
    const fn table(&self, left: i32) -> &'a Table {
        if left >= FEWEST_LEFT_FAR { self.memory.far } else { self.memory.near }
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
            if (answers == 0) | (wins & wins.wrapping_sub(1) != 0) {
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
        let view = self.order.view(&self.field, spot);
        let empty = self.field.board ^ spot.all;
        let left = self.field.count - spot.stones;
        let is_remembered = left > FEWEST_LEFT_TO_REMEMBER && spot.stones + 1 >= MIRROR_STONES;
        let table = self.table(left - 1);
        let mut rest = safe;
        while rest != 0 && moves.count() < MOST_MOVES {
            let cell = rest & rest.wrapping_neg();
            rest ^= cell;
            let threats = Field::<H>::threats(spot.own | cell, empty ^ cell);
            let landing = (landing ^ cell) | (cell << 1 & self.field.board);
            let wins = threats & landing;
            let answers = if wins == 0 { landing } else { wins } & !(threats >> 1);
            // One branch for both, here and elsewhere: each would often be mispredicted.
            if (answers == 0) | (wins & wins.wrapping_sub(1) != 0) {
                return false;
            }
            if is_remembered {
                table.fetch(table.slot(spot.other() + (spot.all | cell)));
            }
            moves.insert(view.worth(cell, threats), cell, threats);
        }
        true
    }

    /// Tries the moves where other threads may be doing the same: tells them, and gives up what another one has finished.
    fn try_moves_in_team(
        &mut self,
        key: u64,
        spot: &Spot,
        moves: &mut Moves,
        known: Known,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        if self.is_overtaken() || self.is_forestalled() {
            return Err(Stopped);
        }
        let table = self.memory.far;
        let place = table.slot(key);
        let is_joining = table.begin(place, known);
        let expects_yes = self.way.last().is_none_or(|step| step.expects_yes_at(spot.stones));
        if is_joining && !expects_yes {
            // All moves have to be searched, and whoever was here before is likely to be at the first.
            moves.put_best_last();
        }
        self.way.push(Step { key, stones: spot.stones, alpha, expects_yes, tried: 0 });
        let score = self.try_moves(spot, &mut moves.clone(), alpha);
        self.way.pop();
        if score.is_err() && self.forestalled_at == Some(self.way.len()) {
            self.forestalled_at = None;
            return match self.answer(key, alpha) {
                Some(score) => Ok(score),
                // Forgotten again since.
                None => self.try_moves_in_team(key, spot, moves, known, alpha),
            };
        }
        if score.is_err() {
            table.leave(place, known);
        }
        score
    }

    /// Whether another thread has finished a position on the way here.
    fn is_forestalled(&mut self) -> bool {
        let settled = self.memory.team.map_or(0, Team::settled);
        if settled != self.settled {
            self.settled = settled;
            self.forestalled_at = self.way.iter().position(|step| self.answer(step.key, step.alpha).is_some());
        }
        self.forestalled_at.is_some()
    }

    /// Whether a move, which leads to this spot after so many others, can be left to another thread for now.
    fn is_left_to_another(&mut self, after: &Spot, tried: u32) -> bool {
        let Some(step) = self.way.last_mut() else { return false };
        step.tried = tried;
        tried >= step.first_to_leave() && self.memory.far.is_busy(self.memory.far.slot(self.key(after)))
    }

    /// What the table says to the question whether a position is worth more than `alpha`.
    fn answer(&self, key: u64, alpha: i32) -> Option<i32> {
        let found = self.memory.far.probe(self.memory.far.slot(key))?;
        if found.lower > alpha { Some(found.lower) } else { Some(found.upper).filter(|upper| *upper <= alpha) }
    }

    /// Tries the moves until one is worth more than `alpha`; returns the best score. Moves that another thread is searching
    /// wait until the end; by then the table may know them.
    #[inline]
    fn try_moves(&mut self, spot: &Spot, moves: &mut Moves, alpha: i32) -> Result<i32, Stopped> {
        let is_shared = self.memory.team.is_some() && self.field.count - spot.stones > FEWEST_LEFT_TO_SHARE;
        let mut best = i32::MIN;
        // The moves that wait, and those that were tried, by their indices.
        let (mut waiting, mut failed) = (0_u32, 0_u32);
        while let Some(index) = moves.next() {
            let (cell, threats) = moves.get(index);
            let after = spot.after(cell, threats);
            if is_shared && self.is_left_to_another(&after, (waiting | failed).count_ones()) {
                waiting |= 1 << index;
                continue;
            }
            best = best.max(-self.value(&after, -alpha - 1)?);
            if best > alpha {
                // What is tried first anyway need not be learnt.
                if failed != 0 {
                    self.order.learn(spot, cell, moves, failed);
                }
                return Ok(best);
            }
            failed |= 1 << index;
        }
        while waiting != 0 && best <= alpha {
            let (cell, threats) = moves.get(waiting.trailing_zeros() as usize);
            waiting &= waiting - 1;
            best = best.max(-self.value(&spot.after(cell, threats), -alpha - 1)?);
        }
        Ok(best)
    }
}
