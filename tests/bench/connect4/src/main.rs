//! How fast the solver of Connect Four is: mean CPU time over files of `moves score`, as a ratio to `connect-four-ai`.
//!
//! Both solve the same lines in the same run, one after the other, without books, each time with an empty table
//! (emptying it is timed in neither). Every score is checked. Usage: `scripts/bench_connect4.sh DIRECTORY`.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Parser;
use ludion::game::{Notation as _, Position as _};
use ludion::games::connect4::{Connect4, Engine, Shape};

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
    /// Our threads; times are wall-clock times if there are several
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Leave the other solver out
    #[arg(long)]
    alone: bool,
    /// The size of our table in megabytes
    #[arg(long, default_value_t = 64)]
    hash: usize,
}

/// Times of one set in seconds, and our nodes.
#[derive(Clone, Copy, Default)]
struct Row {
    ours: f64,
    theirs: f64,
    nodes: u64,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let shape = Shape::new(7, 6)?;
    let mut ours = Engine::new(shape, arguments.hash, arguments.threads).context("no memory for the table")?;
    // Until all of the memory was in use once.
    (0..256).for_each(|_| ours.forget());
    let mut theirs = connect_four_ai::Solver::empty();
    println!("{:<16}{:>7}{:>14}{:>14}{:>9}{:>14}{:>10}", "set", "lines", "ours ms", "theirs ms", "ratio", "nodes", "ns/node");
    for repeat in 0..arguments.repeats {
        for (file, name, usual) in SETS.iter().filter(|(_, name, _)| name.contains(&arguments.only)) {
            let path = arguments.directory.join(file);
            let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            let lines: Vec<&str> = text.lines().take(arguments.lines.unwrap_or(*usual)).collect();
            let mut sum = Row::default();
            for line in &lines {
                let row = time_line(line, &mut ours, &mut theirs, &arguments)?;
                sum = Row { ours: sum.ours + row.ours, theirs: sum.theirs + row.theirs, nodes: sum.nodes + row.nodes };
            }
            let count = lines.len().max(1) as f64;
            let (mean, other) = (sum.ours / count * 1e3, sum.theirs / count * 1e3);
            let ratio = if arguments.alone { String::new() } else { format!("{:.3}", mean / other) };
            let (nodes, speed) = (sum.nodes as f64 / count, sum.ours / sum.nodes.max(1) as f64 * 1e9);
            println!("{name:<16}{count:>7}{mean:>14.4}{other:>14.4}{ratio:>9}{nodes:>14.0}{speed:>10.1}  run {}", repeat + 1);
        }
    }
    Ok(())
}

fn time_line(
    line: &str,
    ours: &mut Engine,
    theirs: &mut connect_four_ai::Solver,
    arguments: &Arguments,
) -> anyhow::Result<Row> {
    let (moves, score) = line.split_once(' ').context("expected moves and a score")?;
    let expected: i32 = score.trim().parse()?;
    let mut position = Connect4::<u64>::start(&ours.shape());
    for word in Connect4::<u64>::split_moves(moves) {
        position.play(position.parse_move(word)?);
    }
    let now = if arguments.threads > 1 { wall_seconds } else { cpu_seconds };
    ours.forget();
    let started = now();
    let (score, nodes) = ours.score(&position);
    let mut row = Row { ours: now() - started, theirs: 0.0, nodes };
    if score != expected {
        bail!("{moves}: {score} instead of {expected}");
    }
    if !arguments.alone {
        theirs.reset();
        let position = connect_four_ai::Position::from_moves(moves).ok().context("they refuse a position")?;
        let started = now();
        let score = theirs.solve(&position);
        row.theirs = now() - started;
        if i32::from(score) != expected {
            bail!("{moves}: they say {score} instead of {expected}");
        }
    }
    Ok(row)
}

/// The processor time of this thread in seconds; wall-clock time where the system does not tell.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let time = text.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    time.map_or_else(wall_seconds, |nanoseconds| nanoseconds / 1e9)
}

fn wall_seconds() -> f64 {
    use std::time::{SystemTime, UNIX_EPOCH};
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64())
}
