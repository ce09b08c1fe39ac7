//! The record of an event: JSON lines, first the event itself, then one line for each finished game, written in one
//! piece and never changed. Resuming, rating, replaying and exporting all read it; there is no other record.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::engine::FaultKind;
use super::event::Event;
use super::schedule::Fixture;
use super::standings::Standings;

/// The version of the format.
const VERSION: u32 = 1;
/// How often what was written is forced onto the disk.
const SYNC: Duration = Duration::from_secs(1);

/// A journal that cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("{0}: {1}")]
    File(String, io::Error),
    /// A line is not what it should be.
    #[error("{file}:{line}: {text}")]
    Line {
        /// The file.
        file: String,
        /// The number of the line, from 1.
        line: u64,
        /// What is wrong.
        text: String,
    },
    /// The journal does not suit the event.
    #[error("{0}")]
    Foreign(String),
}

/// The first line of a journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Head {
    /// The version of the format.
    pub journal: u32,
    /// The program that wrote it.
    pub program: String,
    /// The whole event.
    pub event: Event,
}

impl Head {
    /// The head of a new journal.
    #[must_use]
    pub fn new(event: Event) -> Self {
        Self { journal: VERSION, program: concat!("Ludion ", env!("CARGO_PKG_VERSION")).to_owned(), event }
    }
}

/// One move of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Ply {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The seat that moved, from 1.
    pub seat: usize,
    /// Microseconds it took.
    pub us: u64,
    /// The depth the engine reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The value it reported, for the seat that moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// The nodes it reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Whether the engine came too late and the referee chose the move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
}

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// The rules.
    Rules,
    /// All values stayed close to zero.
    DrawAdjudicated,
    /// One engine's values stayed hopeless.
    LossAdjudicated,
    /// The game was long enough.
    MaxPlies,
    /// A person gave it up.
    Resigned,
    /// Nothing yet: a game of people that was saved.
    Unfinished,
    /// An engine's fault.
    #[serde(untagged)]
    Fault(FaultKind),
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// What ended it.
    pub by: Cause,
    /// The seat at fault, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// What happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The offending line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
}

/// One finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Its number in the event.
    pub number: u64,
    /// The round.
    pub round: u64,
    /// Games with the same number are rotations of one opening.
    pub set: u64,
    /// How many games belong to that set.
    pub set_size: usize,
    /// Which of the event's games, from 0.
    pub board: usize,
    /// The engine on each seat, from 0.
    pub seating: Vec<usize>,
    /// Their names.
    pub names: Vec<String>,
    /// The number of the opening.
    pub opening: u64,
    /// The seed; seat N was given the N-th number from it on.
    pub seed: u64,
    /// The position at the beginning; nothing for the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves of the opening.
    pub lead: Vec<String>,
    /// The moves of the engines.
    pub moves: Vec<Ply>,
    /// The position at the end.
    pub end: String,
    /// Points per seat.
    pub points: Vec<i64>,
    /// Places per seat.
    pub ranks: Vec<u8>,
    /// What ended the game.
    pub ending: Ending,
    /// Milliseconds the game took.
    pub ms: u64,
}

impl Record {
    /// What a seat has earned, in twelfths: 12 for a place before all others, ties shared.
    #[must_use]
    pub fn twelfths(&self, seat: usize) -> u8 {
        let Some(own) = self.ranks.get(seat) else { return 0 };
        let others = self.ranks.iter().enumerate().filter(|(other, _)| *other != seat).map(|(_, rank)| rank);
        let halves: u8 = others.map(|rank| u8::from(rank > own) + u8::from(rank >= own)).sum();
        let most = u8::try_from(2 * (self.ranks.len().saturating_sub(1)).max(1)).unwrap_or(2);
        halves * (12 / most)
    }

    /// A seat's points minus the best of the others; `None` where a fault or a word ended the game, or nothing yet.
    #[must_use]
    pub fn margin(&self, seat: usize) -> Option<i64> {
        if matches!(self.ending.by, Cause::Fault(_) | Cause::Resigned | Cause::Unfinished) {
            return None;
        }
        let others = self.points.iter().enumerate().filter(|(other, _)| *other != seat).map(|(_, points)| *points);
        Some(self.points.get(seat)? - others.max()?)
    }

    /// Whether this is the game that the plan asks for.
    #[must_use]
    pub fn fits(&self, fixture: &Fixture) -> bool {
        let own = (self.number, self.round, self.set, self.board, &self.seating, self.opening, self.seed);
        let f = fixture;
        own == (f.number, f.round, f.set, f.board, &f.seating, f.opening, f.seed)
    }
}

/// A journal that grows.
pub struct Journal {
    file: File,
    name: String,
    synced: Instant,
}

impl Journal {
    /// Begins a new journal.
    ///
    /// # Errors
    /// If the file exists already or cannot be written.
    pub fn create(path: &Path, head: &Head) -> Result<Self, JournalError> {
        let name = path.display().to_string();
        let file = OpenOptions::new().create_new(true).append(true).open(path);
        let file = file.map_err(|error| JournalError::File(name.clone(), error))?;
        let mut journal = Self { file, name, synced: Instant::now() };
        journal.line(head)?;
        Ok(journal)
    }

    /// Opens a journal to go on with; a last line that was cut off is dropped.
    ///
    /// # Errors
    /// If the file cannot be read or is no journal.
    pub fn resume(path: &Path, take: &mut dyn FnMut(Record)) -> Result<(Self, Head), JournalError> {
        let (head, whole) = read(path, take)?;
        let name = path.display().to_string();
        let failed = |error| JournalError::File(name.clone(), error);
        let mut file = OpenOptions::new().write(true).open(path).map_err(failed)?;
        file.set_len(whole).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok((Self { file, name: name.clone(), synced: Instant::now() }, head))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, record: &Record) -> Result<(), JournalError> {
        self.line(record)?;
        if self.synced.elapsed() > SYNC {
            self.sync();
        }
        Ok(())
    }

    /// Forces everything onto the disk, where the file is on one.
    pub fn sync(&mut self) {
        if let Err(error) = self.file.sync_data() {
            log::debug!("{}: {error}", self.name);
        }
        self.synced = Instant::now();
    }

    fn line(&mut self, value: &impl Serialize) -> Result<(), JournalError> {
        let failed = |error| JournalError::File(self.name.clone(), error);
        let mut line = serde_json::to_vec(value).map_err(|error| failed(error.into()))?;
        line.push(b'\n');
        // One write: a reader, or a sudden end, finds whole lines or a last one that is visibly torn.
        self.file.write_all(&line).map_err(failed)
    }
}

/// Reads a journal record by record; returns its head and the length of its whole lines.
///
/// # Errors
/// If the file cannot be read, or a line of it is no record. A last line without an end is passed over.
pub fn read(path: &Path, take: &mut dyn FnMut(Record)) -> Result<(Head, u64), JournalError> {
    let name = path.display().to_string();
    let failed = |error| JournalError::File(name.clone(), error);
    let mut input = BufReader::with_capacity(1 << 16, File::open(path).map_err(failed)?);
    let mut head: Option<Head> = None;
    let mut whole = 0;
    let mut buffer = Vec::new();
    for number in 1.. {
        buffer.clear();
        let length = input.read_until(b'\n', &mut buffer).map_err(failed)?;
        if buffer.last() != Some(&b'\n') {
            break;
        }
        whole += length as u64;
        let bad = |text: String| JournalError::Line { file: name.clone(), line: number, text };
        match &head {
            None => {
                head = Some(parse_head(&buffer).map_err(bad)?);
            }
            Some(head) => {
                let record: Record =
                    serde_json::from_slice(&buffer).map_err(|error| bad(format!("this is no record: {error}")))?;
                check(&record, &head.event).map_err(bad)?;
                take(record);
            }
        }
    }
    let empty = || JournalError::Line { file: name.clone(), line: 1, text: "this is no journal".to_owned() };
    Ok((head.ok_or_else(empty)?, whole))
}

/// The event of a journal.
///
/// # Errors
/// If the file cannot be read or is no journal.
pub fn head(path: &Path) -> Result<Head, JournalError> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| JournalError::File(name.clone(), error))?;
    let mut line = Vec::new();
    BufReader::new(file).read_until(b'\n', &mut line).map_err(|error| JournalError::File(name.clone(), error))?;
    parse_head(&line).map_err(|text| JournalError::Line { file: name, line: 1, text })
}

fn parse_head(line: &[u8]) -> Result<Head, String> {
    let mut head: Head = serde_json::from_slice(line).map_err(|error| format!("this is no journal: {error}"))?;
    head.event.complete().map_err(|error| format!("this is no journal of an event: {error}"))?;
    match head.journal {
        VERSION => Ok(head),
        other => Err(format!("journals of version {other} cannot be read")),
    }
}

/// The event and the results of journals that belong together. A game recorded twice counts once.
///
/// # Errors
/// If a journal cannot be read, or they are of different events.
pub fn merge<P: AsRef<Path>>(paths: &[P]) -> Result<(Event, Standings), JournalError> {
    let first = paths.first().ok_or_else(|| JournalError::Foreign("there is no journal".to_owned()))?;
    let event = head(first.as_ref())?.event;
    let mut standings = Standings::new(&event);
    let mut seen = HashSet::new();
    for path in paths.iter().map(AsRef::as_ref) {
        if !head(path)?.event.is_same(&event) {
            return Err(JournalError::Foreign(format!("{} is of another event", path.display())));
        }
        read(path, &mut |record| {
            if seen.insert(record.number) {
                standings.add(&record);
            }
        })?;
    }
    Ok((event, standings))
}

/// Whether a record can belong to an event at all.
fn check(record: &Record, event: &Event) -> Result<(), String> {
    let seats = record.seating.len();
    if record.board >= event.boards.len() || record.seating.iter().any(|&engine| engine >= event.engines.len()) {
        return Err("the record names a game or an engine that the event does not have".to_owned());
    }
    if !(1..=crate::game::MAX_SEATS).contains(&seats)
        || record.ranks.len() != seats
        || record.points.len() != seats
        || record.ending.seat.is_some_and(|seat| !(1..=seats).contains(&seat))
        || record.moves.iter().any(|ply| !(1..=seats).contains(&ply.seat))
    {
        return Err("the record does not agree with itself about the seats".to_owned());
    }
    Ok(())
}
