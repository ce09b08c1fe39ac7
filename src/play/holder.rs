//! Who plays a seat: a person, or the machine as one of its players at some level.

use thiserror::Error;

use crate::option::{did_you_mean, quoted};
use crate::search::Level;
use crate::session::Board;
use crate::telling::{Phrasebook, Saying};

/// Who plays a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Holder {
    /// A person at the terminal.
    Human,
    /// The machine.
    Machine {
        /// Which of the game's players; the strongest if none is named.
        player: Option<String>,
        /// How strong, from 0 to 20; everything it can do if nothing is said.
        level: Option<u8>,
    },
}

/// A word that is no player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "{word} is nobody who can play: expected human, a level ({levels}, or 0 to 20), a player ({players}), or PLAYER:LEVEL{hint}"
)]
pub struct HolderError {
    word: String,
    levels: String,
    players: String,
    hint: String,
}

/// The words for a person in the languages there are.
const HUMAN: [&str; 3] = ["human", "humain", "humaine"];

impl Holder {
    /// The machine at a level that most people like to meet.
    pub const USUAL: Self = Self::Machine { player: None, level: Some(8) };

    /// Reads who should play a seat of this board. Names of levels are read in the book's language as well.
    ///
    /// # Errors
    /// If the word is neither a person, nor a level, nor a player of the game.
    pub fn read(word: &str, board: &dyn Board, book: &Phrasebook) -> Result<Self, HolderError> {
        let typed = fold(word);
        if HUMAN.contains(&typed.as_str()) {
            return Ok(Self::Human);
        }
        let players: Vec<&str> = board.players().into_iter().map(|(name, ..)| name).collect();
        let player = |name: &str| players.iter().find(|known| known.eq_ignore_ascii_case(name));
        if let Some(level) = level(&typed, book) {
            return Ok(Self::Machine { player: None, level: Some(level) });
        }
        let (name, rest) = typed.split_once(':').map_or((typed.as_str(), None), |(name, rest)| (name, Some(rest)));
        let strength = rest.and_then(|rest| level(rest, book));
        if let Some(name) = player(name).filter(|_| rest.is_none() || strength.is_some()) {
            return Ok(Self::Machine { player: Some((*name).to_owned()), level: strength });
        }
        let levels: Vec<&str> = Level::NAMED.iter().map(|(name, _)| *name).collect();
        let known = HUMAN[..1].iter().chain(&levels).chain(&players).copied();
        let hint = did_you_mean(word, known.clone());
        let (levels, players) = (levels.join(" "), players.join(" "));
        Err(HolderError { word: quoted(word).to_string(), levels, players, hint })
    }

    /// Whether a person plays.
    #[must_use]
    pub fn is_human(&self) -> bool {
        *self == Self::Human
    }

    /// The strength as the engine counts it.
    pub(super) fn strength(&self) -> Level {
        match self {
            Self::Machine { level: Some(level), .. } => Level::new(*level),
            _ => Level::FULL,
        }
    }

    /// The holder in words.
    pub(super) fn told(&self, book: &Phrasebook) -> String {
        let Self::Machine { player, level } = self else { return book.word("human").to_owned() };
        let strength = level.map(|number| match named(number) {
            Some(name) => book.word(name).to_owned(),
            None => book.say(&Saying::new("level").with("n", number)),
        });
        match (player, strength) {
            (None, None) => book.word("master").to_owned(),
            (None, Some(strength)) => strength,
            (Some(player), None) => player.clone(),
            (Some(player), Some(strength)) => format!("{player}, {strength}"),
        }
    }
}

/// The name of a level that has one.
pub(super) fn named(number: u8) -> Option<&'static str> {
    Level::NAMED.iter().find(|(_, named)| *named == i64::from(number)).map(|(name, _)| *name)
}

fn level(word: &str, book: &Phrasebook) -> Option<u8> {
    let is_named = |name: &str| name == word || fold(book.word(name)) == word;
    let number = Level::NAMED.iter().find(|(name, _)| is_named(name)).map(|(_, number)| *number);
    number
        .or_else(|| word.parse().ok())
        .and_then(|number: i64| u8::try_from(number).ok())
        .filter(|&number| number <= 20)
}

fn fold(word: &str) -> String {
    super::texts::in_ascii(word.trim()).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assistant::Language;
    use crate::register;

    #[test]
    fn seats_are_read_in_every_spelling() {
        let choice = register::choose("connect4", &[]).unwrap();
        let board = (choice.game.open)(&choice.settings, choice.style).unwrap();
        let book = Phrasebook { phrases: super::super::texts::phrases(Language::French), ..Phrasebook::default() };
        let read = |word: &str| Holder::read(word, board.as_ref(), &book);
        let machine =
            |player: Option<&str>, level| Ok(Holder::Machine { player: player.map(ToOwned::to_owned), level });
        for (word, holder) in [
            ("human", Ok(Holder::Human)),
            ("Humain", Ok(Holder::Human)),
            ("club", machine(None, Some(8))),
            ("débutant", machine(None, Some(0))),
            ("MAITRE", machine(None, Some(20))),
            ("13", machine(None, Some(13))),
            ("classic", machine(Some("classic"), None)),
            ("pvs:expert", machine(Some("pvs"), Some(16))),
        ] {
            assert_eq!(read(word), holder, "{word}");
        }
        for word in ["21", "nobody", "pvs:", "pvs:hero", ""] {
            assert!(read(word).is_err(), "{word}");
        }
        let error = read("begginer").unwrap_err().to_string();
        assert!(error.ends_with("(did you mean beginner?)"), "{error}");
        assert_eq!(read("pvs:16").unwrap().told(&book), "pvs, expert");
        assert_eq!(read("3").unwrap().told(&book), "niveau 3");
    }
}
