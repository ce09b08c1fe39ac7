//! How long the solver of Chicago Stock Exchange takes: CPU time and nodes over seeded deals.
//!
//! Usage: `cargo bench --bench chicago_solver [-- DEALS]` (200 unless told).

use std::sync::Arc;
use std::time::Instant;

use ludion::game::{MoveList, Position};
use ludion::games::chicago::{Chicago, Movement, Rules};
use ludion::random::Rng;
use ludion::search::{Control, Limits, Playable, Root, Setup, Table};

/// The rows: what is solved, how many random plies from the deal, how many lines.
const ROWS: [(&str, Movement, usize, usize); 7] = [
    ("basic, ply 0", Movement::Basic, 0, 1),
    ("basic, ply 2", Movement::Basic, 2, 1),
    ("basic, ply 4", Movement::Basic, 4, 1),
    ("basic, ply 8", Movement::Basic, 8, 1),
    ("basic, ply 0, all moves", Movement::Basic, 0, 18),
    ("expert, ply 0", Movement::Expert, 0, 1),
    ("expert, ply 4", Movement::Expert, 4, 1),
];

fn main() {
    let deals = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(200);
    let time = if cpu_seconds().is_some() { "CPU ms" } else { "ms" };
    println!("{:<26}{:>6}{:>14}{:>14}", "", "deals", format!("{time} mean"), format!("{time} max"));
    for (name, movement, plies, multipv) in ROWS {
        let (mut times, mut nodes) = (Vec::new(), Vec::new());
        for seed in 0..deals {
            let (time, count) = solve(seed, movement, plies, multipv);
            times.push(time * 1000.0);
            nodes.push(count);
        }
        let count = f64::from(u32::try_from(deals.max(1)).unwrap_or(u32::MAX));
        let mean = times.iter().sum::<f64>() / count;
        let most = times.iter().copied().fold(0.0, f64::max);
        let nodes_mean = nodes.iter().sum::<u64>() / deals.max(1);
        let nodes_max = nodes.iter().max().copied().unwrap_or(0);
        println!("{name:<26}{deals:>6}{mean:>14.2}{most:>14.2}   nodes {nodes_mean:>9} mean {nodes_max:>9} max");
    }
}

/// The time in seconds and the nodes it takes to solve a deal after some random plies.
fn solve(seed: u64, movement: Movement, plies: usize, multipv: usize) -> (f64, u64) {
    let mut rng = Rng::new(seed);
    let Some(mut position) = Chicago::drawn(&Rules { seats: 2, movement }, seed) else { return (0.0, 0) };
    for _ in 0..plies {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        position.play(moves[rng.below(moves.len())]);
    }
    let Ok(table) = Table::new(1).map(Arc::new) else { return (0.0, 0) };
    let mut player = (Chicago::PLAYERS[0].build)(&Setup::new(table));
    let root = Root::new(position, 1);
    let limits = Limits { multipv, ..Limits::default() };
    let mut nodes = 0;
    let (started, cpu) = (Instant::now(), cpu_seconds());
    player.search(&root, &limits, &Control::unattended(), &mut |info| nodes = info.nodes);
    let used = cpu.and_then(|before| cpu_seconds().map(|after| after - before));
    (used.unwrap_or_else(|| started.elapsed().as_secs_f64()), nodes)
}

/// The processor time of this thread where the system tells it.
fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
}
