//! The games there are, and how a client chooses one. Adding a game is one folder and one line here.

use std::ops::RangeInclusive;

use crate::assistant::Lore;
use crate::game::{Style, TextError};
use crate::games;
use crate::option::{Settings, Spec, ValueError, did_you_mean, quoted};
use crate::protocol::{Code, Refusal};
use crate::session::Board;

/// All games, the default one first.
pub static GAMES: &[&Game] = &[
    &games::connect4::GAME,
    &games::chicago::GAME,
    &games::quoridor::GAME,
    &games::quoridor::GAME_OF_FOUR,
    &games::oware::GAME,
    &games::bellum::GAME,
];

/// Rule options by name, with values.
pub type RuleValues = Vec<(&'static str, String)>;
/// A board, or why the rule options make none.
pub type Opened = Result<Box<dyn Board>, TextError>;

/// What the program knows about a game before a board of it is opened.
#[derive(Debug)]
pub struct Game {
    /// The name.
    pub name: &'static str,
    /// Other names for the same.
    pub aliases: &'static [&'static str],
    /// Names that choose the game together with another program's notation.
    pub foreign: &'static [&'static str],
    /// What it is, one line.
    pub about: &'static str,
    /// How many can play.
    pub seats: RangeInclusive<usize>,
    /// The rule options.
    pub options: &'static [Spec],
    /// The rule options meant by a variant name such as `connect4-5x5`, given the part after the hyphen.
    pub variant: fn(&str) -> Option<RuleValues>,
    /// Opens a board with these rule options.
    pub open: fn(&Settings, Style) -> Opened,
    /// What the assistant knows about it.
    pub lore: Lore,
    /// Commands of the program that only this game has.
    pub tools: &'static [Tool],
}

/// A command of the program that belongs to a game: building its tables, solving a file of positions.
#[derive(Debug)]
pub struct Tool {
    /// The word on the command line. Games may have tools of the same name.
    pub name: &'static str,
    /// What it does, one line.
    pub about: &'static str,
    /// Its arguments; `--game` is added to them.
    pub command: fn() -> clap::Command,
    /// Runs it.
    pub run: fn(&clap::ArgMatches) -> anyhow::Result<()>,
}

/// A game with its rule options and notation.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The game.
    pub game: &'static Game,
    /// The name it was chosen by, as shown to clients.
    pub name: &'static str,
    /// The notation it prints.
    pub style: Style,
    /// The values of its rule options.
    pub settings: Settings,
}

/// The names a client may choose from: every game and every foreign name.
pub fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().flat_map(|game| std::iter::once(game.name).chain(game.foreign.iter().copied()))
}

/// Chooses a game by any of its names, with rule options in place of the defaults.
///
/// # Errors
/// If there is no such game, or the options do not suit it.
pub fn choose(name: &str, overrides: &[(String, String)]) -> Result<Choice, Refusal> {
    let (base, suffix) = name.split_once('-').map_or((name, None), |(base, suffix)| (base, Some(suffix)));
    let unknown = || {
        let known: Vec<&str> = names().collect();
        let hint = did_you_mean(name, known.iter().copied());
        Refusal::new(Code::BadArgument, format!("{} is no game; one of {}{hint}", quoted(name), known.join(" ")))
    };
    let mut choice = GAMES.iter().find_map(|game| named(game, base)).ok_or_else(unknown)?;
    let variant = match suffix {
        Some(suffix) => (choice.game.variant)(suffix).ok_or_else(unknown)?,
        None => Vec::new(),
    };
    let variant = variant.into_iter().map(|(key, value)| (key.to_owned(), value));
    for (key, value) in variant.chain(overrides.iter().cloned()) {
        if !choice.settings.set(&key, &value).map_err(|error| bad_option(&error))? {
            return Err(unknown_rule(&choice, &key));
        }
    }
    Ok(choice)
}

fn named(game: &'static Game, name: &str) -> Option<Choice> {
    let is = |known: &&&'static str| known.eq_ignore_ascii_case(name);
    let choice = |name, style| Choice { game, name, style, settings: Settings::new(game.options) };
    if let Some(foreign) = game.foreign.iter().find(is) {
        return Some(choice(foreign, Style::Foreign));
    }
    std::iter::once(&game.name).chain(game.aliases).find(is).map(|_| choice(game.name, Style::Own))
}

/// The refusal of a rule option that the game does not have, with a hint if another game has it.
#[must_use]
pub fn unknown_rule(choice: &Choice, name: &str) -> Refusal {
    let elsewhere = GAMES.iter().find(|game| game.options.iter().any(|spec| spec.is_named(name)));
    let hint = match elsewhere {
        Some(game) => format!(" (it belongs to {})", game.name),
        None => did_you_mean(name, choice.game.options.iter().map(|spec| spec.name)),
    };
    Refusal::new(Code::BadOption, format!("{} has no option {}{hint}", choice.name, quoted(name)))
}

/// A refused value as a client reads it.
#[must_use]
pub fn bad_option(error: &ValueError) -> Refusal {
    Refusal::new(Code::BadOption, error.to_string())
}
