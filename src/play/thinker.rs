//! A machine at the table: a board of its own with a player, so that machines of different kinds learn apart.

use std::sync::Arc;
use std::time::Duration;

use super::brake::Brake;
use super::holder::Holder;
use crate::assistant::Finding;
use crate::option::Settings;
use crate::protocol::{Base, Code, Dialect, Go, Refusal};
use crate::register::Choice;
use crate::search::{Setup, Table};
use crate::session::{Board, Thinking, consult_aside};

/// Megabytes for what a machine remembers.
const MEMORY: usize = 16;

/// A machine that can be asked for moves.
pub(super) struct Thinker {
    board: Box<dyn Board>,
}

impl Thinker {
    /// Lets a machine sit down; a person's seat gets the strongest one, as an adviser.
    pub(super) fn new(choice: &Choice, holder: &Holder) -> Result<Self, Refusal> {
        let failed = |text: String| Refusal::new(Code::Internal, text);
        let mut board =
            (choice.game.open)(&choice.settings, choice.style).map_err(|error| failed(error.to_string()))?;
        let table = Arc::new(Table::new(MEMORY).map_err(|error| failed(error.to_string()))?);
        let settings = choice.settings.clone().joined(Settings::new(board.options()));
        let setup = Setup { level: holder.strength(), settings, ..Setup::new(table) };
        let player = match holder {
            Holder::Machine { player: Some(player), .. } => player.clone(),
            _ => board.players()[0].0.to_owned(),
        };
        board.seat_player(&player, &setup)?;
        Ok(Self { board })
    }

    /// Searches the position after these moves; `None` if the search fails.
    pub(super) fn find(&mut self, base: &Base, moves: &str, go: &Go, seed: u64, brake: &Brake) -> Option<Finding> {
        self.board.set(base, 1, moves).ok()?;
        let thinking = Thinking { dialect: Dialect::Ugi, multipv: 1, overhead: Duration::ZERO, seed, ponder: false };
        let job = self.board.think(go, thinking).ok()?;
        brake.over(|control| consult_aside(job, control))
    }
}
