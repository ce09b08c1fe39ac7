//! The wire protocol as values: words in, [`Command`]s out; events in, lines out. No board inside and no I/O.

mod command;
mod error;
mod event;
mod message;
mod parse;

pub use command::{Base, COMMANDS, Clocks, Command, Go, Help, Query, is_command};
pub use error::{Code, Refusal};
pub use event::{Dialect, Info};
pub use message::{Declared, Malformed, Message, Report, Value};
