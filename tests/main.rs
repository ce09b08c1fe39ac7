//! The integration tests, one binary: the laws of games and of searchers, and the program as its clients see it.

mod assistant;
mod bellum;
mod chicago;
mod determinism;
mod dialogue;
mod laws;
mod levels;
mod malformed;
mod multiseat;
mod oware;
mod perft;
mod pictures;
mod play;
mod protocol_md;
mod quoridor;
mod referee;
mod reference {
    //! Slow twins of the games, written for clarity alone.
    #[expect(clippy::option_option, reason = "unfinished, drawn and won are three things")]
    pub(crate) mod bellum;
    #[expect(clippy::option_option, reason = "unfinished, drawn and won are three things")]
    pub(crate) mod connect4;
}
mod scripts;
mod searchers;
mod solve;
mod support;
mod twin;
