//! Measuring tools over any game.

pub mod bench;
pub mod perft;
