//! How fast the solver of Connect Four is: mean CPU time over files of `moves score`, as a ratio to `connect-four-ai`;
//! or mean wall-clock time of several threads, as a ratio to one.
//!
//! Both solve every line one after the other in the same run, so that a machine whose speed drifts slows both; without
//! books, each time with an empty table (emptying it is timed in neither). Every score is checked.
//! Usage: `scripts/bench_connect4.sh DIRECTORY`.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Parser;
use ludion::game::{Notation as _, Position as _};
use ludion::games::connect4::{Connect4, Engine, Shape};
use rustix::time::{ClockId, clock_gettime};

/// The files of the sets, their names, and how many lines are timed unless told.
const SETS: [(&str, &str, usize); 6] = [
    ("Test_L3_R1", "end-easy", 1000),
    ("Test_L2_R1", "middle-easy", 1000),
    ("Test_L2_R2", "middle-medium", 300),
    ("Test_L1_R1", "begin-easy", 300),
    ("Test_L1_R2", "begin-medium", 60),
    ("Test_L1_R3", "begin-hard", 20),
];

#[derive(Parser)]
struct Arguments {
    /// Where the six sets are
    directory: PathBuf,
    /// How many lines of each set [default: as many as take a reasonable time]
    #[arg(long)]
    lines: Option<usize>,
    /// How many times to run everything
    #[arg(long, default_value_t = 3)]
    repeats: usize,
    /// Only the sets whose names contain this
    #[arg(long, default_value = "")]
    only: String,
    /// Compares so many threads with one, by wall-clock time, instead of comparing with the other solver
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// The size of our tables in megabytes
    #[arg(long, default_value_t = 64)]
    hash: usize,
}

/// Whom our solver is compared with.
enum Other {
    Public(Box<connect_four_ai::Solver>),
    OneThread(Box<Engine>),
}

/// Times of one set in seconds, and our nodes.
#[derive(Clone, Copy, Default)]
struct Row {
    ours: f64,
    other: f64,
    nodes: u64,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let mut ours = engine(arguments.hash, arguments.threads)?;
    let (mut other, name) = if arguments.threads > 1 {
        (Other::OneThread(Box::new(engine(arguments.hash, 1)?)), "one thread ms")
    } else {
        (Other::Public(Box::new(connect_four_ai::Solver::empty())), "theirs ms")
    };
    println!("{:<16}{:>7}{:>14}{name:>15}{:>9}{:>14}{:>10}", "set", "lines", "ours ms", "ratio", "nodes", "ns/node");
    for repeat in 0..arguments.repeats {
        for (file, name, usual) in SETS.iter().filter(|(_, name, _)| name.contains(&arguments.only)) {
            let path = arguments.directory.join(file);
            let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            let lines: Vec<&str> = text.lines().take(arguments.lines.unwrap_or(*usual)).collect();
            let mut sum = Row::default();
            for line in &lines {
                let row = time_line(line, &mut ours, &mut other)?;
                sum = Row { ours: sum.ours + row.ours, other: sum.other + row.other, nodes: sum.nodes + row.nodes };
            }
            let count = lines.len().max(1) as f64;
            let (mean, other) = (sum.ours / count * 1e3, sum.other / count * 1e3);
            let (nodes, speed) = (sum.nodes as f64 / count, sum.ours / sum.nodes.max(1) as f64 * 1e9);
            print!("{name:<16}{count:>7}{mean:>14.4}{other:>15.4}{:>9.3}{nodes:>14.0}{speed:>10.1}", mean / other);
            println!("  run {}", repeat + 1);
        }
    }
    Ok(())
}

/// Our solver with an empty table.
fn engine(megabytes: usize, threads: usize) -> anyhow::Result<Engine> {
    let mut engine = Engine::new(Shape::new(7, 6)?, megabytes, threads).context("no memory for the table")?;
    // Until all of the memory was in use once.
    (0..256).for_each(|_| engine.forget());
    Ok(engine)
}

fn time_line(line: &str, ours: &mut Engine, other: &mut Other) -> anyhow::Result<Row> {
    let (moves, score) = line.split_once(' ').context("expected moves and a score")?;
    let expected: i32 = score.trim().parse()?;
    let mut position = Connect4::<u64>::start(&ours.shape());
    for word in Connect4::<u64>::split_moves(moves) {
        position.play(position.parse_move(word)?);
    }
    let now = if matches!(other, Other::OneThread(_)) { wall_seconds } else { cpu_seconds };
    ours.forget();
    let started = now();
    let (score, nodes) = ours.score(&position);
    let time = now() - started;
    if score != expected {
        bail!("{moves}: {score} instead of {expected}");
    }
    let started;
    let score = match other {
        Other::Public(theirs) => {
            theirs.reset();
            let position = connect_four_ai::Position::from_moves(moves).ok().context("they refuse a position")?;
            started = now();
            i32::from(theirs.solve(&position))
        }
        Other::OneThread(engine) => {
            engine.forget();
            started = now();
            engine.score(&position).0
        }
    };
    let row = Row { ours: time, other: now() - started, nodes };
    if score != expected {
        bail!("{moves}: the other says {score} instead of {expected}");
    }
    Ok(row)
}

/// The processor time of this thread in seconds.
fn cpu_seconds() -> f64 {
    seconds(ClockId::ThreadCPUTime)
}

fn wall_seconds() -> f64 {
    seconds(ClockId::Monotonic)
}

fn seconds(clock: ClockId) -> f64 {
    let time = clock_gettime(clock);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
