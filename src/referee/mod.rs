//! The referee: matches and tournaments between any engines, in any game of the register, with two to four seats.
//!
//! Engines are asked, never trusted: the game's own rules judge every move. What happened stands in a journal, and
//! everything else, tables, ratings, resumption, is computed from it. No game is named here.

pub mod chart;
pub mod check;
pub mod engine;
pub mod entrant;
pub mod event;
pub mod export;
pub mod game;
pub mod guard;
pub mod journal;
mod link;
pub mod openings;
pub mod rating;
pub mod replay;
pub mod run;
pub mod schedule;
pub mod standings;
pub mod stats;
pub mod tables;
