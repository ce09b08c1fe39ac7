//! What games tell people, apart from any language: sayings with holes, and how a board should be shown.
//!
//! The words themselves are in data files; a [`Phrasebook`] holds those of one language. Knows no game and no terminal.

use std::collections::BTreeMap;

use crate::game::Seat;

/// What fills a hole of a saying.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A number.
    Number(i64),
    /// A text that is the same in all languages: moves, cells.
    Text(String),
    /// A word of the phrasebook.
    Word(&'static str),
    /// A seat by its name.
    Seat(Seat),
}

macro_rules! value_from_numbers {
    ($($number:ty)*) => {
        $(impl From<$number> for Value {
            fn from(number: $number) -> Self {
                Self::Number(i64::from(number))
            }
        })*
    };
}

value_from_numbers!(i32 u8 u32 i64);

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Seat> for Value {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
    }
}

/// One thing to tell: the name of a phrase, and what fills its holes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saying {
    /// The name of the phrase.
    pub id: &'static str,
    /// The values by the names of the holes.
    pub values: Vec<(&'static str, Value)>,
}

impl Saying {
    /// A saying without values.
    #[must_use]
    pub const fn new(id: &'static str) -> Self {
        Self { id, values: Vec::new() }
    }

    /// The same with one more value.
    #[must_use]
    pub fn with(mut self, hole: &'static str, value: impl Into<Value>) -> Self {
        self.values.push((hole, value.into()));
        self
    }
}

/// The phrases of one language.
///
/// A phrase has holes: `{name}` for a value, `{name|one|many}` for a word that depends on a number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Phrasebook {
    /// The phrases by their names.
    pub phrases: BTreeMap<String, String>,
    /// A seat by its number.
    pub seat: String,
    /// What the seats are called besides.
    pub seats: Vec<String>,
}

impl Phrasebook {
    /// The phrase of this name; the name itself where there is none.
    #[must_use]
    pub fn word<'a>(&'a self, id: &'a str) -> &'a str {
        self.phrases.get(id).map_or(id, String::as_str)
    }

    /// Whether there is a phrase of this name.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        self.phrases.contains_key(id)
    }

    /// A seat with its number and name.
    #[must_use]
    pub fn seat(&self, seat: Seat) -> String {
        let number = self.seat.replace("{n}", &seat.to_string());
        self.seats.get(seat.index()).map_or(number.clone(), |name| format!("{number} ({name})"))
    }

    /// The letter a seat's name begins with, in upper case; its number where it has no name.
    #[must_use]
    pub fn seat_letter(&self, seat: Seat) -> String {
        let letter = self.seats.get(seat.index()).and_then(|name| name.chars().next());
        letter.map_or_else(|| seat.to_string(), |letter| letter.to_uppercase().collect())
    }

    /// A saying in words.
    #[must_use]
    pub fn say(&self, saying: &Saying) -> String {
        let mut said = String::new();
        let mut rest = self.word(saying.id);
        while let Some((before, hole, after)) = rest.split_once('{').and_then(|(before, tail)| {
            let (hole, after) = tail.split_once('}')?;
            Some((before, hole, after))
        }) {
            said.push_str(before);
            said.push_str(&self.fill(hole, saying));
            rest = after;
        }
        said + rest
    }

    /// Several sayings in one line.
    #[must_use]
    pub fn say_all(&self, sayings: &[Saying]) -> String {
        sayings.iter().map(|saying| self.say(saying)).collect::<Vec<_>>().join(", ")
    }

    fn fill(&self, hole: &str, saying: &Saying) -> String {
        let mut parts = hole.split('|');
        let name = parts.next().unwrap_or_default();
        let Some((_, value)) = saying.values.iter().find(|(named, _)| *named == name) else {
            return format!("{{{hole}}}");
        };
        match (value, parts.next(), parts.next()) {
            (Value::Number(number), Some(one), Some(many)) => {
                if number.abs() == 1 {
                    one.to_owned()
                } else {
                    many.to_owned()
                }
            }
            (Value::Number(number), ..) => number.to_string(),
            (Value::Text(text), ..) => text.clone(),
            (Value::Word(word), ..) => self.word(word).to_owned(),
            (Value::Seat(seat), ..) => self.seat(*seat),
        }
    }
}

/// How a person wants to see a board.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The words.
    pub book: &'a Phrasebook,
    /// Whether letters beyond ASCII may be used.
    pub unicode: bool,
    /// Whether colours may be used.
    pub colour: bool,
    /// The seat the board is turned to.
    pub seen_from: Seat,
    /// Whether everything is to be shown that a short look leaves out.
    pub full: bool,
}

/// The colours of the seats as a terminal knows them: blue, red, green, yellow.
const SEAT_COLOURS: [&str; 4] = ["94", "91", "92", "93"];

impl View<'_> {
    /// The first sign where letters beyond ASCII may be used, else the second.
    #[must_use]
    pub const fn pick<'s>(&self, unicode: &'s str, ascii: &'s str) -> &'s str {
        if self.unicode { unicode } else { ascii }
    }

    /// Something that belongs to a seat, in its colour.
    #[must_use]
    pub fn of_seat(&self, seat: Seat, text: &str) -> String {
        self.painted(SEAT_COLOURS[seat.index()], text)
    }

    /// Something the last move touched.
    #[must_use]
    pub fn marked(&self, text: &str) -> String {
        self.painted("1", text)
    }

    /// Something that should not catch the eye.
    #[must_use]
    pub fn faint(&self, text: &str) -> String {
        self.painted("2", text)
    }

    fn painted(&self, code: &str, text: &str) -> String {
        if self.colour { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

/// Two columns of lines side by side, the second one from the given column on. Colours do not count as letters.
#[must_use]
pub fn beside(left: &[String], right: &[String], column: usize) -> String {
    let lines = left.len().max(right.len());
    let line = |row: usize| {
        let first = left.get(row).map_or("", String::as_str);
        match right.get(row).filter(|second| !second.is_empty()) {
            Some(second) => format!("{first}{}{second}", " ".repeat(column.saturating_sub(width(first)))),
            None => first.to_owned(),
        }
    };
    (0..lines).map(|row| line(row).trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

/// How many columns a line takes: letters without colours.
#[must_use]
pub fn width(line: &str) -> usize {
    let mut count = 0;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        if letter == '\u{1b}' {
            letters.by_ref().find(|end| *end == 'm');
        } else {
            count += 1;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> Phrasebook {
        let phrases = [("takes", "takes {n} {n|seed|seeds} of {who}"), ("salt", "sel"), ("keeps", "keeps {good}")];
        Phrasebook {
            phrases: phrases.map(|(id, text)| (id.to_owned(), text.to_owned())).into(),
            seat: "seat {n}".to_owned(),
            seats: vec!["blue".to_owned()],
        }
    }

    #[test]
    fn holes_are_filled_and_words_follow_numbers() {
        let takes = |n: i32| Saying::new("takes").with("n", n).with("who", Seat::FIRST);
        assert_eq!(book().say(&takes(1)), "takes 1 seed of seat 1 (blue)");
        assert_eq!(book().say(&takes(3)), "takes 3 seeds of seat 1 (blue)");
        assert_eq!(book().say(&Saying::new("keeps").with("good", Value::Word("salt"))), "keeps sel");
        assert_eq!(book().say(&Saying::new("keeps")), "keeps {good}");
        assert_eq!(book().say(&Saying::new("unheard of")), "unheard of");
        assert_eq!(book().seat_letter(Seat::FIRST), "B");
        assert_eq!(book().seat_letter(Seat::new(1)), "2");
    }

    #[test]
    fn columns_stand_side_by_side_whatever_their_colours() {
        let view = View { book: &book(), unicode: true, colour: true, seen_from: Seat::FIRST, full: false };
        let left = [view.marked("ab"), "c".to_owned()];
        assert_eq!(width(&left[0]), 2);
        let text = beside(&left, &["x".to_owned(), "y".to_owned(), "z".to_owned()], 4);
        assert_eq!(text, "\u{1b}[1mab\u{1b}[0m  x\nc   y\n    z");
    }
}
