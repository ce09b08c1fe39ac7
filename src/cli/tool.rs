//! The games' own tools as commands of the program.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgMatches, Command};

use crate::register::{GAMES, Game, Tool};

const GAME: &str = "game";

/// Adds a subcommand for every tool. Where games have tools of the same name, the words tell which one is meant.
pub(super) fn add_all(command: Command, words: impl Iterator<Item = String>) -> Command {
    let wanted = wanted_game(words);
    names().into_iter().filter_map(|name| choose(name, wanted.as_deref())).fold(command, |command, (game, tool)| {
        let owners = owners(tool.name).map(|(game, _)| PossibleValue::new(game.name).aliases(game.aliases));
        let choice = Arg::new(GAME).short('g').long(GAME).value_name("NAME").help("The game").global(true);
        let choice = choice.value_parser(PossibleValuesParser::new(owners)).default_value(game.name);
        command.subcommand((tool.command)().name(tool.name).about(tool.about).arg(choice))
    })
}

/// Runs the tool that was asked for, if one was.
pub(super) fn run(matches: &ArgMatches) -> Option<anyhow::Result<()>> {
    let (name, matches) = matches.subcommand()?;
    let (_, tool) = choose(name, matches.try_get_one::<String>(GAME).ok()?.map(String::as_str))?;
    Some((tool.run)(matches))
}

/// Every tool's name once.
fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = GAMES.iter().flat_map(|game| game.tools).map(|tool| tool.name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn owners(name: &str) -> impl Iterator<Item = (&'static Game, &'static Tool)> {
    GAMES.iter().filter_map(move |game| game.tools.iter().find(|tool| tool.name == name).map(|tool| (*game, tool)))
}

/// The tool of the wanted game, or of the first game that has it.
fn choose(name: &str, wanted: Option<&str>) -> Option<(&'static Game, &'static Tool)> {
    let is_wanted = |game: &Game| wanted.is_some_and(|name| game.name == name || game.aliases.contains(&name));
    owners(name).find(|(game, _)| is_wanted(game)).or_else(|| owners(name).next())
}

/// The value of `--game` anywhere among the words: it decides which arguments the command has.
fn wanted_game(mut words: impl Iterator<Item = String>) -> Option<String> {
    while let Some(word) = words.next() {
        match word.strip_prefix("--game").or_else(|| word.strip_prefix("-g")) {
            Some("") => return words.next(),
            Some(rest) => return Some(rest.trim_start_matches('=').to_owned()),
            None => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_is_found_anywhere_among_the_words() {
        let wanted = |line: &str| wanted_game(line.split_whitespace().map(str::to_owned));
        for line in ["tables build --game oware", "tables -g oware build", "tables --game=oware", "tables -goware -x"] {
            assert_eq!(wanted(line).as_deref(), Some("oware"), "{line}");
        }
        assert_eq!(wanted("tables build --seeds 12"), None);
        assert_eq!(wanted("tables --game"), None);
    }
}
