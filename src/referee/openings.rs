//! Where games begin: the start position, drawn set-ups or lines of a file, followed by random plies if wanted.
//!
//! The same event, board and number give the same opening everywhere.

use super::event::{BoardSpec, EventError};
use super::schedule::derive;
use crate::option::quoted;
use crate::protocol::{Base, Command};
use crate::random::Rng;
use crate::register::{self, Choice};
use crate::session::Board;

/// Random plies from the start position, unless the event says otherwise.
const DEFAULT_PLIES: usize = 4;
/// How often a line of random plies that ended the game is drawn again.
const ATTEMPTS: u64 = 1000;

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The position text; `None` for the start position.
    pub start: Option<String>,
    /// The moves played from there.
    pub lead: Vec<String>,
}

#[derive(Clone, Debug)]
enum Source {
    Start,
    Setup,
    Lines(Vec<(Base, String)>),
}

/// The openings of one game of an event.
#[derive(Clone, Debug)]
pub struct Openings {
    source: Source,
    plies: usize,
    seed: u64,
}

/// Chooses the game of a board, with as many seats as wanted, and opens it.
///
/// # Errors
/// If there is no such game, or its rules do not allow that.
pub fn open(spec: &BoardSpec) -> Result<(Choice, Box<dyn Board>), EventError> {
    let mut rules: Vec<(String, String)> =
        spec.rules.iter().map(|(name, value)| (name.clone(), value.to_string())).collect();
    let choose = |rules: &[(String, String)]| -> Result<(Choice, Box<dyn Board>), EventError> {
        let choice = register::choose(&spec.name, rules).map_err(|refusal| EventError(refusal.text))?;
        let board =
            (choice.game.open)(&choice.settings, choice.style).map_err(|error| EventError(error.to_string()))?;
        Ok((choice, board))
    };
    let (choice, board) = choose(&rules)?;
    let Some(seats) = spec.seats.filter(|&seats| seats != board.seats()) else { return Ok((choice, board)) };
    rules.push(("Players".to_owned(), seats.to_string()));
    match choose(&rules) {
        Ok((choice, board)) if board.seats() == seats => Ok((choice, board)),
        _ => Err(EventError(format!("{} cannot be played by {seats}", choice.name))),
    }
}

impl Openings {
    /// The openings a board asks for; files are read and every line of them is tried.
    ///
    /// # Errors
    /// If a file cannot be read, or the game does not accept a line of it.
    pub fn new(spec: &BoardSpec, board: &mut dyn Board, index: usize, seed: u64) -> Result<Self, EventError> {
        let seed = derive(seed, &[2, index as u64]);
        let draws = board.set(&Base::Drawn(Some(1)), 1, "").is_ok();
        let source = match spec.openings.as_deref() {
            Some("setup") if !draws => {
                return Err(EventError(format!("{} has no set-ups to draw", spec.name)));
            }
            Some("setup") => Source::Setup,
            None if draws => Source::Setup,
            Some("start") | None => Source::Start,
            Some(file) => {
                let mut lines = read_lines(file, board)?;
                if spec.shuffle {
                    Rng::new(derive(seed, &[3])).shuffle(&mut lines);
                }
                Source::Lines(lines)
            }
        };
        let default = if spec.openings.is_none() && !draws { DEFAULT_PLIES } else { 0 };
        Ok(Self { source, plies: spec.plies.unwrap_or(default), seed })
    }

    /// Sets an opening up on the board, and tells it.
    ///
    /// # Errors
    /// If no game lasts as long as the random plies that are wanted.
    pub fn set_up(&self, board: &mut dyn Board, number: u64) -> Result<Opening, EventError> {
        let refused = |error: crate::protocol::Refusal| EventError(error.text);
        for attempt in 0..ATTEMPTS {
            let mut rng = Rng::new(derive(self.seed, &[number, attempt]));
            let (base, moves) = match &self.source {
                Source::Start => (Base::Start, ""),
                Source::Setup => (Base::Drawn(Some(rng.bits() >> 16)), ""),
                Source::Lines(lines) => {
                    let line = &lines[usize::try_from(number % lines.len() as u64).unwrap_or(0)];
                    (line.0.clone(), line.1.as_str())
                }
            };
            board.set(&base, 1, "").map_err(refused)?;
            let start = (base != Base::Start).then(|| board.text());
            let mut lead = Vec::new();
            for word in moves.split_whitespace() {
                // Several moves may be written as one word; such a word is kept as it is.
                let word = board.spell(word).unwrap_or_else(|_| word.to_owned());
                board.play(&word).map_err(refused)?;
                lead.push(word);
            }
            for _ in 0..self.plies {
                let mut legal = board.moves();
                if legal.is_empty() {
                    break;
                }
                let mv = legal.swap_remove(rng.below(legal.len()));
                board.play(&mv).map_err(refused)?;
                lead.push(mv);
            }
            if board.outcome().is_none() {
                return Ok(Opening { start, lead });
            }
        }
        Err(EventError(format!("no game lasts {} random plies: choose fewer", self.plies)))
    }
}

/// Reads a file of positions: each line what could stand after `position`, a position text or a list of moves.
fn read_lines(file: &str, board: &mut dyn Board) -> Result<Vec<(Base, String)>, EventError> {
    let text = std::fs::read_to_string(file).map_err(|error| EventError(format!("{file}: {error}")))?;
    let mut lines = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let found = ["", "fen ", "moves "].into_iter().find_map(|prefix| {
            let Ok(Some(Command::Position { base, moves })) = Command::parse(&format!("position {prefix}{line}"))
            else {
                return None;
            };
            board.set(&base, 1, &moves).is_ok().then_some((base, moves))
        });
        let Some(found) = found else {
            let text =
                format!("{file}:{}: {} is no position of this game and no list of moves", number + 1, quoted(line));
            return Err(EventError(text));
        };
        if board.outcome().is_some() {
            return Err(EventError(format!("{file}:{}: the game is over there", number + 1)));
        }
        lines.push(found);
    }
    if lines.is_empty() {
        return Err(EventError(format!("{file} holds no opening")));
    }
    Ok(lines)
}
