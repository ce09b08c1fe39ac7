//! What the assistant knows, read from data files: one of each language for all games, one of each language per game.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use thiserror::Error;

use super::words::split;
use crate::telling::Phrasebook;

/// A language people ask in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Language {
    /// English.
    English,
    /// French.
    French,
}

impl Language {
    /// All of them, the default first.
    pub const ALL: [Self; 2] = [Self::English, Self::French];

    /// The two letters that stand for it.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
        }
    }
}

/// A game's data files, as texts.
#[derive(Clone, Copy, Debug)]
pub struct Lore {
    /// In English.
    pub english: &'static str,
    /// In French.
    pub french: &'static str,
}

impl Lore {
    /// What holds for every game: questions about any position, phrases, stop words.
    pub(super) const COMMON: Self =
        Self { english: include_str!("common.en.toml"), french: include_str!("common.fr.toml") };

    pub(super) const fn text(&self, language: Language) -> &'static str {
        match language {
            Language::English => self.english,
            Language::French => self.french,
        }
    }
}

/// A data file that is not as it should be.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the knowledge of this game cannot be read: {0}")]
pub struct LoreError(String);

/// The common data file of a language.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct CommonFile {
    /// Words that tell the language but nothing about the question.
    stop: String,
    phrases: Phrases,
    answer: Vec<AnswerFile>,
}

/// The data file of a game in a language.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct GameFile {
    /// What the seats are called besides their numbers.
    #[serde(default)]
    seats: Vec<String>,
    /// What the engine's score counts: one, several.
    #[serde(default)]
    unit: [String; 2],
    /// Questions to propose to who was not understood.
    examples: Vec<String>,
    answer: Vec<AnswerFile>,
    /// What else is told about the game: effects of moves, names of things, legends of boards.
    #[serde(default)]
    words: BTreeMap<String, String>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct AnswerFile {
    id: String,
    keys: String,
    #[serde(default)]
    words: String,
    #[serde(default = "usual_weight")]
    weight: f64,
    text: String,
    #[serde(default)]
    more: Option<String>,
}

const fn usual_weight() -> f64 {
    1.0
}

/// Phrases the answers are put together from.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Phrases {
    pub(super) seat: String,
    pub(super) won: String,
    pub(super) drawn: String,
    pub(super) shared: String,
    pub(super) wins: String,
    pub(super) loses: String,
    pub(super) wins_by: String,
    pub(super) loses_by: String,
    pub(super) sure: String,
    pub(super) lost: String,
    pub(super) draws: String,
    pub(super) ahead: String,
    pub(super) behind: String,
    pub(super) even: String,
    pub(super) going: String,
    pub(super) unknown: String,
}

/// One answer and the words that call for it.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) id: String,
    /// One of these must be in the question.
    pub(super) keys: Vec<String>,
    /// Two of these, keys included.
    pub(super) pattern: Vec<String>,
    pub(super) weight: f64,
    /// What to say, and what else to say when asked again.
    pub(super) texts: Vec<String>,
}

impl AnswerFile {
    fn read(self) -> Answer {
        let keys = split(&self.keys);
        let mut pattern = keys.clone();
        pattern.extend(split(&self.words));
        let texts = std::iter::once(self.text).chain(self.more).collect();
        Answer { id: self.id, keys, pattern, weight: self.weight, texts }
    }
}

/// All that is known about a game in one language.
#[derive(Clone, Debug)]
pub(super) struct Knowledge {
    pub(super) language: Language,
    pub(super) stop: Vec<String>,
    pub(super) phrases: Phrases,
    pub(super) book: Arc<Phrasebook>,
    pub(super) unit: [String; 2],
    pub(super) examples: Vec<String>,
    pub(super) answers: Vec<Answer>,
    /// How many of the answers are the game's own; they come first.
    pub(super) own: usize,
    /// In how many answers each pattern word stands.
    spread: BTreeMap<String, usize>,
}

impl Knowledge {
    /// Reads the data files of a language. An answer of the game stands in for the common one of the same name.
    pub(super) fn read(lore: &Lore, language: Language) -> Result<Self, LoreError> {
        let bad = |error: &toml::de::Error| LoreError(error.to_string().replace('\n', " "));
        let common: CommonFile = toml::from_str(Lore::COMMON.text(language)).map_err(|error| bad(&error))?;
        let game: GameFile = toml::from_str(lore.text(language)).map_err(|error| bad(&error))?;
        let mut answers: Vec<Answer> = game.answer.into_iter().map(AnswerFile::read).collect();
        let own = answers.len();
        for answer in common.answer.into_iter().map(AnswerFile::read) {
            if answers.iter().all(|own| own.id != answer.id) {
                answers.push(answer);
            }
        }
        let mut spread = BTreeMap::new();
        for word in answers.iter().flat_map(|answer| &answer.pattern) {
            *spread.entry(word.clone()).or_insert(0) += 1;
        }
        Ok(Self {
            language,
            stop: split(&common.stop),
            book: Arc::new(Phrasebook { phrases: game.words, seat: common.phrases.seat.clone(), seats: game.seats }),
            phrases: common.phrases,
            unit: game.unit,
            examples: game.examples,
            answers,
            own,
            spread,
        })
    }

    /// How much a pattern word tells: the more, the fewer answers have it.
    pub(super) fn worth(&self, word: &str) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "small counts")]
        let [all, having] = [self.answers.len(), self.spread.get(word).copied().unwrap_or(1)].map(|n| n as f64);
        (1.0 + all / having).ln()
    }
}
