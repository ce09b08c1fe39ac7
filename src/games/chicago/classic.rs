//! The player `classic`: a fixed-depth minimax on the first seat's reserve at current prices.
//!
//! The first seat wants that reserve large, the second wants it small and does not count its own. With more than two
//! seats everybody wants the own reserve large and expects the others to want it small.

use super::eval::Judge;
use super::position::{Chicago, Trade};
use crate::game::{MoveList, Position, Seat};
use crate::score::Bound;
use crate::search::{Control, Evaluate, Info, Limits, Meter, Root, Searcher, Stopped, allowed_moves, budget};

/// The player that looks two plies ahead, or as many as `go depth` says, and counts one reserve only.
#[derive(Clone, Copy, Debug, Default)]
pub struct Classic;

/// The depth without a limit.
const DEPTH: u32 = 2;
/// More than any reserve is worth.
const INFINITE: i32 = 10_000;

impl Searcher<Chicago> for Classic {
    fn search(
        &mut self,
        root: &Root<Chicago>,
        limits: &Limits<Trade>,
        control: &Control,
        report: &mut dyn FnMut(&Info<Trade>),
    ) -> Option<Trade> {
        let position = &root.position;
        let moves = allowed_moves(root, limits);
        let counted = if position.seats() == 2 { Seat::FIRST } else { position.turn() };
        let depth = limits.depth.unwrap_or(DEPTH).max(1);
        let mut thought = Thought { counted, meter: Meter::new(control, limits.nodes, budget(root, limits)) };
        let mut best = *moves.first()?;
        let mut best_value = None;
        for &mv in moves.iter() {
            let bar = best_value.unwrap_or(-INFINITE);
            let Ok(value) = thought.value_of_move(position, mv, depth - 1, bar, INFINITE) else { break };
            thought.meter.arm();
            if best_value.is_none_or(|best| value > best) {
                best_value = Some(value);
                best = mv;
            }
        }
        report(&Info {
            depth,
            seldepth: depth.min(position.max_plies()),
            multipv: 1,
            score: Judge.evaluate(position, position.turn()),
            bound: Bound::Exact,
            nodes: thought.meter.nodes(),
            tbhits: 0,
            hashfull: 0,
            elapsed: control.elapsed(),
            pv: vec![best],
            scores: Vec::new(),
            proven: None,
            exact: None,
        });
        Some(best)
    }
}

/// A running minimax.
struct Thought<'a> {
    /// The seat whose reserve is counted.
    counted: Seat,
    meter: Meter<'a>,
}

impl Thought<'_> {
    /// The value of a move for the seat that makes it, as far as it lies between the bounds.
    fn value_of_move(
        &mut self,
        position: &Chicago,
        mv: Trade,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let child = position.after(mv);
        if (position.turn() == self.counted) == (child.turn() == self.counted) {
            self.value(&child, depth, alpha, beta)
        } else {
            self.value(&child, depth, -beta, -alpha).map(|value| -value)
        }
    }

    /// The counted reserve after best play, negated where the seat to move wants it small.
    fn value(&mut self, position: &Chicago, depth: u32, mut alpha: i32, beta: i32) -> Result<i32, Stopped> {
        self.meter.tick()?;
        if depth == 0 || position.is_over() {
            let value = position.points()[self.counted.index()];
            return Ok(if position.turn() == self.counted { value } else { -value });
        }
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let mut best = -INFINITE;
        for &mv in moves.iter() {
            best = best.max(self.value_of_move(position, mv, depth - 1, alpha, beta)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }
}
