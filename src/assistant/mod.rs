//! A rules assistant: it answers questions of people about the rules of a game and about the position on the board, in
//! the language of the question.
//!
//! It finds answers by likeness of words, as a student project of the University of Namur did for Quoridor. A question
//! calls for an answer if one of its words is very much like a key of the answer and two of its words are like words of
//! the answer's pattern. What it knows is data ([`Lore`]); it knows no game, no board and no protocol. Numbers of the
//! position reach it as [`Facts`].

mod lore;
mod speak;
mod words;

pub use lore::{Language, Lore, LoreError};
pub use speak::{Facts, Finding, Reply};
pub(crate) use words::unaccented;

use lore::{Answer, Knowledge};
use std::sync::Arc;

use crate::telling::Phrasebook;
use words::{likeness, split};

/// How much like a key a word must be.
const KEY_LIKENESS: f64 = 0.93;
/// How much like a pattern word a word must be.
const PATTERN_LIKENESS: f64 = 0.8;
/// How many words of a question must be in the pattern, if it has so many.
const PATTERN_WORDS: usize = 2;
/// How much a stop word of a language speaks for that language, in the measure of what speaks for an answer.
const STOP_WORD_BELIEF: f64 = 1.5;

/// Answers questions about one game, and remembers the last one.
#[derive(Debug)]
pub struct Assistant {
    knowledge: [Knowledge; 2],
    /// The words of the last question, and how often in a row it was asked before.
    last: (Vec<String>, usize),
    language: Language,
}

impl Assistant {
    /// An assistant for a game.
    ///
    /// # Errors
    /// If a data file is malformed.
    pub fn new(lore: &Lore) -> Result<Self, LoreError> {
        let [first, second] = Language::ALL;
        let knowledge = [Knowledge::read(lore, first)?, Knowledge::read(lore, second)?];
        Ok(Self { knowledge, last: (Vec::new(), 0), language: first })
    }

    /// Answers a question. The same question again gets the next best answer.
    pub fn ask(&mut self, question: &str) -> Reply {
        let words = split(question);
        let repeats = if words == self.last.0 { self.last.1 + 1 } else { 0 };
        let (knowledge, found) = self.understand(&words);
        let sayings: Vec<(&Answer, &String)> =
            found.into_iter().flat_map(|answer| answer.texts.iter().map(move |text| (answer, text))).collect();
        let said = if sayings.is_empty() { None } else { Some(sayings[repeats % sayings.len()]) };
        let reply = match said {
            Some((answer, text)) => Reply::new(knowledge, &answer.id, text),
            None => Reply::not_understood(knowledge),
        };
        self.language = knowledge.language;
        self.last = (words, repeats);
        reply
    }

    /// Every reply there is, for tests of the data files.
    pub fn replies(&self) -> impl Iterator<Item = Reply> {
        self.knowledge.iter().flat_map(|knowledge| {
            let answers = knowledge.answers.iter();
            answers.flat_map(|answer| answer.texts.iter().map(|text| Reply::new(knowledge, &answer.id, text)))
        })
    }

    /// The words of the game in a language.
    #[must_use]
    pub fn book(&self, language: Language) -> Arc<Phrasebook> {
        Arc::clone(&self.of(language).book)
    }

    /// What the engine's score counts: one, several.
    #[must_use]
    pub fn unit(&self, language: Language) -> &[String; 2] {
        &self.of(language).unit
    }

    /// The rules as far as they hold whatever stands on the board, one paragraph for each question.
    pub fn rules(&self, language: Language) -> impl Iterator<Item = String> {
        let knowledge = self.of(language);
        let texts = knowledge.answers[..knowledge.own].iter().filter_map(|answer| answer.texts.first());
        texts.filter(|text| !text.contains('{')).map(|text| without_yes_or_no(text))
    }

    /// What a search says about the position, in words.
    #[must_use]
    pub fn verdict(&self, language: Language, facts: &Facts, finding: &Finding) -> String {
        Reply::new(self.of(language), "verdict", "{verdict}").say(facts, Some(finding))
    }

    /// How the game ended, or that it goes on, in words.
    #[must_use]
    pub fn result(&self, language: Language, facts: &Facts) -> String {
        Reply::new(self.of(language), "result", "{result}").say(facts, None)
    }

    fn of(&self, language: Language) -> &Knowledge {
        &self.knowledge[usize::from(language == self.knowledge[1].language)]
    }

    /// The language of a question and the answers it calls for in that language, the best first.
    fn understand(&self, words: &[String]) -> (&Knowledge, Vec<&Answer>) {
        let [one, other] = self.knowledge.each_ref().map(|knowledge| {
            let mut reading = Reading::new(knowledge, words);
            // Between equals the language of the question before goes on.
            reading.belief += if knowledge.language == self.language { 0.5 } else { 0.0 };
            reading
        });
        let best = if other.belief > one.belief { other } else { one };
        (best.knowledge, best.found.into_iter().map(|(_, answer)| answer).collect())
    }
}

/// An answer as it can be said without a question.
fn without_yes_or_no(text: &str) -> String {
    let rest = ["No. ", "Yes. ", "Yes: ", "Non. ", "Oui. ", "Oui : "].iter().find_map(|word| text.strip_prefix(word));
    let mut letters = rest.unwrap_or(text).chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A question read in one language.
struct Reading<'a> {
    knowledge: &'a Knowledge,
    /// How likely the question was asked in this language.
    belief: f64,
    /// The answers it calls for with what speaks for them, the best first.
    found: Vec<(f64, &'a Answer)>,
}

impl<'a> Reading<'a> {
    fn new(knowledge: &'a Knowledge, words: &[String]) -> Self {
        let (stops, mut telling): (Vec<&str>, Vec<&str>) =
            words.iter().map(String::as_str).partition(|word| knowledge.stop.iter().any(|stop| stop == word));
        // A word that tells nothing elsewhere may be the key to an answer of this game.
        let is_key = |word: &&str| knowledge.answers.iter().flat_map(|answer| &answer.keys).any(|key| key == word);
        telling.extend(stops.iter().copied().filter(is_key));
        let worth = |answer| worth(knowledge, answer, &telling).map(|worth| (worth, answer));
        let mut found: Vec<(f64, &Answer)> = knowledge.answers.iter().filter_map(worth).collect();
        // Stable: of equal answers the one that stands first in the file is said first.
        found.sort_by(|one, other| other.0.total_cmp(&one.0));
        #[expect(clippy::cast_precision_loss, reason = "a few words")]
        let marks = STOP_WORD_BELIEF * stops.len() as f64;
        Self { knowledge, belief: marks + found.first().map_or(0.0, |(worth, _)| *worth), found }
    }
}

/// What speaks for an answer, given the telling words of a question; `None` if they do not call for it.
fn worth(knowledge: &Knowledge, answer: &Answer, words: &[&str]) -> Option<f64> {
    let has_key = words.iter().any(|word| answer.keys.iter().any(|key| likeness(word, key) > KEY_LIKENESS));
    // Every word of the pattern counts once, however often the question repeats it.
    let mut likes: Vec<(f64, &str)> = Vec::new();
    for word in words {
        let best = answer.pattern.iter().map(|pattern| (likeness(word, pattern), pattern.as_str()));
        let best = best.filter(|(like, _)| *like > PATTERN_LIKENESS).max_by(|one, other| one.0.total_cmp(&other.0));
        likes.extend(best.filter(|(_, pattern)| likes.iter().all(|(_, counted)| counted != pattern)));
    }
    let is_called = has_key && likes.len() >= PATTERN_WORDS.min(words.len());
    is_called
        .then(|| answer.weight * likes.iter().map(|(like, word)| like.powi(3) * knowledge.worth(word)).sum::<f64>())
}
