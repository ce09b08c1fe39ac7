//! The games, one folder each. [`crate::register`] lists them.

pub mod connect4;
