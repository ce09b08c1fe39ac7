//! `ludion play`: what stands on the command line becomes a dialogue at the terminal.

use std::env;
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use clap::{Args, ValueEnum};

use crate::assistant::Language;
use crate::play::{Look, Manner, Plan, terminal};
use crate::protocol::Go;
use crate::register::GAMES;
use crate::session::{ADVICE_TIME, DEFAULT_MOVETIME};

const AFTER_HELP: &str = "\
A seat is played by 'human', by a level from beginner to master (or 0 to 20), by one of the game's players, or by
PLAYER:LEVEL. Without a game and without seats a short menu asks. NO_COLOR and the locale are respected.
  ludion play --game oware --lang fr
  ludion play --game quoridor4 --seat1 human --seat2 club --seat3 human --seat4 expert
  ludion play --game chicago --option Movement=expert --seat1 master --seat2 classic --pace 800";

/// Plays a game at the terminal, against the machine or with others
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Play {
    /// The game, with a variant if it has some
    #[arg(short, long, value_name = "NAME")]
    game: Option<String>,
    /// Who plays seat 1, which begins
    #[arg(long, value_name = "WHO")]
    seat1: Option<String>,
    /// Who plays seat 2
    #[arg(long, value_name = "WHO")]
    seat2: Option<String>,
    /// Who plays seat 3
    #[arg(long, value_name = "WHO")]
    seat3: Option<String>,
    /// Who plays seat 4
    #[arg(long, value_name = "WHO")]
    seat4: Option<String>,
    /// Sets a rule option of the game (repeatable)
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// The language of all texts [default: that of the locale]
    #[arg(long, value_enum)]
    lang: Option<Lang>,
    /// Uses no letters beyond ASCII
    #[arg(long)]
    ascii: bool,
    /// Does not turn the board to the person who plays
    #[arg(long)]
    fixed: bool,
    /// Milliseconds to wait after each move of the machine
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pace: u64,
    /// Milliseconds the machine may think about a move [default: 1000]
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Feeds everything random [default: drawn afresh]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Goes on with a saved game and those who played it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "seat1", "seat2", "seat3", "seat4", "options"])]
    load: Option<String>,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Lang {
    En,
    Fr,
}

impl Play {
    pub(super) fn run(&self, game: Option<&str>) -> anyhow::Result<()> {
        if !terminal::is_there() {
            return Err(terminal::TerminalError::None.into());
        }
        let language = self.language();
        let plan = self.plan(game, language)?;
        let colour = env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            && env::var_os("TERM").is_none_or(|term| term != "dumb");
        let movetime = self.movetime.map_or(DEFAULT_MOVETIME, Duration::from_millis);
        let go = |time| Go { movetime: Some(time), ..Go::default() };
        let manner = Manner {
            language,
            look: Look { unicode: !self.ascii && is_utf8(), colour, turned: !self.fixed },
            machine: go(movetime),
            advice: go(ADVICE_TIME),
            pace: Duration::from_millis(self.pace),
            seed: self.seed,
        };
        Ok(terminal::hold(manner, plan, self.load.as_deref())?)
    }

    fn language(&self) -> Language {
        match self.lang {
            Some(Lang::En) => Language::English,
            Some(Lang::Fr) => Language::French,
            None => {
                let own = locale(&["LC_ALL", "LC_MESSAGES", "LANG"]).unwrap_or_default();
                let is_own = |language: &Language| own.starts_with(language.code());
                Language::ALL.into_iter().find(is_own).unwrap_or(Language::English)
            }
        }
    }

    /// What the words ask for; nothing if they leave everything to the menu or to a saved game.
    fn plan(&self, game: Option<&str>, language: Language) -> anyhow::Result<Option<Plan>> {
        let seats = [&self.seat1, &self.seat2, &self.seat3, &self.seat4].map(Clone::clone);
        let game = self.game.as_deref().or(game);
        let says_nothing = game.is_none() && seats.iter().all(Option::is_none) && self.options.is_empty();
        if says_nothing {
            return Ok(None);
        }
        let mut rules = Vec::new();
        for setting in &self.options {
            let pair =
                setting.split_once('=').ok_or_else(|| anyhow!("{setting} is no NAME=VALUE")).context("--option")?;
            rules.push((pair.0.to_owned(), pair.1.to_owned()));
        }
        let name = game.unwrap_or(GAMES[0].name);
        let plan = Plan::read(name, &rules, &seats, language).map_err(|error| anyhow!("{error}"))?;
        Ok(Some(plan))
    }
}

/// The first of these variables that is set to something.
fn locale(names: &[&str]) -> Option<String> {
    names.iter().filter_map(|name| env::var(name).ok()).find(|value| !value.is_empty())
}

/// Whether the locale can show every letter; one that says nothing is trusted.
fn is_utf8() -> bool {
    locale(&["LC_ALL", "LC_CTYPE", "LANG"]).is_none_or(|value| value.to_lowercase().replace('-', "").contains("utf8"))
}
