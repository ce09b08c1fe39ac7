//! The words of the dialogue in the language of the person, together with those of the game that is played.

use std::collections::BTreeMap;

use crate::assistant::Language;
use crate::telling::Phrasebook;

/// The data file of a language.
const fn source(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("words.en.toml"),
        Language::French => include_str!("words.fr.toml"),
    }
}

/// The phrases of the dialogue itself. A file that cannot be read leaves the names of the phrases, which a test rules
/// out.
#[must_use]
pub fn phrases(language: Language) -> BTreeMap<String, String> {
    toml::from_str(source(language)).unwrap_or_default()
}

/// The phrases of the dialogue and of a game, whose own ones come first.
#[must_use]
pub(super) fn with_game(language: Language, game: &Phrasebook) -> Phrasebook {
    let mut book = Phrasebook { phrases: phrases(language), ..game.clone() };
    book.phrases.extend(game.phrases.clone());
    book
}

/// A text in ASCII: letters without their accents, the rest as it comes closest.
pub(super) fn in_ascii(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_ascii() {
            plain.push(letter);
            continue;
        }
        let small: String = letter.to_lowercase().collect();
        let folded = small.chars().next().and_then(crate::assistant::unaccented);
        match (folded, letter) {
            (Some(folded), _) if letter.is_uppercase() => plain.push_str(&folded.to_ascii_uppercase()),
            (Some(folded), _) => plain.push_str(folded),
            (None, '’') => plain.push('\''),
            (None, '·' | '×') => plain.push('*'),
            (None, '\u{a0}' | '\u{202f}') => plain.push(' '),
            (None, _) => plain.push('?'),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_say_the_same_things_with_the_same_holes() {
        let [english, french] = Language::ALL.map(phrases);
        assert!(english.len() > 50);
        assert_eq!(english.keys().collect::<Vec<_>>(), french.keys().collect::<Vec<_>>());
        let holes = |text: &str| {
            let mut names: Vec<String> = text
                .split('{')
                .skip(1)
                .filter_map(|tail| tail.split(['}', '|']).next().map(ToOwned::to_owned))
                .collect();
            names.sort();
            names.dedup();
            names
        };
        for (id, text) in &english {
            assert_eq!(holes(text), holes(&french[id]), "{id}");
        }
    }

    #[test]
    fn ascii_keeps_what_can_be_read() {
        assert_eq!(in_ascii("Élève déçu : cœur, maïs ’ × ●"), "Eleve decu : coeur, mais ' * ?");
    }
}
