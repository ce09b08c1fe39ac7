//! The words a person may type, in all languages at once. What is none of them is a move, a number or a question.

use crate::assistant::Language;
use crate::option;

/// What a person wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Hint,
    Eval,
    Undo,
    Moves,
    Board,
    Rules,
    Ask,
    Save,
    Load,
    Resign,
    New,
    Menu,
    Quit,
    Help,
}

/// A command with what it is called.
pub(super) struct Entry {
    pub(super) word: Word,
    /// The phrase that explains it.
    pub(super) help: &'static str,
    /// The names that are shown, in the order of [`Language::ALL`].
    names: [&'static str; 2],
    /// What is understood besides.
    others: &'static [&'static str],
    /// What stands after it in the list of commands.
    argument: &'static str,
}

const fn entry(
    word: Word,
    help: &'static str,
    names: [&'static str; 2],
    others: &'static [&'static str],
    argument: &'static str,
) -> Entry {
    Entry { word, help, names, others, argument }
}

/// All commands in the order of the help.
pub(super) const ALL: [Entry; 14] = [
    entry(Word::Hint, "help-hint", ["hint", "indice"], &["advice", "conseil", "h"], ""),
    entry(Word::Eval, "help-eval", ["eval", "avis"], &["evaluer", "evaluation"], ""),
    entry(Word::Undo, "help-undo", ["undo", "annuler"], &["back", "reprendre", "u"], " [N]"),
    entry(Word::Moves, "help-moves", ["moves", "coups"], &["list", "liste"], ""),
    entry(Word::Board, "help-board", ["board", "plateau"], &["draw", "dessiner", "d"], ""),
    entry(Word::Rules, "help-rules", ["rules", "règles"], &[], " [N]"),
    entry(Word::Ask, "help-ask", ["ask", "demander"], &["question"], " ..."),
    entry(Word::Save, "help-save", ["save", "sauver"], &["enregistrer", "sauvegarder"], " F"),
    entry(Word::Load, "help-load", ["load", "charger"], &["ouvrir", "open"], " F"),
    entry(Word::Resign, "help-resign", ["resign", "abandonner"], &["abandon"], ""),
    entry(Word::New, "help-new", ["new", "nouvelle"], &["rejouer", "nouveau"], ""),
    entry(Word::Menu, "help-menu", ["menu", "menu"], &[], ""),
    entry(Word::Quit, "help-quit", ["quit", "quitter"], &["exit", "bye", "sortir", "q"], ""),
    entry(Word::Help, "", ["help", "aide"], &["?"], ""),
];

impl Entry {
    /// The name in a language.
    pub(super) const fn name(&self, language: Language) -> &'static str {
        self.names[match language {
            Language::English => 0,
            Language::French => 1,
        }]
    }

    /// The name with its argument, for the list of commands.
    pub(super) fn usage(&self, language: Language) -> String {
        format!("{}{}", self.name(language), self.argument)
    }

    fn is_called(&self, name: &str) -> bool {
        self.names.iter().chain(self.others).any(|known| super::texts::in_ascii(known) == name)
    }
}

/// The command a word stands for. Words of one letter count only where they are asked for: they may be moves.
pub(super) fn find(word: &str, is_short_too: bool) -> Option<Word> {
    let plain = super::texts::in_ascii(word).to_lowercase();
    if plain.len() < 2 && plain != "?" && !is_short_too {
        return None;
    }
    ALL.iter().find(|entry| entry.is_called(&plain)).map(|entry| entry.word)
}

/// The nearest command of a language to a word that is none.
pub(super) fn nearest(word: &str, language: Language) -> Option<&'static str> {
    let plain = super::texts::in_ascii;
    let names: Vec<(String, &'static str)> =
        ALL.iter().map(|entry| entry.name(language)).map(|name| (plain(name), name)).collect();
    let near = option::nearest(&plain(word), names.iter().map(|(folded, _)| folded.as_str()))?;
    names.iter().find(|(folded, _)| folded == near).map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_understood_in_both_languages() {
        for (typed, word) in [
            ("hint", Word::Hint),
            ("Indice", Word::Hint),
            ("RÈGLES", Word::Rules),
            ("?", Word::Help),
            ("quit", Word::Quit),
        ] {
            assert_eq!(find(typed, false), Some(word), "{typed}");
        }
        assert_eq!(find("d", false), None);
        assert_eq!(find("d", true), Some(Word::Board));
        assert_eq!(find("e4", true), None);
        assert_eq!(nearest("hnit", Language::English), Some("hint"));
        assert_eq!(nearest("règle", Language::French), Some("règles"));
        assert_eq!(nearest("xyz", Language::English), None);
    }

    #[test]
    fn no_name_means_two_commands() {
        let mut names: Vec<(&str, Word)> = Vec::new();
        for entry in &ALL {
            for name in entry.names.iter().chain(entry.others) {
                assert!(names.iter().all(|(known, word)| known != name || *word == entry.word), "{name}");
                names.push((name, entry.word));
            }
        }
    }
}
