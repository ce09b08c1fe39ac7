//! What is to be played: a game with its rules, and who plays which seat.

use std::collections::BTreeMap;

use thiserror::Error;

use super::holder::{Holder, HolderError};
use crate::assistant::{Assistant, Language};
use crate::game::MAX_SEATS;
use crate::referee::entrant::Setting;
use crate::referee::event::BoardSpec;
use crate::referee::openings;
use crate::register::Choice;

/// A plan that cannot be carried out.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlanError {
    /// A seat that nobody can take as told.
    #[error("seat {0}: {1}")]
    Seat(usize, HolderError),
    /// A game that cannot be opened.
    #[error("{0}")]
    Game(String),
}

/// A game to be played and who plays it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game with its rules.
    pub choice: Choice,
    /// Who plays each seat.
    pub holders: Vec<Holder>,
}

impl Plan {
    /// Reads a plan from words: the game, its rule options, and who plays which seat. A person has the first seat and
    /// the machine the others, unless the words say more. There are at least as many seats as the words fill.
    ///
    /// # Errors
    /// If there is no such game, rule, number of seats or player.
    pub fn read(
        game: &str,
        rules: &[(String, String)],
        seats: &[Option<String>; MAX_SEATS],
        language: Language,
    ) -> Result<Self, PlanError> {
        let named = seats.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        let mut spec = BoardSpec::new(game);
        let setting = |(name, value): &(String, String)| (name.clone(), Setting::Text(value.clone()));
        spec.rules = rules.iter().map(setting).collect::<BTreeMap<_, _>>();
        let failed = |error: crate::referee::event::EventError| PlanError::Game(error.to_string());
        let (mut choice, mut board) = openings::open(&spec).map_err(failed)?;
        if named > board.seats() {
            spec.seats = Some(named);
            (choice, board) = openings::open(&spec).map_err(failed)?;
        }
        let book = book_of(&choice, language)?;
        let mut holders = Vec::new();
        for (index, word) in seats.iter().enumerate().take(board.seats()) {
            holders.push(match word {
                Some(word) => {
                    Holder::read(word, board.as_ref(), &book).map_err(|error| PlanError::Seat(index + 1, error))?
                }
                None if index == 0 => Holder::Human,
                None => Holder::USUAL,
            });
        }
        Ok(Self { choice, holders })
    }

    /// The same with every holder one seat further on.
    #[must_use]
    pub(super) fn turned(mut self) -> Self {
        self.holders.rotate_right(1);
        self
    }
}

/// The words of a game and of the dialogue.
pub(super) fn book_of(choice: &Choice, language: Language) -> Result<crate::telling::Phrasebook, PlanError> {
    let assistant = Assistant::new(&choice.game.lore).map_err(|error| PlanError::Game(error.to_string()))?;
    Ok(super::texts::with_game(language, &assistant.book(language)))
}
