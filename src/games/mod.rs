//! The games, one folder each. [`crate::register`] lists them.

pub mod bellum;
pub mod chicago;
pub mod connect4;
pub mod oware;
pub mod quoridor;
