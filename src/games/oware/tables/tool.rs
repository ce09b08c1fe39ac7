//! The command `tables`: builds files of large tables and tells what a table says about a position.

use std::io::{IsTerminal as _, Write as _, stderr, stdout};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context as _, anyhow, bail};
use clap::{Arg, ArgMatches, Command, value_parser};

use super::file::{self, Draft};
use super::index::{MOST_SEEDS, count};
use super::{Cycles, Kind, shelf};
use crate::game::{MoveList, Notation as _, Position as _, Style};
use crate::games::oware::{Oware, Rules};
use crate::option::Settings;
use crate::register::Tool;

/// The command as the register knows it.
pub(in super::super) const TOOL: Tool =
    Tool { name: "tables", about: "Builds endgame tables, or tells what they say", command, run };

fn command() -> Command {
    let rules = Arg::new("rules").long("rules").value_name("RULES").default_value("abapa");
    let folder = Arg::new("path").long("path").value_name("FOLDER").value_parser(value_parser!(PathBuf));
    let seeds = Arg::new("seeds").long("seeds").value_name("N").default_value("19");
    let threads = Arg::new("threads").long("threads").value_name("N").default_value("2");
    let build = Command::new("build")
        .about("Builds the file of all positions up to so many seeds; goes on where an earlier build stopped")
        .arg(seeds.value_parser(value_parser!(u8).range(1..=i64::from(MOST_SEEDS))).help("The most seeds on the board"))
        .arg(threads.value_parser(value_parser!(u8).range(1..=64)).help("Threads to work with"))
        .arg(folder.clone().help("Where to put the file [default: the folder in which the engine looks]"));
    let probe = Command::new("probe")
        .about("Tells the least and the most the seat to move gains over the other, and for each move")
        .arg(Arg::new("position").required(true).help("A position text"))
        .arg(folder.help("Where the file is [default: the folder in which the engine looks]"));
    let about = "The rules by name: abapa, ia02 or awari; or options such as GrandSlam=capture,Repetition=split";
    Command::new("tables").subcommand_required(true).arg(rules.help(about).global(true)).subcommands([build, probe])
}

fn run(matches: &ArgMatches) -> anyhow::Result<()> {
    match matches.subcommand() {
        Some(("build", matches)) => build(matches),
        Some(("probe", matches)) => probe(matches),
        _ => bail!("expected build or probe"),
    }
}

fn rules(matches: &ArgMatches) -> anyhow::Result<Rules> {
    let mut settings = Settings::new(&super::super::rules::OPTIONS);
    let words = matches.get_one::<String>("rules").map_or("", String::as_str);
    for word in words.split(',').filter(|word| !word.is_empty()) {
        let (name, value) = word.split_once('=').unwrap_or(("OwareRules", word));
        if !settings.set(name, value).context("--rules")? {
            bail!("--rules: there is no option '{name}'");
        }
    }
    Ok(Rules::new(&settings)?)
}

fn folder(matches: &ArgMatches) -> anyhow::Result<PathBuf> {
    let given = matches.get_one::<PathBuf>("path").cloned();
    given.or_else(shelf::usual_folder).ok_or_else(|| anyhow!("no folder for data is known here: give --path"))
}

/// Megabytes, rounded up.
fn megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(1_000_000)
}

fn build(matches: &ArgMatches) -> anyhow::Result<()> {
    let kind = Kind::of(rules(matches)?);
    let seeds = matches.get_one::<u8>("seeds").copied().unwrap_or(1);
    let threads = usize::from(matches.get_one::<u8>("threads").copied().unwrap_or(1));
    let folder = folder(matches)?;
    let began = Instant::now();
    // What is worked out of a board: three bytes and those that wait their turn, or all that its moves lead to.
    let bytes = if matches!(kind.cycles, Cycles::Limited(_)) { 28 } else { 4 };
    let memory = file::size(seeds) + bytes * count(seeds) as u64;
    // The work goes on even if nobody listens.
    let _ = writeln!(
        stdout(),
        "{} with up to {seeds} seeds: {} MB on disk, about {} MB of memory",
        folder.join(file::name(kind)).display(),
        megabytes(file::size(seeds)),
        megabytes(memory)
    );
    let (mut draft, mut levels) = Draft::open(&folder, kind).with_context(|| folder.display().to_string())?;
    if levels.seeds() > 0 {
        let _ = writeln!(stdout(), "{} seeds are already there", levels.seeds());
    }
    while levels.seeds() < seeds {
        let next = levels.seeds() + 1;
        if stderr().is_terminal() {
            let done = 100 * file::size(next - 1) / file::size(seeds);
            eprint!("\r{next} of {seeds} seeds, {done} % done, {} s ", began.elapsed().as_secs());
        }
        levels.grow(threads);
        draft.add(&levels.codes[usize::from(next)])?;
    }
    if stderr().is_terminal() {
        eprintln!();
    }
    // An earlier file may already have held more.
    let path = draft.finish(levels.seeds())?;
    let _ = writeln!(stdout(), "{} is complete after {:.1} s", path.display(), began.elapsed().as_secs_f64());
    Ok(())
}

fn probe(matches: &ArgMatches) -> anyhow::Result<()> {
    let rules = rules(matches)?;
    let kind = Kind::of(rules);
    let text = matches.get_one::<String>("position").map_or("", String::as_str);
    let position = Oware::parse(text, &rules)?;
    let seeds = position.board().seeds();
    let path = folder(matches)?.join(file::name(kind));
    let tables = if path.exists() { Some(file::load(&path, kind)) } else { None };
    let tables = match tables.transpose().with_context(|| path.display().to_string())? {
        Some(levels) if levels.seeds() >= seeds => super::Tables { levels, trouble: None },
        // Up to here it takes no longer than reading a file.
        _ if seeds <= 14 => super::Tables::build(kind, seeds, 2),
        _ => bail!(
            "there is no table of {seeds} seeds; build one with: ludion tables build --game oware --seeds {seeds}"
        ),
    };
    let show = |least: i32, most: i32| {
        if least == most { format!("{least}") } else { format!("{least} to {most}") }
    };
    let mut out = stdout().lock();
    if let Some((least, most)) = tables.probe(position.board()) {
        writeln!(out, "value: {}", show(least.into(), most.into()))?;
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    // A limited game is known right after a capture only.
    let is_known = |captured: u8| captured > 0 || !matches!(kind.cycles, Cycles::Limited(_));
    for &mv in moves.iter().filter(|mv| is_known(position.captured_by(**mv))) {
        let captured = i32::from(position.captured_by(mv));
        let mut next = position;
        next.play(mv);
        if let Some((least, most)) = tables.probe(next.board()) {
            let worth = show(captured - i32::from(most), captured - i32::from(least));
            writeln!(out, "{}: {worth}", position.move_text(mv, Style::Own))?;
        }
    }
    Ok(())
}
