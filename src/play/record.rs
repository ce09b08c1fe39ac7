//! Saved games are journals of the referee with one record, so that its tools can replay and export them.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::holder::{Holder, named};
use super::plan::Plan;
use super::round::Round;
use crate::assistant::Language;
use crate::game::Outcome;
use crate::referee::entrant::{EngineSpec, Limits, Protocol, Setting};
use crate::referee::event::{Adjudicate, BoardSpec, Conduct, Event, Kind};
use crate::referee::journal::{self, Cause, Ending, Head, Journal, JournalError, Record};
use crate::referee::openings;
use crate::register::Choice;
use crate::session::DEFAULT_MOVETIME;
use crate::telling::Saying;
use crate::whole;

/// What events are called that are one game of people.
const NAME: &str = "play";
/// The command that stands for a person.
const HUMAN: &str = "human";

/// Whether a file may be written over: there is none, or it is a saved game.
pub(super) fn may_write(path: &Path) -> bool {
    !path.exists() || journal::head(path).is_ok_and(|head| head.event.name == NAME)
}

/// Saves a game in a file, in one piece.
///
/// # Errors
/// If the file cannot be written.
pub(super) fn save(round: &Round, unfinished: &str, path: &Path) -> Result<(), JournalError> {
    let failed = |error| JournalError::File(path.display().to_string(), error);
    let part = whole::unfinished(path);
    if part.exists() {
        fs::remove_file(&part).map_err(failed)?;
    }
    let mut event = event(round);
    event.complete().map_err(|error| JournalError::Foreign(error.to_string()))?;
    let names = event.engines.iter().map(|engine| engine.name.clone()).collect();
    let mut journal = Journal::create(&part, &Head::new(event))?;
    journal.add(&record(round, names, unfinished))?;
    journal.sync();
    fs::rename(&part, path).map_err(failed)
}

fn event(round: &Round) -> Event {
    let movetime = u64::try_from(DEFAULT_MOVETIME.as_millis()).ok();
    Event {
        name: NAME.to_owned(),
        kind: Kind::default(),
        games: 1,
        rounds: None,
        seed: round.seed,
        concurrency: 1,
        shard: None,
        limits: Limits { movetime, ..Limits::default() },
        conduct: Conduct::default(),
        adjudicate: Adjudicate::default(),
        sprt: None,
        boards: vec![board_spec(&round.plan.choice)],
        engines: round.plan.holders.iter().map(engine_spec).collect(),
    }
}

/// The game with the rule options that differ from their defaults.
fn board_spec(choice: &Choice) -> BoardSpec {
    let changed = choice.settings.iter().filter(|(spec, value)| spec.default_value() != *value);
    let rules = changed.map(|(spec, value)| (spec.name.to_owned(), Setting::Text(value.to_owned()))).collect();
    BoardSpec { rules, ..BoardSpec::new(choice.name) }
}

fn engine_spec(holder: &Holder) -> EngineSpec {
    let mut options = BTreeMap::new();
    let mut name = HUMAN.to_owned();
    if let Holder::Machine { player, level } = holder {
        if let Some(player) = player {
            options.insert("Search".to_owned(), Setting::Text(player.clone()));
        }
        if let Some(level) = level {
            options.insert("SkillLevel".to_owned(), Setting::Number(i64::from(*level)));
        }
        let strength = level.map(|level| named(level).map_or_else(|| level.to_string(), ToOwned::to_owned));
        let words: Vec<String> = player.iter().cloned().chain(strength).collect();
        name = if words.is_empty() { "master".to_owned() } else { words.join(":") };
    }
    let command = if holder.is_human() { HUMAN } else { "self" }.to_owned();
    EngineSpec {
        name,
        command,
        args: Vec::new(),
        dir: None,
        protocol: Protocol::default(),
        in_process: false,
        options,
        limits: Limits::default(),
    }
}

fn record(round: &Round, names: Vec<String>, unfinished: &str) -> Record {
    let board = &round.board;
    let outcome = round.outcome().unwrap_or_else(|| Outcome::by_points(&board.points()));
    let (by, text) = match (round.resigned, board.outcome()) {
        (Some(_), _) => (Cause::Resigned, None),
        (None, Some(_)) => (Cause::Rules, None),
        (None, None) => (Cause::Unfinished, Some(unfinished.to_owned())),
    };
    Record {
        number: 1,
        round: 1,
        set: 1,
        set_size: 1,
        board: 0,
        seating: (0..board.seats()).collect(),
        names,
        opening: 1,
        seed: round.seed,
        start: round.start.clone(),
        lead: Vec::new(),
        moves: round.plies.clone(),
        end: board.text(),
        points: outcome.points().iter().map(|&points| i64::from(points)).collect(),
        ranks: outcome.ranks().to_vec(),
        ending: Ending { by, seat: round.resigned.map(crate::game::Seat::number), text, line: None },
        ms: u64::try_from(round.begun.elapsed().as_millis()).unwrap_or(u64::MAX),
    }
}

/// Reads the last game of a journal, `None` if it holds none. Seats that neither a person nor this program played are
/// given to people.
///
/// # Errors
/// If the file cannot be read, or its game cannot be played again.
pub(super) fn load(path: &Path, language: Language) -> Result<Option<Round>, Saying> {
    let mut last = None;
    let (head, _) = journal::read(path, &mut |record| last = Some(record)).map_err(|error| trouble(path, &error))?;
    let Some(record) = last else { return Ok(None) };
    let unfit = |reason: String| about(path, "load-failed").with("reason", reason);
    let told = |error: anyhow::Error| unfit(error.to_string());
    let (choice, board) = openings::open(&head.event.boards[record.board]).map_err(|error| told(error.into()))?;
    if board.seats() != record.seating.len() {
        return Err(unfit(format!("{} seats do not suit the game", record.seating.len())));
    }
    let book = super::plan::book_of(&choice, language).map_err(|error| told(error.into()))?;
    let holder = |&engine: &usize| {
        let spec = &head.event.engines[engine];
        let option = |name: &str| spec.options.get(name).map(ToString::to_string);
        match (spec.is_self(), option("Search"), option("SkillLevel")) {
            (false, ..) => Ok(Holder::Human),
            (true, None, None) => Ok(Holder::Machine { player: None, level: None }),
            (true, Some(player), Some(level)) => Holder::read(&format!("{player}:{level}"), board.as_ref(), &book),
            (true, player, level) => Holder::read(&player.or(level).unwrap_or_default(), board.as_ref(), &book),
        }
    };
    let holders =
        record.seating.iter().map(holder).collect::<Result<Vec<_>, _>>().map_err(|error| told(error.into()))?;
    let refused = |refusal: crate::protocol::Refusal| unfit(refusal.text);
    let mut round = Round::new(Plan { choice, holders }, record.seed).map_err(refused)?;
    let moves: Vec<String> = record.lead.into_iter().chain(record.moves.into_iter().map(|ply| ply.mv)).collect();
    round.set(record.start, &moves).map_err(refused)?;
    if record.ending.by == Cause::Resigned {
        round.resigned = record.ending.seat.map(|seat| crate::game::Seat::new(seat - 1));
    }
    Ok(Some(round))
}

/// What to tell a person whose file could not be read or written.
pub(super) fn trouble(path: &Path, error: &JournalError) -> Saying {
    match error {
        JournalError::File(_, error) => match error.kind() {
            ErrorKind::NotFound => about(path, "file-missing"),
            ErrorKind::PermissionDenied => about(path, "file-denied"),
            _ => about(path, "file-failed").with("reason", error.to_string()),
        },
        JournalError::Line { line, .. } => about(path, "load-foreign").with("n", line.to_string()),
        JournalError::Foreign(reason) => about(path, "load-failed").with("reason", reason.clone()),
    }
}

fn about(path: &Path, id: &'static str) -> Saying {
    Saying::new(id).with("file", path.display().to_string())
}
