//! Looking a few plies ahead: an answer for the impatient, and a first guess for the exact search.

use super::choices::{Choices, Rings};
use super::market::Market;
use super::ring::Ring;
use super::tree::Tree;
use crate::search::Stopped;

/// The values a look ahead has to tell apart, in centipoints more than the lead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// The window of the other seat after a gain of so many points.
    fn after(self, gain: i32) -> Self {
        Self { alpha: 100 * gain - self.beta, beta: 100 * gain - self.alpha }
    }
}

impl<const N: usize> Tree<'_, '_, N> {
    /// What the seat to move adds to its lead, as far as `depth` plies show: alpha-beta with the market's own estimate
    /// at the horizon.
    pub(super) fn ahead(
        &mut self,
        ring: &Ring<N>,
        market: &Market,
        depth: u32,
        mut window: Window,
    ) -> Result<i32, Stopped> {
        self.meter.tick()?;
        if ring.is_over() {
            return Ok(0);
        }
        if depth == 0 {
            return Ok(market.estimate());
        }
        let mut choices = if depth == 1 {
            Choices::at_once(ring, market)
        } else {
            Choices::with_answers(ring, market, self.deal, &mut Rings::new())
        };
        let mut best = i32::MIN;
        while let Some(choice) = choices.next() {
            let (kept, sold) = ring.trade(choice.number);
            let next = ring.after(choice.distance(), self.deal);
            let there = market.after(kept, sold);
            let value = 100 * choice.gain - self.ahead(&next, &there, depth - 1, window.after(choice.gain))?;
            best = best.max(value);
            window.alpha = window.alpha.max(best);
            if window.alpha >= window.beta {
                break;
            }
        }
        Ok(best)
    }
}
