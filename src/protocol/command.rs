//! What a client can ask for, as values. How they are read from words is in `parse`.

use std::time::Duration;

use crate::game::MAX_SEATS;

/// A command with its usage and purpose, for `help`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Help {
    /// The command word.
    pub name: &'static str,
    /// Other words for the same.
    pub aliases: &'static [&'static str],
    /// The arguments.
    pub usage: &'static str,
    /// What it does, one line.
    pub about: &'static str,
}

const fn help(name: &'static str, aliases: &'static [&'static str], usage: &'static str, about: &'static str) -> Help {
    Help { name, aliases, usage, about }
}

/// All commands, in the order of a session.
pub const COMMANDS: &[Help] = &[
    help("ugi", &[], "", "handshake, Universal Game Interface: who we are, the options, ugiok"),
    help("uci", &[], "", "handshake, Universal Chess Interface: the same, uciok"),
    help("isready", &[], "", "answers readyok, also during a search"),
    help("uginewgame", &["ucinewgame"], "", "forgets everything learnt from earlier games"),
    help("game", &[], "NAME [OPTION=VALUE ...]", "chooses the game and its rule options, sets the start position"),
    help("setoption", &[], "name NAME [value VALUE]", "sets an option"),
    help(
        "position",
        &[],
        "startpos | fen TEXT | random [SEED] [moves MOVE ...]",
        "sets the position; 'position moves ...' begins at the start position",
    ),
    help(
        "go",
        &[],
        "[depth N] [nodes N] [movetime MS] [infinite] [ponder] [mate N] [movestogo N] [p1time MS ...] [p1inc MS ...] [searchmoves MOVE ...]",
        "searches and answers bestmove; the first limit reached ends it",
    ),
    help("stop", &[], "", "ends the search, and every go sent before"),
    help("ponderhit", &[], "", "the expected move was played: the pondering search goes on, on the clock"),
    help("play", &["moves"], "MOVE ...", "plays moves on the board"),
    help("undo", &[], "[N]", "takes back the last move, or the last N"),
    help("list", &[], "", "lists the legal moves"),
    help(
        "query",
        &[],
        "moves | p1turn | gameover | result | islegal MOVE | fen | players | turn | scores | ranks | game | games | hash",
        "asks about the position",
    ),
    help("wait", &[], "", "holds all later commands but stop until the search is over"),
    help("d", &[], "", "draws the board"),
    help("svg", &[], "[FILE]", "draws the board as an SVG picture, here or into a file"),
    help("eval", &[], "", "breaks the static evaluation down into its terms"),
    help("ask", &[], "QUESTION", "answers a question about the rules or the position, in English or French"),
    help("perft", &[], "N", "counts the move sequences of length N"),
    help("divide", &[], "N", "the same, separately for every first move"),
    help("bench", &[], "[DEPTH]", "searches fixed positions; the node count is the signature of the build"),
    help("debug", &[], "on | off", "tells with every search who thinks about which position"),
    help("help", &[], "[COMMAND]", "this list, or one command"),
    help("quit", &["exit"], "", "ends the program"),
];

/// Where a position begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Base {
    /// The start position of the game.
    Start,
    /// A position text.
    Text(String),
    /// A set-up drawn from this seed, or from the option `Seed`.
    Drawn(Option<u64>),
}

/// The clocks of a `go`, per seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clocks {
    /// Time left.
    pub left: [Option<Duration>; MAX_SEATS],
    /// Increment per move.
    pub increment: [Option<Duration>; MAX_SEATS],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
}

/// The limits of a `go` as sent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Until `stop`.
    pub infinite: bool,
    /// On the opponent's time.
    pub ponder: bool,
    /// A win within so many moves (UCI) or plies (UGI).
    pub mate: Option<u32>,
    /// The clocks.
    pub clocks: Clocks,
    /// Only these moves.
    pub searchmoves: Vec<String>,
}

/// A question about the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Query {
    /// The legal moves.
    Moves,
    /// Whether seat 1 is to move.
    P1Turn,
    /// Whether the game is over.
    GameOver,
    /// Who won.
    Result,
    /// Whether a move is legal.
    IsLegal(String),
    /// The position text.
    Fen,
    /// The number of seats.
    Players,
    /// The seat to move.
    Turn,
    /// Points per seat.
    Scores,
    /// Places per seat.
    Ranks,
    /// The name of the game.
    Game,
    /// The names of all games.
    Games,
    /// The key of the position.
    Hash,
}

/// One command of a client.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the table COMMANDS says what each one is for")]
pub enum Command {
    Ugi,
    Uci,
    IsReady,
    NewGame,
    SetOption { name: String, value: String },
    Position { base: Base, moves: String },
    Go(Go),
    Stop,
    PonderHit,
    Quit,
    Play(String),
    Undo(u32),
    Query(Query),
    Wait,
    Game { name: String, settings: Vec<(String, String)> },
    Draw,
    Svg(Option<String>),
    Eval,
    Ask(String),
    Perft(u32),
    Divide(u32),
    Bench(Option<u32>),
    Debug(bool),
    Help(Option<&'static Help>),
}

/// The entry of the command table for a word.
pub(super) fn find(word: &str) -> Option<&'static Help> {
    COMMANDS.iter().find(|help| {
        help.name.eq_ignore_ascii_case(word) || help.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(word))
    })
}

/// Whether a word is a command, by any of its names.
#[must_use]
pub fn is_command(word: &str) -> bool {
    find(word).is_some()
}
