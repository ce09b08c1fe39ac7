//! The exact search: null windows to the end of the game.

use super::choices::{Choices, Number, Rings, distance};
use super::market::Market;
use super::ring::{Deal, Ring};
use super::table::{Known, NO_MOVE, Table};
use crate::search::{Meter, Stopped};

/// One search of one deal.
pub(super) struct Tree<'a, 'm, const N: usize> {
    pub(super) deal: &'a Deal,
    pub(super) table: &'a mut Table,
    pub(super) meter: Meter<'m>,
}

impl<const N: usize> Tree<'_, '_, N> {
    /// A bound for what the seat to move can still add to its lead: at least the result if that reaches `bar`, else at
    /// most the result.
    pub(super) fn value(&mut self, ring: &Ring<N>, market: &Market, tokens: u32, bar: i32) -> Result<i32, Stopped> {
        if ring.is_over() {
            return Ok(0);
        }
        // Every trade takes two tokens, and before the last one there are at least four.
        match tokens {
            ..=4 => Ok(market.best(ring)),
            6 => Ok(self.last_two(ring, market, bar)),
            8 => {
                self.meter.tick()?;
                Ok(self.last_three(ring, market, bar))
            }
            _ => self.node(ring, market, tokens, bar),
        }
    }

    /// The value if at most two trades are left.
    #[inline]
    fn last_two(&self, ring: &Ring<N>, market: &Market, bar: i32) -> i32 {
        let mut best = i32::MIN;
        let turned = market.turned();
        for distance in 1..=ring.reach() {
            let (before, after) = ring.offer(distance);
            let (keep_before, keep_after) = market.gains(before, after);
            let next = ring.after(distance, self.deal);
            let value = if next.is_over() {
                keep_before.max(keep_after)
            } else {
                let value = keep_before - turned.traded(before, after).best(&next);
                if before == after { value } else { value.max(keep_after - turned.traded(after, before).best(&next)) }
            };
            best = best.max(value);
            if best >= bar {
                break;
            }
        }
        best
    }

    /// The value if at most three trades are left.
    #[inline]
    fn last_three(&self, ring: &Ring<N>, market: &Market, bar: i32) -> i32 {
        let mut choices = Choices::at_once(ring, market);
        let turned = market.turned();
        let ceiling = market.ceiling();
        let mut best = i32::MIN;
        while let Some(choice) = choices.next() {
            let (kept, sold) = ring.trade(choice.number);
            let next = ring.after(choice.distance(), self.deal);
            let value = if next.is_over() {
                choice.gain
            } else {
                // The other seat may take its best answer at once; then one trade is left.
                let there = turned.traded(kept, sold);
                let most = choice.gain - there.best(&next) + ceiling;
                if most < bar { most } else { choice.gain - self.last_two(&next, &there, choice.gain - bar + 1) }
            };
            best = best.max(value);
            if best >= bar {
                break;
            }
        }
        best
    }

    fn node(&mut self, ring: &Ring<N>, market: &Market, tokens: u32, bar: i32) -> Result<i32, Stopped> {
        self.meter.tick()?;
        let slot = Table::slot(market.key(ring), tokens);
        let known = self.table.probe(slot);
        if known.lower >= bar {
            return Ok(known.lower);
        }
        if known.upper < bar {
            return Ok(known.upper);
        }
        let (value, best) = self.try_moves(ring, market, tokens, bar, known.best)?;
        let known = if value >= bar { Known { lower: value, best, ..known } } else { Known { upper: value, ..known } };
        self.table.store(slot, known);
        Ok(value)
    }

    /// Tries the moves until one reaches `bar`: the remembered one, then the others; returns the best value and move.
    fn try_moves(
        &mut self,
        ring: &Ring<N>,
        market: &Market,
        tokens: u32,
        bar: i32,
        remembered: Number,
    ) -> Result<(i32, Number), Stopped> {
        let mut best = (i32::MIN, NO_MOVE);
        if remembered != NO_MOVE {
            let value = self.value_of_move(ring, market, tokens, bar, remembered)?;
            best = (value, remembered);
            if value >= bar {
                return Ok(best);
            }
        }
        let mut rings = Rings::new();
        let mut choices = Choices::with_answers(ring, market, self.deal, &mut rings);
        choices.remove(remembered);
        while let Some(choice) = choices.next() {
            let (kept, sold) = ring.trade(choice.number);
            let next = &rings[choice.distance() - 1];
            let bar_there = choice.gain - bar + 1;
            let value = choice.gain - self.value(next, &market.after(kept, sold), tokens - 2, bar_there)?;
            if value > best.0 {
                best = (value, choice.number);
                if value >= bar {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// A bound for what a single move adds to the lead, to be read like [`Tree::value`].
    fn value_of_move(
        &mut self,
        ring: &Ring<N>,
        market: &Market,
        tokens: u32,
        bar: i32,
        number: Number,
    ) -> Result<i32, Stopped> {
        let (kept, sold) = ring.trade(number);
        let gain = market.gains(kept, sold).0;
        let next = ring.after(distance(number), self.deal);
        Ok(gain - self.value(&next, &market.after(kept, sold), tokens - 2, gain - bar + 1)?)
    }

    /// A best move of a position that is known to be worth `value`.
    pub(super) fn best_move(
        &mut self,
        ring: &Ring<N>,
        market: &Market,
        tokens: u32,
        value: i32,
    ) -> Result<Number, Stopped> {
        let remembered = self.table.probe(Table::slot(market.key(ring), tokens)).best;
        Ok(self.try_moves(ring, market, tokens, value, remembered)?.1)
    }
}
