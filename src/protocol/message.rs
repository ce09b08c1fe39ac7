//! What engines say, read into values: the other direction of the protocol, for referees and tests.
//!
//! Any engine may be on the other side, so reading is lenient: unknown words inside a line are skipped, and a line of
//! no known kind is [`Message::Other`]. Only a line that breaks its own promise is an error.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::event::Dialect;
use crate::option::{fold, quoted};

/// A line that begins like a message but cannot be one.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct Malformed(String);

/// One line of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// `id name ...`
    Name(String),
    /// `id author ...`
    Author(String),
    /// `option name ...`
    Option(Declared),
    /// `ugiok` or `uciok`: the end of the handshake.
    Greeted(Dialect),
    /// `readyok`
    Ready,
    /// `response ...`, without the first word.
    Response(String),
    /// `bestmove MOVE [ponder MOVE]`
    BestMove {
        /// The move.
        best: String,
        /// The expected reply.
        ponder: Option<String>,
    },
    /// `info ...`
    Info(Report),
    /// Anything else.
    Other(String),
}

/// An option as an engine declares it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// The name.
    pub name: String,
    /// The word after `type`.
    pub kind: String,
    /// The value at the start; empty for a button.
    pub default: String,
    /// The least and the greatest value of a spin.
    pub range: Option<(i64, i64)>,
    /// The choices of a combo.
    pub choices: Vec<String>,
}

/// A value as engines print it, for the seat to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Hundredths of a point.
    Cp(i64),
    /// The distance of a certain win; negative for a loss.
    Mate(i64),
}

impl Value {
    /// One number to compare values by: a certain end lies beyond every count of points.
    #[must_use]
    pub fn centipoints(self) -> i64 {
        const END: i64 = 100_000;
        match self {
            Self::Cp(value) => value.clamp(-END, END),
            Self::Mate(distance) if distance > 0 => END - distance.min(END),
            Self::Mate(distance) => -END - distance.max(-END),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cp(value) => write!(f, "cp {value}"),
            Self::Mate(distance) => write!(f, "mate {distance}"),
        }
    }
}

impl FromStr for Value {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let bad = || Malformed(format!("{} is no score; expected cp N or mate N", quoted(text)));
        let (kind, number) = text.split_once(' ').ok_or_else(bad)?;
        let number = number.parse().map_err(|_| bad())?;
        match kind {
            "cp" => Ok(Self::Cp(number)),
            "mate" => Ok(Self::Mate(number)),
            _ => Err(bad()),
        }
    }
}

/// What an `info` line tells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Finished depth.
    pub depth: Option<u32>,
    /// Rank of the line, from 1.
    pub multipv: Option<u32>,
    /// Value for the seat to move.
    pub score: Option<Value>,
    /// Visited nodes.
    pub nodes: Option<u64>,
    /// Milliseconds since the search began.
    pub time: Option<u64>,
    /// The expected line of play, word by word.
    pub pv: Vec<String>,
    /// The text of `info string`.
    pub string: Option<String>,
}

impl FromStr for Message {
    type Err = Malformed;

    fn from_str(line: &str) -> Result<Self, Malformed> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim_start();
        Ok(match word {
            "id" => match rest.split_once(char::is_whitespace) {
                Some(("name", name)) => Self::Name(name.trim().to_owned()),
                Some(("author", author)) => Self::Author(author.trim().to_owned()),
                _ => Self::Other(line.to_owned()),
            },
            "option" => Self::Option(rest.parse()?),
            "ugiok" => Self::Greeted(Dialect::Ugi),
            "uciok" => Self::Greeted(Dialect::Uci),
            "readyok" => Self::Ready,
            "response" => Self::Response(rest.to_owned()),
            "bestmove" => best_move(rest)?,
            "info" => Self::Info(rest.parse()?),
            _ => Self::Other(line.to_owned()),
        })
    }
}

fn best_move(rest: &str) -> Result<Message, Malformed> {
    let mut words = rest.split_whitespace();
    let best = words.next().ok_or_else(|| Malformed("bestmove without a move".to_owned()))?.to_owned();
    let ponder = match (words.next(), words.next()) {
        (Some("ponder"), Some(reply)) => Some(reply.to_owned()),
        _ => None,
    };
    Ok(Message::BestMove { best, ponder })
}

impl FromStr for Report {
    type Err = Malformed;

    fn from_str(rest: &str) -> Result<Self, Malformed> {
        let mut report = Self::default();
        let mut words = rest.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "depth" => report.depth = Some(number(word, words.next())?),
                "multipv" => report.multipv = Some(number(word, words.next())?),
                "nodes" => report.nodes = Some(number(word, words.next())?),
                "time" => report.time = Some(number(word, words.next())?),
                "score" => {
                    let value = [words.next().unwrap_or_default(), words.next().unwrap_or_default()].join(" ");
                    report.score = Some(value.parse()?);
                }
                "pv" => report.pv = words.by_ref().map(str::to_owned).collect(),
                "string" => {
                    let text = rest.split_once("string").map_or("", |(_, text)| text.trim());
                    report.string = Some(text.to_owned());
                    break;
                }
                _ => {}
            }
        }
        Ok(report)
    }
}

fn number<T: FromStr>(name: &str, word: Option<&str>) -> Result<T, Malformed> {
    let bad = || Malformed(format!("{name} takes a whole number, not {}", quoted(word.unwrap_or("nothing"))));
    word.and_then(|word| word.parse().ok()).ok_or_else(bad)
}

impl FromStr for Declared {
    type Err = Malformed;

    /// Reads what stands after the word `option`. Names and choices may hold blanks.
    fn from_str(rest: &str) -> Result<Self, Malformed> {
        let bad = || Malformed(format!("an option is declared as name NAME type TYPE, not {}", quoted(rest)));
        let rest = rest.strip_prefix("name ").ok_or_else(bad)?;
        let (name, rest) = rest.split_once(" type ").ok_or_else(bad)?;
        let mut words = rest.split_whitespace();
        let kind = words.next().ok_or_else(bad)?.to_owned();
        let mut declared =
            Self { name: name.trim().to_owned(), kind, default: String::new(), range: None, choices: Vec::new() };
        let (mut least, mut most, mut field) = (None, None, "");
        for word in words {
            match word {
                "default" | "min" | "max" => field = word,
                "var" => {
                    field = word;
                    declared.choices.push(String::new());
                }
                _ => match field {
                    "default" => append(&mut declared.default, word),
                    "min" => least = word.parse().ok(),
                    "max" => most = word.parse().ok(),
                    "var" => declared.choices.iter_mut().next_back().into_iter().for_each(|c| append(c, word)),
                    _ => {}
                },
            }
        }
        declared.range = least.zip(most);
        Ok(declared)
    }
}

impl Declared {
    /// Whether a client means this option; case, blanks and underscores do not matter.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        fold(&self.name) == fold(name)
    }
}

fn append(text: &mut String, word: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(word);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Message, Malformed> {
        line.parse()
    }

    #[test]
    fn answers_of_every_kind_are_read() {
        assert_eq!(read("id name Some Engine 1.0"), Ok(Message::Name("Some Engine 1.0".to_owned())));
        assert_eq!(read("ugiok"), Ok(Message::Greeted(Dialect::Ugi)));
        assert_eq!(read(" uciok\r"), Ok(Message::Greeted(Dialect::Uci)));
        assert_eq!(read("response 1 2 3"), Ok(Message::Response("1 2 3".to_owned())));
        assert_eq!(read("response"), Ok(Message::Response(String::new())));
        let ponder = Message::BestMove { best: "4".to_owned(), ponder: Some("5".to_owned()) };
        assert_eq!(read("bestmove 4 ponder 5"), Ok(ponder));
        assert_eq!(read("Stockfish 17"), Ok(Message::Other("Stockfish 17".to_owned())));
        assert!(read("bestmove").is_err());
    }

    #[test]
    fn reports_are_read_leniently() {
        let Ok(Message::Info(report)) = read("info depth 5 wdl 1 2 3 score mate -3 upperbound nodes 9 time 2 pv a b")
        else {
            panic!("no report");
        };
        assert_eq!((report.depth, report.nodes, report.time), (Some(5), Some(9), Some(2)));
        assert_eq!(report.score, Some(Value::Mate(-3)));
        assert_eq!(report.pv, ["a", "b"]);
        let Ok(Message::Info(report)) = read("info string error bad-option: depth is no option") else {
            panic!("no report");
        };
        assert_eq!(report.string.as_deref(), Some("error bad-option: depth is no option"));
        assert_eq!(report.depth, None);
        assert!(read("info depth many").is_err());
        assert!(read("info score 12").is_err());
    }

    #[test]
    fn declarations_are_read_with_blanks_in_names() {
        let Ok(Message::Option(spin)) = read("option name Move Overhead type spin default 10 min 0 max 5000") else {
            panic!("no option");
        };
        assert!(spin.is_named("MoveOverhead"));
        assert_eq!((spin.default.as_str(), spin.range), ("10", Some((0, 5000))));
        let Ok(Message::Option(combo)) =
            read("option name Style type combo default Very Solid var Very Solid var Wild")
        else {
            panic!("no option");
        };
        assert_eq!((combo.default.as_str(), combo.choices.len()), ("Very Solid", 2));
        assert!(read("option Hash").is_err());
    }

    #[test]
    fn values_are_ordered_by_one_number() {
        let values = ["mate -1", "mate -9", "cp -30000", "cp 5", "mate 9", "mate 1"];
        let numbers: Vec<i64> =
            values.iter().filter_map(|text| text.parse::<Value>().ok()).map(Value::centipoints).collect();
        assert!(numbers.is_sorted() && numbers.len() == values.len(), "{numbers:?}");
        assert_eq!(Value::Mate(-9).to_string(), "mate -9");
    }
}
