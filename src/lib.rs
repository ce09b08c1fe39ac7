//! Ludion: an engine for a family of board games, driven by a line-based text protocol.
//!
//! Four layers, each knowing only those below it: [`protocol`] (words and values), [`session`] (the state machine a
//! client talks to), [`search`] (any game, through its contract) and [`games`] (rules). The contract is in [`game`],
//! the list of games in [`register`].

pub mod assistant;
pub mod cli;
pub mod game;
pub mod games;
pub mod option;
pub mod picture;
pub mod play;
pub mod protocol;
pub mod random;
pub mod referee;
pub mod register;
pub mod score;
pub mod search;
pub mod session;
pub mod telling;
pub mod tools;
pub mod trail;
pub mod weights;
pub mod whole;
