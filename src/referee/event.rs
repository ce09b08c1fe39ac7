//! An event as one value: who plays what, how long, how often, and what decides early. Read from TOML or built from the
//! command line; written whole into the head of the journal, so that a journal can be resumed, replayed and merged.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::entrant::{EngineSpec, Limits, Protocol, Setting};
use crate::option::quoted;

/// An event that cannot be held as it is described.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct EventError(pub(super) String);

impl EventError {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

/// A whole event.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Event {
    /// What the event is called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Who meets whom.
    #[serde(default)]
    pub kind: Kind,
    /// Games of each group of opponents, rounded up to whole rotations of the seats.
    #[serde(default = "default_games")]
    pub games: u64,
    /// Rounds of a Swiss event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u64>,
    /// Feeds everything random; 0 draws one at the start.
    #[serde(default)]
    pub seed: u64,
    /// Games at a time.
    #[serde(default = "one")]
    pub concurrency: usize,
    /// The part of the event to play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The limits of every engine that has none of its own.
    #[serde(default)]
    pub limits: Limits,
    /// What happens to engines that fail or come late.
    #[serde(default)]
    pub conduct: Conduct,
    /// When a game ends before the rules end it.
    #[serde(default)]
    pub adjudicate: Adjudicate,
    /// When the event ends before all games are played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// The games that are played.
    #[serde(default, rename = "game")]
    pub boards: Vec<BoardSpec>,
    /// The engines, the strongest seed first.
    #[serde(default, rename = "engine")]
    pub engines: Vec<EngineSpec>,
}

fn default_games() -> u64 {
    100
}

fn one() -> usize {
    1
}

fn yes() -> bool {
    true
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Every group of engines that fills the seats.
    #[default]
    RoundRobin,
    /// The first engine against all others.
    Gauntlet,
    /// Rounds between engines of equal success that have not met.
    Swiss,
    /// The winner of every group goes on.
    Knockout,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Swiss => "swiss",
            Self::Knockout => "knockout",
        })
    }
}

/// One of several parts of an event that are played apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// Which part, from 1.
    pub part: u64,
    /// Of how many.
    pub of: u64,
}

impl std::str::FromStr for Shard {
    type Err = EventError;

    fn from_str(text: &str) -> Result<Self, EventError> {
        let parts = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((part, of)) if (1..=of).contains(&part) => Ok(Self { part, of }),
            _ => Err(EventError(format!("a shard is written K/N with K from 1 to N, not {}", quoted(text)))),
        }
    }
}

/// What happens to engines that fail or come late.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Conduct {
    /// Milliseconds past a time limit that are forgiven.
    pub margin: u64,
    /// What follows a move that comes later.
    pub overrun: Overrun,
    /// What follows a crash, a stall, an illegal move or a fault of protocol.
    pub fault: OnFault,
    /// Milliseconds to wait for an answer that should come at once.
    pub patience: u64,
    /// Milliseconds to wait for a move that no time limits.
    pub think: u64,
}

impl Default for Conduct {
    fn default() -> Self {
        Self { margin: 20, overrun: Overrun::Loss, fault: OnFault::Restart, patience: 10_000, think: 60_000 }
    }
}

/// What follows a move that comes too late.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Overrun {
    /// The game is lost.
    #[default]
    Loss,
    /// The first move of the last line the engine reported is played; a random legal one if it reported none.
    Pv,
    /// A random legal move is played.
    Random,
}

/// What follows a fault that lost a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnFault {
    /// The engine is started again for its next game.
    #[default]
    Restart,
    /// The event stops.
    Stop,
}

/// When a game ends before the rules end it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Adjudicate {
    /// A draw, when all reported values stay close to zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<Quiet>,
    /// A loss, when an engine's own values stay hopeless; two seats only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resign: Option<Hopeless>,
    /// The end after so many plies; points decide, where the game has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<usize>,
}

/// When a game is called a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Quiet {
    /// Not before so many plies.
    #[serde(default)]
    pub from: usize,
    /// So many plies running.
    pub plies: usize,
    /// Within so many centipoints of zero.
    pub score: i64,
}

/// When a game is called lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Hopeless {
    /// So many moves of the engine running.
    pub moves: usize,
    /// At least so many centipoints behind.
    pub score: i64,
    /// Whether the opponent's values must agree.
    #[serde(default = "yes")]
    pub agreed: bool,
}

/// A sequential probability ratio test between two engines.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Sprt {
    /// The difference of no interest.
    pub elo0: f64,
    /// The difference hoped for.
    pub elo1: f64,
    /// The chance to accept `elo1` wrongly.
    #[serde(default = "five_percent")]
    pub alpha: f64,
    /// The chance to accept `elo0` wrongly.
    #[serde(default = "five_percent")]
    pub beta: f64,
    /// What the two differences mean.
    #[serde(default)]
    pub model: EloModel,
}

fn five_percent() -> f64 {
    0.05
}

/// What a difference in Elo means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloModel {
    /// In units of the spread of the results, so that drawn games cost no more than others.
    #[default]
    Normalized,
    /// From the expected score.
    Logistic,
}

/// One game of an event, with its rules and openings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct BoardSpec {
    /// The name of the game.
    pub name: String,
    /// Its rule options.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rules: BTreeMap<String, Setting>,
    /// The number of seats, where the game leaves a choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<usize>,
    /// `start`, `setup`, or a file of positions; by default set-ups where the game draws them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// Whether the lines of the file are taken in random order.
    #[serde(default)]
    pub shuffle: bool,
    /// Random plies played from there; by default 4 from the start position, else none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<usize>,
    /// Whether every opening is played in all rotations of the seats.
    #[serde(default = "yes")]
    pub rotate: bool,
}

impl BoardSpec {
    /// A game with all rules and openings at their defaults.
    #[must_use]
    pub fn new(name: &str) -> Self {
        let (rules, name) = (BTreeMap::new(), name.to_owned());
        Self { name, rules, seats: None, openings: None, shuffle: false, plies: None, rotate: true }
    }
}

impl Event {
    /// The limits that hold for an engine.
    #[must_use]
    pub fn limits_of(&self, engine: usize) -> Limits {
        self.engines.get(engine).map(|engine| engine.limits).filter(|own| !own.is_empty()).unwrap_or(self.limits)
    }

    /// Fills in names and checks what can be checked without opening a board.
    ///
    /// # Errors
    /// If the event makes no sense.
    pub fn complete(&mut self) -> Result<(), EventError> {
        let bad = |text: &str| Err(EventError::new(text));
        if self.engines.is_empty() {
            return bad("an event needs engines");
        }
        if self.boards.is_empty() {
            return bad("an event needs a game");
        }
        if self.games == 0 || self.concurrency == 0 {
            return bad("games and concurrency are at least 1");
        }
        if (0..self.engines.len()).any(|engine| self.limits_of(engine).is_empty()) {
            return bad("every engine needs a limit: time, movetime, depth or nodes");
        }
        for limits in self.engines.iter().map(|engine| &engine.limits).chain([&self.limits]) {
            if limits.inc.is_some() && limits.time.is_none() {
                return bad("inc needs time");
            }
        }
        let by_nodes = |limits: Limits| limits.depth.is_none() && !limits.has_time();
        if (0..self.engines.len())
            .any(|engine| self.engines[engine].protocol == Protocol::Auale && by_nodes(self.limits_of(engine)))
        {
            return bad("an engine that speaks the protocol auale needs a limit of depth or time");
        }
        if self.sprt.is_some() && self.engines.len() != 2 {
            return bad("an SPRT is between two engines");
        }
        if self.sprt.is_some_and(|sprt| sprt.elo0 >= sprt.elo1 || sprt.alpha <= 0.0 || sprt.beta <= 0.0) {
            return bad("an SPRT needs elo0 below elo1, and alpha and beta above 0");
        }
        if self.shard.is_some() && matches!(self.kind, Kind::Swiss | Kind::Knockout) {
            return bad("only round robins and gauntlets can be cut into shards: later rounds need all results");
        }
        if self.seed == 0 {
            self.seed = crate::random::Rng::fresh_seed();
        }
        self.name_engines();
        Ok(())
    }

    /// Whether two journals are parts of the same event.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        let bare = |event: &Self| Self { shard: None, concurrency: 1, ..event.clone() };
        bare(self) == bare(other)
    }

    /// Gives every engine a name of its own.
    fn name_engines(&mut self) {
        for index in 0..self.engines.len() {
            if self.engines[index].name.is_empty() {
                self.engines[index].name = self.engines[index].command.clone();
            }
            let name = self.engines[index].name.clone();
            let same = self.engines[..index].iter().filter(|other| other.name == name).count();
            if same > 0 {
                self.engines[index].name = format!("{name} #{}", same + 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_toml_event_survives_json() {
        let text = r#"
            kind = "swiss"
            rounds = 3
            [limits]
            nodes = 100
            [adjudicate]
            draw = { plies = 10, score = 5 }
            [[game]]
            name = "connect4"
            rules = { Width = 5 }
            [[engine]]
            command = "self"
            options = { Hash = 1, Search = "random" }
            [[engine]]
            command = "self"
        "#;
        let mut event: Event = toml::from_str(text).unwrap();
        event.complete().unwrap();
        assert_eq!(event.engines[1].name, "self #2");
        let json = serde_json::to_string(&event).unwrap();
        assert_eq!(serde_json::from_str::<Event>(&json).unwrap(), event);
        assert!(toml::from_str::<Event>("gmes = 3").is_err());
        assert!("0/4".parse::<Shard>().is_err() && "5/4".parse::<Shard>().is_err());
    }
}
