//! The command line: which session to hold, with whom.

mod about;
mod play;
mod referee;
mod shell;
mod tool;

use std::io::{BufReader, Cursor, ErrorKind, IsTerminal as _, Write as _, stdin, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, anyhow};
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::option::{did_you_mean, quoted};
use crate::protocol;
use crate::referee::guard::{self, GUARDIAN};
use crate::register::{self, GAMES};
use crate::session::{Output, Session};

const LONG_VERSION: &str =
    concat!(env!("CARGO_PKG_VERSION"), " (", env!("LUDION_COMMIT"), ", ", env!("LUDION_TARGET"), ")");

const AFTER_HELP: &str = "\
Without a command the program reads commands from standard input: the protocol UGI or UCI, or by hand.
With words after the options, those words are one command, carried out before the program ends:
  ludion perft 6
  ludion --game connect4 go depth 12
  ludion -c 'position startpos moves 4 4' -c 'go depth 12'
Type 'ludion help' for the commands. Logging to stderr: RUST_LOG=debug or RUST_LOG=trace.
Exit code: 0, or 2 if a command was refused (one-shot and --strict) or the usage is wrong.";

/// A game-playing engine for a family of board games.
#[derive(Parser, Debug)]
#[command(name = "ludion", version = LONG_VERSION, after_help = AFTER_HELP, disable_help_subcommand = true)]
struct Arguments {
    /// The game to begin with (connect4, connect4-5x5, cfour ...)
    #[arg(short, long, value_name = "NAME")]
    game: Option<String>,

    /// Sets an option, as setoption does (repeatable)
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,

    /// Carries out a command line and ends (repeatable)
    #[arg(short, long = "command", value_name = "LINE")]
    commands: Vec<String>,

    /// Ends with exit code 2 at the first refused command
    #[arg(long)]
    strict: bool,

    /// Writes every line in and out to a file, with time and direction
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    #[command(subcommand)]
    words: Option<Words>,
}

#[derive(Subcommand, Debug)]
enum Words {
    Match(Box<referee::Match>),
    Rate(referee::Rate),
    Replay(referee::Replay),
    Check(Box<referee::Check>),
    Export(referee::Export),
    Play(Box<play::Play>),
    Games(about::Games),
    Render(about::Render),
    Completions(shell::Completions),
    #[command(name = "man")]
    Manual(shell::Manual),
    /// Kills the children that a referee left behind.
    #[command(name = GUARDIAN, hide = true)]
    Guard,
    /// The words of one protocol command.
    #[command(external_subcommand)]
    Protocol(Vec<String>),
}

/// Runs the program with the process's arguments.
#[must_use]
pub fn run() -> ExitCode {
    env_logger::init();
    let definition = tool::add_all(Arguments::command(), std::env::args());
    let matches = definition.clone().get_matches();
    if let Some(end) = tool::run(&matches) {
        return finish(end.map(|()| ExitCode::SUCCESS));
    }
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let game = arguments.game.as_deref();
    finish(match &arguments.words {
        Some(Words::Play(command)) => command.run(game).map(|()| ExitCode::SUCCESS),
        Some(Words::Match(command)) => referee::hold(command),
        Some(Words::Rate(command)) => referee::rate(command),
        Some(Words::Replay(command)) => referee::replay(command),
        Some(Words::Check(command)) => referee::check(command),
        Some(Words::Export(command)) => referee::export(command),
        Some(Words::Games(command)) => command.run().map(|()| ExitCode::SUCCESS),
        Some(Words::Render(command)) => command.run(game).map(|()| ExitCode::SUCCESS),
        Some(Words::Completions(command)) => command.run(definition).map(|()| ExitCode::SUCCESS),
        Some(Words::Manual(command)) => command.run(definition).map(|()| ExitCode::SUCCESS),
        Some(Words::Guard) => {
            guard::keep_watch(stdin().lock());
            Ok(ExitCode::SUCCESS)
        }
        Some(Words::Protocol(_)) | None => match misspelt(&arguments, &definition) {
            Some(text) => Err(anyhow!(text)),
            None => hold_session(&arguments).map(|accepted| ExitCode::from(if accepted { 0 } else { 2 })),
        },
    })
}

/// The exit code, after the error is told if there is one.
fn finish(end: anyhow::Result<ExitCode>) -> ExitCode {
    end.unwrap_or_else(|error| {
        let is_unheard =
            error.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe);
        if is_unheard {
            return ExitCode::FAILURE;
        }
        // Nobody may be listening on stderr either.
        let _ = writeln!(std::io::stderr(), "ludion: {error:#}");
        ExitCode::from(2)
    })
}

/// What to say about a first word that is no command of the protocol but close to one of the program's own commands.
fn misspelt(arguments: &Arguments, definition: &clap::Command) -> Option<String> {
    let Some(Words::Protocol(words)) = &arguments.words else { return None };
    let word = words.first().filter(|word| !protocol::is_command(word))?;
    let own = definition.get_subcommands().filter(|command| !command.is_hide_set()).map(clap::Command::get_name);
    let hint = did_you_mean(word, own);
    (!hint.is_empty()).then(|| format!("{} is no command{hint}; 'ludion --help' lists them", quoted(word)))
}

/// Holds one session; false if a command was refused and that matters for the exit code.
fn hold_session(arguments: &Arguments) -> anyhow::Result<bool> {
    let name = arguments.game.as_deref().unwrap_or(GAMES[0].name);
    let choice = register::choose(name, &[]).map_err(|refusal| anyhow!(refusal.text)).context("--game")?;
    let mut session = Session::new(Output::new(Box::new(stdout())), choice)?;
    session.set_strict(arguments.strict);
    for setting in &arguments.options {
        let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
        session.set_option(name, value).map_err(|refusal| anyhow!(refusal.text)).context("--option")?;
    }
    if let Some(path) = &arguments.log {
        let path = path.to_str().context("--log: the file name is not valid Unicode")?;
        session.set_option("LogFile", path).map_err(|refusal| anyhow!(refusal.text)).context("--log")?;
    }
    let mut lines = arguments.commands.clone();
    if let Some(Words::Protocol(words)) = &arguments.words {
        lines.push(words.join(" "));
    }
    if lines.is_empty() {
        if stdin().is_terminal() && stdout().is_terminal() {
            let _ = writeln!(stdout(), "Ludion {LONG_VERSION}. Type 'help' for the commands, 'quit' to leave.");
        }
        return Ok(session.converse(BufReader::new(stdin())) || !arguments.strict);
    }
    session.set_patient(true);
    Ok(session.converse(Cursor::new(lines.join("\n"))))
}
