//! The command `fit`: plays games against itself and finds the worths of houses that best foretell how they end.
//!
//! Least squares over all quiet positions, each phase of the game by itself: the seeds a seat finally has more than the
//! other, less those it has in store already, are to be the sum of what the twelve houses are worth.

use std::fmt::Write as _;
use std::io::{IsTerminal as _, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use anyhow::Context as _;
use clap::{Arg, ArgMatches, Command, value_parser};

use super::board::HOUSES;
use super::eval::{FULL, PHASES, Worth, phase};
use super::player::{Method, Thinker};
use super::position::{House, Oware};
use super::rules::Rules;
use crate::game::{MoveList, Position as _, Seat};
use crate::random::Rng;
use crate::register::Tool;
use crate::search::{Control, Limits, Root, Searcher as _, Setup, Table};
use crate::trail::Trail;

/// The command as the register knows it.
pub(super) const TOOL: Tool =
    Tool { name: "fit", about: "Fits the evaluation to games against itself and prints the source", command, run };

/// Weights of one phase.
const WEIGHTS: usize = 2 * HOUSES * (FULL + 1);
/// A larger final difference says no more about the position.
const MOST_MARGIN: i32 = 24;
/// Pulls weights that few positions tell about towards nothing.
const CAUTION: f64 = 200.0;
/// Plies at random before the players think.
const RANDOM_PLIES: usize = 14;

fn command() -> Command {
    let number = |name: &'static str, default: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("N").default_value(default).value_parser(value_parser!(u64)).help(help)
    };
    Command::new("fit").args([
        number("games", "6000", "Games to play"),
        number("nodes", "1000", "Nodes for each move"),
        number("seed", "1", "Seed of the openings"),
        number("threads", "2", "Threads to play with"),
    ])
}

fn run(matches: &ArgMatches) -> anyhow::Result<()> {
    let number = |name: &str| matches.get_one::<u64>(name).copied().context("a number is missing");
    let (games, nodes, seed, threads) = (number("games")?, number("nodes")?, number("seed")?, number("threads")?);
    let played = AtomicU64::new(0);
    let work = || {
        let mut sums = Sums::new();
        loop {
            let game = played.fetch_add(1, Ordering::Relaxed);
            if game >= games {
                return sums;
            }
            if stderr().is_terminal() && game.is_multiple_of(100) {
                eprint!("\rgame {game} of {games} ");
            }
            play(seed.wrapping_add(game.wrapping_mul(0x9e37_79b9)), nodes, &mut sums);
        }
    };
    let sums = thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        helpers.into_iter().filter_map(|helper| helper.join().ok()).fold(work(), Sums::joined)
    });
    eprintln!("\r{games} games, positions by phase: {:?}", sums.0.iter().map(|phase| phase.count).collect::<Vec<_>>());
    print!("{}", source(&sums.solved(), games, nodes, seed));
    Ok(())
}

/// What least squares need to know of all positions of a phase.
#[derive(Clone)]
struct Phase {
    count: u64,
    products: Vec<f64>,
    targets: Vec<f64>,
}

#[derive(Clone)]
struct Sums(Vec<Phase>);

impl Sums {
    fn new() -> Self {
        let phase = Phase { count: 0, products: vec![0.0; WEIGHTS * WEIGHTS], targets: vec![0.0; WEIGHTS] };
        Self(vec![phase; PHASES])
    }

    fn add(&mut self, position: &Oware, target: i32) {
        let sums = &mut self.0[phase(position.board().seeds())];
        let houses = position.board().houses();
        let weights = std::array::from_fn::<usize, { 2 * HOUSES }, _>(|house| {
            house * (FULL + 1) + usize::from(houses[house]).min(FULL)
        });
        sums.count += 1;
        for one in weights {
            sums.targets[one] += f64::from(target);
            for two in weights {
                sums.products[one * WEIGHTS + two] += 1.0;
            }
        }
    }

    fn joined(mut self, other: Self) -> Self {
        for (sums, more) in self.0.iter_mut().zip(other.0) {
            sums.count += more.count;
            sums.products.iter_mut().zip(more.products).for_each(|(sum, more)| *sum += more);
            sums.targets.iter_mut().zip(more.targets).for_each(|(sum, more)| *sum += more);
        }
        self
    }

    /// The weights, in centipoints.
    fn solved(self) -> Worth {
        let mut worth: Worth = [[[0; FULL + 1]; 2 * HOUSES]; PHASES];
        for (sums, worth) in self.0.into_iter().zip(&mut worth) {
            let solution = solve(sums.products, sums.targets);
            for (weight, cell) in solution.iter().zip(worth.as_flattened_mut()) {
                #[expect(clippy::cast_possible_truncation, reason = "clamped")]
                let rounded = (100.0 * weight).round().clamp(-2_000.0, 2_000.0) as i16;
                *cell = rounded;
            }
        }
        worth
    }
}

/// Solves the normal equations by elimination; the caution makes them regular.
fn solve(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    (0..n).for_each(|row| matrix[row * n + row] += CAUTION);
    for pivot in 0..n {
        for row in pivot + 1..n {
            let factor = matrix[row * n + pivot] / matrix[pivot * n + pivot];
            if factor != 0.0 {
                let (above, below) = matrix.split_at_mut(row * n);
                let above = &above[pivot * n..][..n];
                below[pivot..n].iter_mut().zip(&above[pivot..]).for_each(|(cell, up)| *cell -= factor * up);
                right[row] -= factor * right[pivot];
            }
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|column| matrix[row * n + column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row * n + row];
    }
    right
}

/// Plays one game and adds its quiet positions.
fn play(seed: u64, nodes: u64, sums: &mut Sums) {
    let mut rng = Rng::new(seed);
    let Ok(table) = Table::new(1) else { return };
    let mut player = Thinker::new(&Setup::new(Arc::new(table)), Method::Pvs);
    let (mut position, mut trail, mut quiet) = (Oware::start(&Rules::ABAPA), Trail::default(), Vec::new());
    let random_plies = rng.below(RANDOM_PLIES + 1);
    let outcome = loop {
        let past = trail.past(&position);
        if let Some(outcome) = position.outcome().or_else(|| position.outcome_by_past(&past)) {
            break outcome;
        }
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let mv = if past.plies as usize > random_plies {
            if moves.iter().all(|mv| position.captured_by(*mv) == 0) {
                quiet.push(position);
            }
            let root = Root { trail: trail.clone(), ..Root::new(position, seed) };
            let limits: Limits<House> = Limits { nodes: Some(nodes), ..Limits::default() };
            match player.search(&root, &limits, &Control::unattended(), &mut |_| {}) {
                Some(mv) => mv,
                None => return,
            }
        } else {
            moves[rng.below(moves.len())]
        };
        trail.push(&position, mv);
        position.play(mv);
    };
    let margin = outcome.margin(Seat::FIRST).clamp(-MOST_MARGIN, MOST_MARGIN);
    for position in quiet {
        let target = if position.turn() == Seat::FIRST { margin } else { -margin };
        sums.add(&position, target - position.lead());
    }
}

/// The weights as the source file that holds them.
fn source(worth: &Worth, games: u64, nodes: u64, seed: u64) -> String {
    let mut text = String::from("//! What houses are worth, in centipoints. Written by\n");
    let _ = writeln!(
        text,
        "//! `ludion fit --game oware --games {games} --nodes {nodes} --seed {seed}`; not to be edited.\n"
    );
    text += "use super::eval::Worth;\n\n#[rustfmt::skip]\npub(super) const WORTH: Worth = [\n";
    for phase in worth {
        text += "    [\n";
        for house in phase {
            let cells: Vec<String> = house.iter().map(|cell| format!("{cell:>5}")).collect();
            let _ = writeln!(text, "        [{}],", cells.join(","));
        }
        text += "    ],\n";
    }
    text + "];\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_behind_targets_are_found() {
        let mut sums = Sums::new();
        let mut rng = Rng::new(1);
        for _ in 0..100_000 {
            let mut rows = [[0; HOUSES]; 2];
            (0..40).for_each(|_| rows[rng.below(2)][rng.below(HOUSES)] += 1);
            let position = Oware::from_parts(rows, [4, 4], Seat::FIRST, Rules::ABAPA);
            // Three seeds for an empty own house, two for an enemy house of eight.
            let count = |row: [u8; HOUSES], seeds: u8| row.iter().filter(|&&held| held == seeds).count();
            let target = 3 * count(rows[0], 0) + 2 * count(rows[1], 8);
            sums.add(&position, i32::try_from(target).unwrap());
        }
        let worth = sums.solved();
        let spread = |house: usize, seeds: usize| i32::from(worth[0][house][seeds]) - i32::from(worth[0][house][3]);
        for house in 0..HOUSES {
            assert!((spread(house, 0) - 300).abs() < 60, "{:?}", worth[0][house]);
            assert!((spread(HOUSES + house, 8) - 200).abs() < 60, "{:?}", worth[0][HOUSES + house]);
        }
    }
}
