//! What the session says when asked.

use std::path::Path;

use super::{Session, options};
use crate::game::Seat;
use crate::option::quoted;
use crate::protocol::{COMMANDS, Code, Dialect, Help, Query, Refusal};
use crate::register::{self, GAMES};
use crate::whole;

impl Session {
    pub(super) fn shake_hands(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        self.output.line(concat!("id name Ludion ", env!("CARGO_PKG_VERSION")));
        self.output.line("id author the Ludion authors");
        for spec in &options::GENERAL {
            self.output.line(&spec.declaration(&spec.default_value()));
        }
        self.output.line("option name ClearHash type button");
        for name in ["Game", "UCI_Variant"] {
            self.output.line(&combo(name, self.choice.name, register::names()));
        }
        let players = self.board.players();
        self.output.line(&combo("Search", players[0].0, players.iter().map(|(player, ..)| *player)));
        for (spec, value) in self.choice.settings.iter() {
            self.output.line(&spec.declaration(value));
        }
        for (spec, value) in self.manner.iter() {
            self.output.line(&spec.declaration(value));
        }
        self.output.line(if dialect == Dialect::Uci { "uciok" } else { "ugiok" });
    }

    /// The names of all options that can be set now.
    pub(super) fn option_names(&self) -> impl Iterator<Item = &'static str> {
        let own = ["ClearHash", "Game", "UCI_Variant", "Search"].into_iter();
        let specs = options::GENERAL.iter().chain(self.choice.game.options).chain(self.board.options());
        own.chain(specs.map(|spec| spec.name))
    }

    pub(super) fn answer(&self, query: &Query) {
        let board = &self.board;
        let answer = match query {
            Query::Moves => board.moves().join(" "),
            Query::P1Turn => (board.turn() == Seat::FIRST).to_string(),
            Query::GameOver => board.outcome().is_some().to_string(),
            Query::Result => self.result(),
            Query::IsLegal(mv) => board.is_legal(mv).to_string(),
            Query::Fen => board.text(),
            Query::Players => board.seats().to_string(),
            Query::Turn => board.turn().to_string(),
            Query::Scores => spaced(&board.points()),
            Query::Ranks => match board.outcome() {
                Some(outcome) => spaced(outcome.ranks()),
                None => "none".to_owned(),
            },
            Query::Game => self.choice.name.to_owned(),
            Query::Games => GAMES.iter().map(|game| game.name).collect::<Vec<_>>().join(" "),
            Query::Hash => format!("{:016x}", board.key()),
        };
        self.output.line(&format!("response {answer}"));
    }

    fn result(&self) -> String {
        match self.board.outcome() {
            None => "none".to_owned(),
            Some(outcome) => outcome.winner().map_or_else(|| "draw".to_owned(), |seat| format!("p{seat}win")),
        }
    }

    pub(super) fn draw(&self) {
        self.output.line(&self.board.draw());
        self.output.line(&format!("position: {}", self.board.text()));
        self.output.line(&format!("key: {:016x}", self.board.key()));
        if self.board.outcome().is_some() {
            self.output.line(&format!("game over: {}", self.result()));
        } else {
            self.output.line(&format!("to move: {}", self.board.seat_name(self.board.turn())));
            self.output.line(&format!("legal moves: {}", self.board.moves().len()));
        }
    }

    /// Prints the picture of the board, or writes it to a file and says so.
    pub(super) fn picture(&self, file: Option<&str>) -> Result<(), Refusal> {
        let svg = self.board.svg();
        match file {
            None => self.output.line(&svg),
            Some(file) => {
                let refused = |error| Refusal::new(Code::BadArgument, format!("svg {}: {error}", quoted(file)));
                whole::write(Path::new(file), format!("{svg}\n")).map_err(refused)?;
                self.output.line(&format!("response {file}"));
            }
        }
        Ok(())
    }

    pub(super) fn help(&self, command: Option<&Help>) {
        match command {
            Some(help) => {
                self.output.line(&format!("{} {}", help.name, help.usage));
                self.output.line(&format!("  {}", help.about));
                if !help.aliases.is_empty() {
                    self.output.line(&format!("  also: {}", help.aliases.join(" ")));
                }
            }
            None => {
                for help in COMMANDS {
                    self.output.line(&format!("{:<11} {}", help.name, help.about));
                }
                self.output.line("Type 'help COMMAND' for the arguments of a command; protocol.md tells all of it.");
            }
        }
    }
}

fn combo<'a>(name: &str, default: &str, choices: impl Iterator<Item = &'a str>) -> String {
    let choices: Vec<String> = choices.map(|choice| format!("var {choice}")).collect();
    format!("option name {name} type combo default {default} {}", choices.join(" "))
}

fn spaced<T: ToString>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
