//! A game at the terminal for people: human or machine on every seat, advice, undo, saved games, two languages.
//!
//! The [`Dialogue`] is a state machine: it is fed with lines and writes to any sink, so that whole games can be played
//! without a terminal. Only [`terminal`] knows keys, line editing and signals. No game is named here: what a game has to
//! tell comes through its contract and its data files.

mod answers;
mod brake;
mod command;
mod dialogue;
mod holder;
mod menu;
mod plan;
mod record;
mod round;
mod screen;
pub mod terminal;
mod texts;
mod thinker;

pub use brake::Brake;
pub use dialogue::{Dialogue, Input, Manner, Want};
pub use holder::{Holder, HolderError};
pub use plan::{Plan, PlanError};
pub use screen::Look;
pub use texts::phrases;
