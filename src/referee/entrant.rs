//! Who takes part in an event: the engine, what it speaks, its options and its limits. The command line and the event
//! file say the same things in their own ways.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::event::EventError;
use crate::option::{did_you_mean, quoted};

/// How long an engine may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Limits {
    /// Milliseconds on the clock at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<u64>,
    /// Milliseconds added after every move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inc: Option<u64>,
    /// Milliseconds for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// Plies for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl Limits {
    /// Whether nothing is limited.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether a clock decides.
    #[must_use]
    pub fn has_time(&self) -> bool {
        self.time.is_some() || self.movetime.is_some()
    }

    /// Whether the same search gives the same answer: no clock decides.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        !self.is_empty() && !self.has_time()
    }

    pub(super) fn set(&mut self, name: &str, value: &str) -> Option<Result<(), EventError>> {
        fn put<T: std::str::FromStr>(field: &mut Option<T>, name: &str, value: &str) -> Result<(), EventError> {
            let bad = |_| EventError(format!("{name} takes a whole number, not {}", quoted(value)));
            *field = Some(value.parse().map_err(bad)?);
            Ok(())
        }
        Some(match name {
            "time" => put(&mut self.time, name, value),
            "inc" => put(&mut self.inc, name, value),
            "movetime" => put(&mut self.movetime, name, value),
            "depth" => put(&mut self.depth, name, value),
            "nodes" => put(&mut self.nodes, name, value),
            _ => return None,
        })
    }
}

/// A value of an option, however TOML spells it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Setting {
    /// `true` or `false`.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// Any text.
    Text(String),
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(value) => value.fmt(f),
            Self::Number(value) => value.fmt(f),
            Self::Text(value) => value.fmt(f),
        }
    }
}

/// An engine of an event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EngineSpec {
    /// The name in tables; by default the command.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The command line; `self` is this program.
    pub command: String,
    /// More arguments, taken as they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// The working directory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<String>,
    /// What it speaks.
    #[serde(default)]
    pub protocol: Protocol,
    /// Whether `self` runs inside this process, not as a child.
    #[serde(default)]
    pub in_process: bool,
    /// Options to set.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, Setting>,
    /// Its limits, in place of those of the event.
    #[serde(default, skip_serializing_if = "Limits::is_empty")]
    pub limits: Limits,
}

/// What an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// UGI if it answers `ugi`, else UCI.
    #[default]
    Auto,
    /// The Universal Game Interface.
    Ugi,
    /// The Universal Chess Interface.
    Uci,
    /// UCI as the Oware program Aualé speaks it: move lists without blanks, limits by depth and time only.
    Auale,
}

/// The word that stands for this program.
pub(super) const SELF: &str = "self";

impl std::str::FromStr for EngineSpec {
    type Err = EventError;

    /// Reads `self NAME=VALUE ...` or `COMMAND ... [:: NAME=VALUE ...]`. Lower-case names set the engine up (`name`,
    /// `dir`, `protocol` and the limits), all others are options to send.
    fn from_str(text: &str) -> Result<Self, EventError> {
        let words = shell_words::split(text).map_err(|error| EventError(format!("{}: {error}", quoted(text))))?;
        let is_self = words.first().is_some_and(|word| word == SELF);
        let cut = words.iter().position(|word| word == "::");
        let is_setting = |word: &&String| word.contains('=') && !word.starts_with('-');
        let (command, settings): (Vec<&String>, Vec<&String>) = match cut {
            Some(cut) => (words[..cut].iter().collect(), words[cut + 1..].iter().collect()),
            None if is_self => words.iter().partition(|word| !is_setting(word)),
            None => (words.iter().collect(), Vec::new()),
        };
        if command.is_empty() {
            return Err(EventError::new("an engine needs a command, or the word self"));
        }
        let name = match cut {
            Some(_) => text.split(" :: ").next().unwrap_or(text).trim().to_owned(),
            None => text.trim().to_owned(),
        };
        let mut spec = Self {
            name,
            command: shell_words::join(&command),
            args: Vec::new(),
            dir: None,
            protocol: Protocol::default(),
            in_process: false,
            options: BTreeMap::new(),
            limits: Limits::default(),
        };
        for setting in settings {
            spec.set(setting)?;
        }
        Ok(spec)
    }
}

impl EngineSpec {
    fn set(&mut self, setting: &str) -> Result<(), EventError> {
        const OWN: [&str; 9] = ["name", "dir", "protocol", "in-process", "time", "inc", "movetime", "depth", "nodes"];
        let Some((key, value)) = setting.split_once('=') else {
            return Err(EventError(format!("{} is no setting; expected NAME=VALUE", quoted(setting))));
        };
        match key {
            "name" => value.clone_into(&mut self.name),
            "dir" => self.dir = Some(value.to_owned()),
            "in-process" => self.in_process = value == "true",
            "protocol" => {
                self.protocol = match value {
                    "auto" => Protocol::Auto,
                    "ugi" => Protocol::Ugi,
                    "uci" => Protocol::Uci,
                    "auale" => Protocol::Auale,
                    _ => {
                        let text = format!("protocol takes auto, ugi, uci or auale, not {}", quoted(value));
                        return Err(EventError(text));
                    }
                }
            }
            _ => match self.limits.set(key, value) {
                Some(done) => done?,
                None if key.starts_with(|c: char| c.is_lowercase()) => {
                    let hint = did_you_mean(key, OWN);
                    return Err(EventError(format!("there is no engine setting {}{hint}", quoted(key))));
                }
                None => {
                    self.options.insert(key.to_owned(), Setting::Text(value.to_owned()));
                }
            },
        }
        Ok(())
    }

    /// Whether this program itself is meant.
    #[must_use]
    pub fn is_self(&self) -> bool {
        self.command.split_whitespace().next() == Some(SELF)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_read_from_the_command_line() {
        let spec: EngineSpec = "self Search=classic Hash=4 depth=3 --strict".parse().unwrap();
        assert_eq!(spec.command, "self --strict");
        assert_eq!(spec.limits.depth, Some(3));
        assert_eq!(spec.options.len(), 2);
        let spec: EngineSpec = "python3 my.py --x=1 :: name=Mine protocol=uci Hash=8".parse().unwrap();
        assert_eq!(shell_words::split(&spec.command).unwrap(), ["python3", "my.py", "--x=1"]);
        assert_eq!(spec.name, "Mine");
        assert_eq!(spec.protocol, Protocol::Uci);
        for bad in ["", "x :: dept=3", "x :: depth=many", "x :: protocol=xboard", "x 'y"] {
            assert!(bad.parse::<EngineSpec>().is_err(), "{bad}");
        }
    }
}
