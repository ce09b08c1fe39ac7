//! The commands of the referee: what stands on the command line becomes an event, and its results are printed.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, anyhow, bail};
use clap::Args;
use serde::de::DeserializeOwned;

use crate::referee::entrant::{EngineSpec, Setting};
use crate::referee::event::{BoardSpec, EloModel, Event, Hopeless, Kind, OnFault, Overrun, Quiet, Shard, Sprt};
use crate::referee::journal::{self, Head, Journal, Record};
use crate::referee::run::{End, Run, RunError};
use crate::referee::{chart, check, export, replay, tables};

const AFTER_MATCH: &str = "\
An engine is a command line, or 'self' with options. After a command, '::' separates its settings:
  ludion match --game oware --engine self --engine 'self Search=classic' --games 100 --movetime 50
  ludion match --game connect4 --engine self --engine 'python3 mine.py :: name=Mine depth=3 Hash=8' --nodes 10000
Lower-case settings are name, dir, protocol (auto, ugi, uci, auale), in-process, time, inc, movetime, depth, nodes;
all others are options to send. referee.md tells the rest, and the keys of an event file.
Exit code: 0 completed, 1 interrupted or an engine failed, 2 bad usage.";

/// Plays a match or a tournament.
#[derive(Args, Debug)]
#[command(after_help = AFTER_MATCH)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches of a command line")]
pub(super) struct Match {
    /// A file that describes the event (TOML); the options below overrule it
    event: Option<PathBuf>,
    /// An engine (repeatable)
    #[arg(short, long = "engine", value_name = "COMMAND")]
    engines: Vec<EngineSpec>,
    /// A game (repeatable)
    #[arg(short, long = "game", value_name = "NAME")]
    games_played: Vec<String>,
    /// A rule option of the game
    #[arg(long = "rule", value_name = "NAME=VALUE")]
    rules: Vec<String>,
    /// Seats, where the game leaves a choice
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// round-robin, gauntlet, swiss or knockout
    #[arg(long, value_parser = word::<Kind>)]
    kind: Option<Kind>,
    /// Games of each group of opponents, rounded up to whole rotations [default: 100]
    #[arg(short = 'n', long, value_name = "N")]
    games: Option<u64>,
    /// Rounds of a Swiss event
    #[arg(long, value_name = "N")]
    rounds: Option<u64>,
    /// Milliseconds on each clock
    #[arg(long, value_name = "MS")]
    time: Option<u64>,
    /// Milliseconds added after each move
    #[arg(long, value_name = "MS", requires = "time")]
    inc: Option<u64>,
    /// Milliseconds for each move
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Plies for each move
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// Nodes for each move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Where games begin: start, setup, or a file of positions
    #[arg(long, value_name = "WHERE")]
    openings: Option<String>,
    /// Takes the lines of the file in random order
    #[arg(long)]
    shuffle: bool,
    /// Random plies played from there
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
    /// Plays each opening once, not in all rotations of the seats
    #[arg(long)]
    no_rotation: bool,
    /// Feeds everything random [default: drawn afresh]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Games at a time
    #[arg(short, long, value_name = "N")]
    concurrency: Option<usize>,
    /// Plays part K of N
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Runs 'self' inside this process, not as a child
    #[arg(long)]
    in_process: bool,
    /// Milliseconds past a time limit that are forgiven [default: 20]
    #[arg(long, value_name = "MS")]
    margin: Option<u64>,
    /// What follows a late move: loss, pv (the last reported move) or random
    #[arg(long, value_parser = word::<Overrun>)]
    overrun: Option<Overrun>,
    /// What follows a fault: restart (the engine) or stop (the event)
    #[arg(long, value_parser = word::<OnFault>)]
    fault: Option<OnFault>,
    /// Milliseconds to wait for an answer that should come at once [default: 10000]
    #[arg(long, value_name = "MS")]
    patience: Option<u64>,
    /// Milliseconds to wait for a move that no time limits [default: 60000]
    #[arg(long, value_name = "MS")]
    think: Option<u64>,
    /// Calls a draw after so many plies within so many centipoints, not before ply FROM
    #[arg(long, value_name = "PLIES,SCORE[,FROM]")]
    draw: Option<String>,
    /// Calls a loss after so many moves at least so many centipoints behind, if the opponent agrees
    #[arg(long, value_name = "MOVES,SCORE")]
    resign: Option<String>,
    /// Ends games after so many plies; points decide
    #[arg(long, value_name = "N")]
    max_plies: Option<usize>,
    /// Stops as soon as the test decides between two differences
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// What those differences mean: normalized or logistic
    #[arg(long, value_parser = word::<EloModel>, requires = "sprt")]
    elo_model: Option<EloModel>,
    /// The journal to write [default: match-SEED.jsonl]
    #[arg(short, long, value_name = "FILE", conflicts_with = "resume")]
    journal: Option<PathBuf>,
    /// Writes no journal
    #[arg(long, conflicts_with_all = ["journal", "resume"])]
    no_journal: bool,
    /// Goes on with the event of a journal
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Shows which games would be played, and plays none
    #[arg(long)]
    dry_run: bool,
    /// Shows no live line
    #[arg(short, long)]
    quiet: bool,
}

/// Computes tables and ratings from journals.
#[derive(Args, Debug)]
pub(super) struct Rate {
    /// Journals of one event, or of its shards
    #[arg(required = true)]
    journals: Vec<PathBuf>,
}

/// Plays the games of a journal again, by the rules, and reports the first difference.
#[derive(Args, Debug)]
pub(super) struct Replay {
    /// The journal
    journal: PathBuf,
    /// Asks the engines for their moves again, too (limits of depth or nodes only)
    #[arg(long)]
    engines: bool,
}

/// Checks whether an engine keeps the protocol, step by step, in every game it offers.
#[derive(Args, Debug)]
pub(super) struct Check {
    /// The engine: a command line, or 'self'
    engine: EngineSpec,
}

/// Writes a journal as text, CSV or SVG.
#[derive(Args, Debug)]
pub(super) struct Export {
    /// The journal
    journal: PathBuf,
    /// text, csv or svg
    #[arg(short, long, default_value = "text", value_parser = ["text", "csv", "svg"])]
    format: String,
    /// Draws the evaluation curve of this game, not the ratings (svg)
    #[arg(short, long, value_name = "NUMBER")]
    number: Option<u64>,
    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Reads a word the way event files spell it.
fn word<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let value = serde_json::Value::String(text.to_owned());
    // The message lists the words there are.
    serde_json::from_value(value).map_err(|error| error.to_string())
}

/// Reads numbers separated by commas.
fn numbers<T: std::str::FromStr>(
    name: &str,
    text: &str,
    count: std::ops::RangeInclusive<usize>,
) -> anyhow::Result<Vec<T>> {
    let numbers: Result<Vec<T>, _> = text.split(',').map(|word| word.trim().parse()).collect();
    match numbers {
        Ok(numbers) if count.contains(&numbers.len()) => Ok(numbers),
        _ => {
            Err(anyhow!("{name} takes {} to {} numbers separated by commas, not '{text}'", count.start(), count.end()))
        }
    }
}

/// Holds a match or a tournament.
pub(super) fn hold(arguments: &Match) -> anyhow::Result<ExitCode> {
    let mut done: Vec<Record> = Vec::new();
    let (event, journal, path) = if let Some(path) = &arguments.resume {
        if arguments.dry_run {
            let (head, _) = journal::read(path, &mut |record| done.push(record))?;
            (head.event, None, None)
        } else {
            let (journal, head) = Journal::resume(path, &mut |record| done.push(record))?;
            let mut event = head.event;
            event.concurrency = arguments.concurrency.unwrap_or(event.concurrency);
            (event, Some(journal), Some(path.clone()))
        }
    } else {
        let event = describe(arguments)?;
        let path = arguments.journal.clone().unwrap_or_else(|| format!("match-{}.jsonl", event.seed).into());
        (event, None, (!arguments.no_journal && !arguments.dry_run).then_some(path))
    };
    let is_new = arguments.resume.is_none();
    let mut run = Run::new(event.clone(), journal, done)?;
    run.set_quiet(arguments.quiet);
    if arguments.dry_run {
        return rehearse(&event, &mut run);
    }
    if let Some(path) = path.as_ref().filter(|_| is_new) {
        if path.exists() {
            bail!("{} exists already; to go on with it: {}", path.display(), resume_command(path));
        }
        run.set_journal(Journal::create(path, &Head::new(event.clone()))?);
    }
    run.heed_signals()?;
    let end = match run.hold() {
        Err(RunError::Engine(text)) => {
            let _ = writeln!(std::io::stderr(), "ludion: {text}");
            return Ok(ExitCode::from(1));
        }
        end => end?,
    };
    let mut out = std::io::stdout();
    // Nobody may be reading.
    let _ = write!(out, "{}", tables::report(&event, run.standings()));
    if let Some(path) = &path {
        let _ = match end {
            End::Complete | End::Decided => writeln!(std::io::stderr(), "journal: {}", path.display()),
            End::Interrupted => writeln!(std::io::stderr(), "interrupted; to go on: {}", resume_command(path)),
            End::Stopped => writeln!(std::io::stderr(), "stopped by a fault; to go on: {}", resume_command(path)),
        };
    }
    let clean = matches!(end, End::Complete | End::Decided)
        && run.standings().engines.iter().all(|tally| tally.faults.is_empty());
    Ok(ExitCode::from(u8::from(!clean)))
}

fn resume_command(path: &Path) -> String {
    format!("ludion match --resume {}", shell_words::quote(&path.display().to_string()))
}

fn rehearse(event: &Event, run: &mut Run) -> anyhow::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    run.rehearsal(&mut |fixture, opening| {
        let names: Vec<&str> = fixture.seating.iter().map(|&engine| event.engines[engine].name.as_str()).collect();
        let game = &event.boards[fixture.board].name;
        let (number, round, seed) = (fixture.number, fixture.round, fixture.seed);
        // Nobody may be reading.
        let _ = writeln!(out, "{number} round {round} {game}: {} seed {seed} {opening}", names.join(" - "));
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The event that file and options describe together.
fn describe(arguments: &Match) -> anyhow::Result<Event> {
    let mut event: Event = match &arguments.event {
        Some(path) => {
            let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
            toml::from_str(&text).with_context(|| path.display().to_string())?
        }
        None => toml::from_str("")?,
    };
    event.engines.extend(arguments.engines.iter().cloned());
    for name in &arguments.games_played {
        event.boards.push(BoardSpec::new(name));
    }
    for board in &mut event.boards {
        for rule in &arguments.rules {
            let (name, value) = rule.split_once('=').context("--rule takes NAME=VALUE")?;
            board.rules.insert(name.to_owned(), Setting::Text(value.to_owned()));
        }
        board.seats = arguments.seats.or(board.seats);
        board.openings = arguments.openings.clone().or(board.openings.take());
        board.plies = arguments.plies.or(board.plies);
        board.shuffle |= arguments.shuffle;
        board.rotate &= !arguments.no_rotation;
    }
    for engine in &mut event.engines {
        engine.in_process |= arguments.in_process && engine.is_self();
    }
    overrule(&mut event, arguments)?;
    event.complete()?;
    Ok(event)
}

fn overrule(event: &mut Event, arguments: &Match) -> anyhow::Result<()> {
    event.kind = arguments.kind.unwrap_or(event.kind);
    event.games = arguments.games.unwrap_or(event.games);
    event.rounds = arguments.rounds.or(event.rounds);
    event.seed = arguments.seed.unwrap_or(event.seed);
    event.concurrency = arguments.concurrency.unwrap_or(event.concurrency);
    event.shard = arguments.shard.or(event.shard);
    let limits = &mut event.limits;
    limits.time = arguments.time.or(limits.time);
    limits.inc = arguments.inc.or(limits.inc);
    limits.movetime = arguments.movetime.or(limits.movetime);
    limits.depth = arguments.depth.or(limits.depth);
    limits.nodes = arguments.nodes.or(limits.nodes);
    let conduct = &mut event.conduct;
    conduct.margin = arguments.margin.unwrap_or(conduct.margin);
    conduct.overrun = arguments.overrun.unwrap_or(conduct.overrun);
    conduct.fault = arguments.fault.unwrap_or(conduct.fault);
    conduct.patience = arguments.patience.unwrap_or(conduct.patience);
    conduct.think = arguments.think.unwrap_or(conduct.think);
    let adjudicate = &mut event.adjudicate;
    if let Some(text) = &arguments.draw {
        let numbers: Vec<usize> = numbers("--draw", text, 2..=3)?;
        let score = i64::try_from(numbers[1])?;
        adjudicate.draw = Some(Quiet { plies: numbers[0], score, from: numbers.get(2).copied().unwrap_or(0) });
    }
    if let Some(text) = &arguments.resign {
        let numbers: Vec<usize> = numbers("--resign", text, 2..=2)?;
        adjudicate.resign = Some(Hopeless { moves: numbers[0], score: i64::try_from(numbers[1])?, agreed: true });
    }
    adjudicate.max_plies = arguments.max_plies.or(adjudicate.max_plies);
    if let Some(text) = &arguments.sprt {
        let numbers: Vec<f64> = numbers("--sprt", text, 2..=4)?;
        let error = |index: usize| numbers.get(index).copied().unwrap_or(0.05);
        let model = arguments.elo_model.unwrap_or_default();
        event.sprt = Some(Sprt { elo0: numbers[0], elo1: numbers[1], alpha: error(2), beta: error(3), model });
    }
    Ok(())
}

/// Prints the tables of journals.
pub(super) fn rate(arguments: &Rate) -> anyhow::Result<ExitCode> {
    let (event, standings) = journal::merge(&arguments.journals)?;
    // Nobody may be reading.
    let _ = write!(std::io::stdout(), "{}", tables::report(&event, &standings));
    Ok(ExitCode::SUCCESS)
}

/// Replays a journal.
pub(super) fn replay(arguments: &Replay) -> anyhow::Result<ExitCode> {
    let mut out = std::io::stdout();
    // Nobody may be reading.
    match replay::replay(&arguments.journal, arguments.engines)? {
        Ok(count) => {
            let _ = writeln!(out, "{count} games, no difference");
            Ok(ExitCode::SUCCESS)
        }
        Err(difference) => {
            let _ = writeln!(out, "{difference}");
            Ok(ExitCode::from(1))
        }
    }
}

/// Checks an engine.
pub(super) fn check(arguments: &Check) -> anyhow::Result<ExitCode> {
    let mut out = std::io::stdout();
    let (passed, failed) = check::check(&arguments.engine, &mut |step| {
        // Nobody may be reading.
        let _ = writeln!(out, "{step}");
    })?;
    let _ = writeln!(out, "{passed} passed, {failed} failed");
    Ok(ExitCode::from(u8::from(failed > 0)))
}

/// Exports a journal.
pub(super) fn export(arguments: &Export) -> anyhow::Result<ExitCode> {
    let path = &arguments.journal;
    let text = match (arguments.format.as_str(), arguments.number) {
        ("svg", Some(number)) => {
            let mut found = None;
            let (head, _) = journal::read(path, &mut |record| {
                if record.number == number {
                    found = Some(record);
                }
            })?;
            let record = found.with_context(|| format!("{} has no game {number}", path.display()))?;
            chart::game(&head.event, &record)
        }
        ("svg", None) => {
            let (event, standings) = journal::merge(&[path])?;
            chart::ratings(&event, &standings)
        }
        ("csv", _) => export::csv(path)?,
        _ => export::text(path)?,
    };
    match &arguments.output {
        Some(file) => std::fs::write(file, text).with_context(|| file.display().to_string())?,
        // Nobody may be reading.
        None => drop(write!(std::io::stdout(), "{text}")),
    }
    Ok(ExitCode::SUCCESS)
}
