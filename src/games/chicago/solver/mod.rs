//! Exact play for two seats: every deal is solved from the first move, all root moves if asked.
//!
//! First a look ahead of a few plies, so that there is always an answer; then null windows to the end of the game, the
//! first one at the value the look ahead suggests (MTD(f): Plaat, Schaeffer, Pijls, de Bruin 1996). Everything is
//! counted from the lead a position has already, which makes many positions one.

mod choices;
mod line;
mod market;
mod ring;
mod shallow;
mod table;
mod tree;

use super::position::{Chicago, Movement, Trade};
use crate::game::Position;
use crate::search::{Control, Info, Limits, Meter, Root, Searcher, Stopped, allowed_moves, budget};
use line::RootMove;
use ring::{BASIC, Deal, EXPERT};
use shallow::Window;
use table::Table;
use tree::Tree;

/// The player that proves what it plays; with more than two seats another player takes over.
pub struct Solver {
    table: Table,
    for_more_seats: Box<dyn Searcher<Chicago>>,
}

/// How far to look ahead before solving.
const AHEAD: u32 = 6;

impl Solver {
    /// A solver, and who plays where there are more than two seats.
    #[must_use]
    pub fn new(for_more_seats: Box<dyn Searcher<Chicago>>) -> Self {
        Self { table: Table::new(), for_more_seats }
    }
}

impl Searcher<Chicago> for Solver {
    fn search(
        &mut self,
        root: &Root<Chicago>,
        limits: &Limits<Trade>,
        control: &Control,
        report: &mut dyn FnMut(&Info<Trade>),
    ) -> Option<Trade> {
        match (root.position.seats(), root.position.movement) {
            (2, Movement::Basic) => solve::<BASIC>(&mut self.table, root, limits, control, report),
            (2, Movement::Expert) => solve::<EXPERT>(&mut self.table, root, limits, control, report),
            _ => self.for_more_seats.search(root, limits, control, report),
        }
    }
}

fn solve<const N: usize>(
    table: &mut Table,
    root: &Root<Chicago>,
    limits: &Limits<Trade>,
    control: &Control,
    report: &mut dyn FnMut(&Info<Trade>),
) -> Option<Trade> {
    let position = &root.position;
    let deal = Deal::new(position);
    let moves = RootMove::list(position, &allowed_moves(root, limits), &deal);
    if moves.is_empty() {
        return None;
    }
    table.clear();
    let meter = Meter::new(control, limits.nodes, budget(root, limits));
    let tree = Tree { deal: &deal, table, meter };
    let wanted = limits.multipv.clamp(1, moves.len());
    let plies = position.max_plies();
    let mut solving: Solving<'_, '_, N> =
        Solving { position, tree, moves, wanted, depth: 0, plies, guess: 0, solved: 0 };
    solving.run(limits.depth.unwrap_or(u32::MAX).max(1), report);
    Some(solving.moves[0].mv)
}

/// One search of one position.
struct Solving<'a, 'm, const N: usize> {
    position: &'a Chicago,
    tree: Tree<'a, 'm, N>,
    /// The root's moves, best first.
    moves: Vec<RootMove<N>>,
    /// How many of them to report.
    wanted: usize,
    /// How many plies the last finished look ahead had.
    depth: u32,
    /// No game goes on for more plies than this.
    plies: u32,
    /// What the look ahead suggests as the value, in points.
    guess: i32,
    /// How many of the first moves have their exact values.
    solved: usize,
}

impl<const N: usize> Solving<'_, '_, N> {
    fn run(&mut self, deepest: u32, report: &mut dyn FnMut(&Info<Trade>)) {
        let ahead = if deepest < self.plies { deepest } else { AHEAD.min(self.plies - 1) };
        let mut reported = None;
        // The root itself counts.
        let mut result = self.tree.meter.tick();
        for depth in 1..=ahead {
            result = self.look_ahead(depth);
            if result.is_err() {
                break;
            }
            self.tree.meter.arm();
            self.report(report);
            reported = Some(self.tree.meter.nodes());
        }
        if result.is_ok() && deepest >= self.plies {
            self.tree.meter.arm();
            // Stopped or not, what was found is in the moves.
            let _ = self.prove();
        }
        if reported != Some(self.tree.meter.nodes()) || self.solved > 0 {
            self.report(report);
        }
    }

    fn tokens(&self) -> u32 {
        u32::from(self.position.tokens_left())
    }

    /// One look ahead: values for as many moves as are wanted, the rest in any order behind them.
    fn look_ahead(&mut self, depth: u32) -> Result<(), Stopped> {
        let mut values: Vec<i32> = Vec::new();
        for root in &mut self.moves {
            // A move has to beat the last of those that would be reported.
            let alpha = if values.len() < self.wanted { -100_000 } else { values[self.wanted - 1] };
            let window = Window { alpha: 100 * root.gain - 100_000, beta: 100 * root.gain - alpha };
            let value = 100 * root.gain - self.tree.ahead(&root.next, &root.market, depth - 1, window)?;
            root.ahead = [value, root.ahead[0]];
            values.push(value);
            values.sort_unstable_by_key(|value| -value);
        }
        self.moves.sort_by_key(|root| -root.ahead[0]);
        self.guess = (self.moves[0].ahead[0] + 50).div_euclid(100);
        self.depth = depth;
        Ok(())
    }

    /// Finds the exact values of the wanted moves, best first, and their lines to the end.
    fn prove(&mut self) -> Result<(), Stopped> {
        for rank in 0..self.wanted {
            self.prove_best(rank)?;

            self.solved = rank + 1;
            self.guess = self.moves[rank].lower;
        }
        for rank in 0..self.wanted {
            self.follow(rank)?;
        }
        Ok(())
    }

    /// Finds the best of the moves from `rank` on and its exact value.
    fn prove_best(&mut self, rank: usize) -> Result<(), Stopped> {
        loop {
            let rest = &self.moves[rank..];
            let upper = rest.iter().map(|root| root.upper).max().unwrap_or(0);
            let (best, lower) = (0..)
                .zip(rest)
                .map(|(index, root)| (index, root.lower))
                .fold((0, i32::MIN), |best, this| if this.1 > best.1 { this } else { best });
            if lower >= upper {
                self.moves[rank..=rank + best].rotate_right(1);
                return Ok(());
            }
            let bar = self.guess.clamp(lower + 1, upper);
            self.guess = self.test(rank, bar)?;
        }
    }

    /// Asks whether one of the moves from `rank` on reaches `bar`; returns what to ask next.
    fn test(&mut self, rank: usize, bar: i32) -> Result<i32, Stopped> {
        let tokens = self.tokens() - 2;
        for index in rank..self.moves.len() {
            let root = &mut self.moves[index];
            if root.upper < bar {
                continue;
            }
            let value = root.gain - self.tree.value(&root.next, &root.market, tokens, root.gain - bar + 1)?;
            if value >= bar {
                root.lower = value;
                self.moves[rank..=index].rotate_right(1);
                return Ok(value + 1);
            }
            root.upper = value;
        }
        Ok(self.moves[rank..].iter().map(|root| root.upper).max().unwrap_or(bar))
    }

    /// Fills in the rest of a solved move's line.
    fn follow(&mut self, rank: usize) -> Result<(), Stopped> {
        let RootMove { gain, lower, mut next, mut market, .. } = self.moves[rank].clone();
        let mut position = self.position.after(self.moves[rank].mv);
        let mut value = gain - lower;
        let mut tokens = self.tokens() - 2;
        while !next.is_over() {
            let number = self.tree.best_move(&next, &market, tokens, value)?;
            let (kept, sold) = next.trade(number);
            value = market.gains(kept, sold).0 - value;
            market = market.after(kept, sold);
            next = next.after(choices::distance(number), self.tree.deal);
            tokens -= 2;
            let mv = line::trade(&position, number);
            self.moves[rank].line.push(mv);
            position.play(mv);
        }
        Ok(())
    }
}
