//! Why a command was refused, as the client reads it.

use std::fmt;

use thiserror::Error;

/// The kinds of refusal a client can tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// The first word is no command.
    UnknownCommand,
    /// A word of the command is missing, misplaced or malformed.
    BadArgument,
    /// A move cannot be read or is not legal.
    IllegalMove,
    /// A position text cannot be read or is impossible.
    BadPosition,
    /// An option does not exist or does not take the value.
    BadOption,
    /// The line exceeds the limit.
    TooLong,
    /// Too many commands are waiting for the search to end.
    QueueFull,
    /// The engine itself failed; never the client's fault.
    Internal,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnknownCommand => "unknown-command",
            Self::BadArgument => "bad-argument",
            Self::IllegalMove => "illegal-move",
            Self::BadPosition => "bad-position",
            Self::BadOption => "bad-option",
            Self::TooLong => "too-long",
            Self::QueueFull => "queue-full",
            Self::Internal => "internal",
        })
    }
}

/// A refused command: what kind of fault, and in words what was wrong and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{code}: {text}")]
pub struct Refusal {
    /// The kind of fault.
    pub code: Code,
    /// The words.
    pub text: String,
}

impl Refusal {
    /// A refusal with this text.
    pub fn new(code: Code, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }
}
