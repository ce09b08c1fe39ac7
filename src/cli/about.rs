//! What the program can tell about its games: a list of them, and pictures of positions.

use std::io::{Write as _, stdout};

use anyhow::{Context as _, anyhow};
use clap::Args;

use crate::option::Settings;
use crate::protocol::{Command, Refusal};
use crate::register::{self, GAMES, Game};
use crate::whole;

/// The moves of the start position that are shown as examples.
const EXAMPLES: usize = 4;

/// Lists the games: names, seats, options, players and how moves are written
#[derive(Args, Debug)]
pub(super) struct Games {
    /// Only this game
    #[arg(value_name = "GAME")]
    only: Option<String>,
}

impl Games {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        let games: Vec<&Game> = match &self.only {
            Some(name) => vec![choose(name)?.game],
            None => GAMES.to_vec(),
        };
        for game in games {
            writeln!(stdout(), "{}", described(game)?)?;
        }
        Ok(())
    }
}

/// A game in several lines.
fn described(game: &Game) -> anyhow::Result<String> {
    let settings = Settings::new(game.options);
    let board = (game.open)(&settings, crate::game::Style::Own).map_err(|error| anyhow!("{}: {error}", game.name))?;
    let (least, most) = (game.seats.start(), game.seats.end());
    let seats = if least == most { least.to_string() } else { format!("{least} to {most}") };
    let names: Vec<&str> = [game.name].iter().chain(game.aliases).chain(game.foreign).copied().collect();
    let moves: Vec<String> = board.moves().into_iter().take(EXAMPLES).collect();
    let players: Vec<&str> = board.players().iter().map(|(name, ..)| *name).collect();
    let mut lines = vec![
        names.join(", "),
        format!("  {}", game.about),
        format!("  seats     {seats}"),
        format!("  players   {}", players.join(" ")),
        format!("  position  {}", board.text()),
        format!("  moves     {} ...", moves.join(" ")),
    ];
    for (spec, value) in settings.iter() {
        let about = spec.about;
        lines.push(format!("  option    {} = {value}: {about}", spec.name));
    }
    Ok(lines.join("\n"))
}

/// Draws a position as an SVG picture
#[derive(Args, Debug)]
pub(super) struct Render {
    /// The game, with a variant if it has some
    #[arg(short, long, value_name = "NAME")]
    game: Option<String>,

    /// Writes the picture there instead of to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<std::path::PathBuf>,

    /// The position, as after the command 'position': startpos, fen TEXT, random SEED, moves MOVE ...
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
}

impl Render {
    pub(super) fn run(&self, game: Option<&str>) -> anyhow::Result<()> {
        let choice = choose(self.game.as_deref().or(game).unwrap_or(GAMES[0].name))?;
        let mut board = (choice.game.open)(&choice.settings, choice.style).map_err(|error| anyhow!("{error}"))?;
        let words = if self.position.is_empty() { "startpos".to_owned() } else { self.position.join(" ") };
        let told = |refusal: Refusal| anyhow!(refusal.text);
        if let Some(Command::Position { base, moves }) = Command::parse(&format!("position {words}")).map_err(told)? {
            board.set(&base, 0, &moves).map_err(told)?;
        }
        match &self.output {
            Some(path) => whole::write(path, format!("{}\n", board.svg())).with_context(|| path.display().to_string()),
            None => Ok(writeln!(stdout(), "{}", board.svg())?),
        }
    }
}

fn choose(name: &str) -> anyhow::Result<register::Choice> {
    register::choose(name, &[]).map_err(|refusal| anyhow!(refusal.text))
}
