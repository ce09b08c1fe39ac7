//! The terminal: line editing with history and completion, and Ctrl-C while the machine thinks.

use std::io::{IsTerminal as _, Stdout, stdin, stdout};
use std::thread;
use std::time::{Duration, Instant};

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{CompletionType, Config, Context, Editor, Helper, Highlighter, Hinter, Validator};
use thiserror::Error;

use super::command::{self, Word};
use super::dialogue::{Dialogue, Input, Manner, Want};
use super::plan::Plan;

/// Why no game can be played at this terminal.
#[derive(Debug, Error)]
pub enum TerminalError {
    /// There is none.
    #[error(
        "play needs a terminal, and standard input or output is none; \
         use 'ludion' with commands of the protocol, 'ludion -c COMMAND', or 'ludion match' instead"
    )]
    None,
    /// The lines cannot be read.
    #[error("the terminal cannot be read: {0}")]
    Lines(#[from] ReadlineError),
    /// Ctrl-C cannot be caught.
    #[error("Ctrl-C cannot be caught: {0}")]
    Signal(#[from] ctrlc::Error),
    /// The saved game cannot be gone on with.
    #[error("{0}")]
    Saved(String),
}

/// How long to sleep before looking at the brake again.
const NAP: Duration = Duration::from_millis(20);

/// Whether there is a terminal to play at.
#[must_use]
pub fn is_there() -> bool {
    stdin().is_terminal() && stdout().is_terminal()
}

/// Holds a dialogue at the terminal until somebody leaves it.
///
/// # Errors
/// If there is no terminal, it cannot be read, or a saved game that was asked for cannot be loaded.
pub fn hold(manner: Manner, plan: Option<Plan>, saved: Option<&str>) -> Result<(), TerminalError> {
    if !is_there() {
        return Err(TerminalError::None);
    }
    let mut dialogue = match saved {
        Some(file) => Dialogue::resume(stdout(), manner, file).map_err(TerminalError::Saved)?,
        None => Dialogue::new(stdout(), manner, plan),
    };
    let brake = dialogue.brake();
    ctrlc::set_handler(move || {
        // A call that nobody answers comes from whoever wants the process to end.
        if !brake.pull() {
            std::process::exit(1);
        }
    })?;
    let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
    let mut editor: Editor<Words, MemHistory> = Editor::with_history(config, MemHistory::new())?;
    editor.set_helper(Some(Words::default()));
    run(&mut dialogue, &mut editor)
}

fn run(dialogue: &mut Dialogue<Stdout>, editor: &mut Editor<Words, MemHistory>) -> Result<(), TerminalError> {
    loop {
        match dialogue.wants() {
            Want::Nothing => return Ok(()),
            Want::Move => {
                dialogue.move_machine();
                wait(dialogue);
            }
            Want::Line => {
                if let Some(helper) = editor.helper_mut() {
                    helper.words = dialogue.words();
                }
                let brake = dialogue.brake();
                brake.set_at_prompt(true);
                let typed = editor.readline(&dialogue.prompt());
                brake.set_at_prompt(false);
                match typed {
                    Ok(line) => dialogue.take(Input::Line(&line)),
                    Err(ReadlineError::Interrupted) => dialogue.take(Input::Interrupt),
                    Err(ReadlineError::Eof) => dialogue.take(Input::End),
                    Err(error) => return Err(error.into()),
                }
            }
        }
    }
}

/// Waits as long as the pace says, or until the brake is pulled.
fn wait(dialogue: &Dialogue<Stdout>) {
    let until = Instant::now() + dialogue.pace();
    let brake = dialogue.brake();
    while Instant::now() < until && dialogue.wants() == Want::Move && !brake.is_pulled() {
        thread::sleep(NAP.min(until.saturating_duration_since(Instant::now())));
    }
}

/// Completes commands, moves and the names of files.
#[derive(Helper, Hinter, Highlighter, Validator, Default)]
struct Words {
    words: Vec<String>,
    files: FilenameCompleter,
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, context: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = &line[..at];
        let first = before.split_whitespace().next().unwrap_or_default();
        if matches!(command::find(first, false), Some(Word::Save | Word::Load)) && before.contains(' ') {
            return self.files.complete(line, at, context);
        }
        let from = before.rfind(' ').map_or(0, |blank| blank + 1);
        let fits = self.words.iter().filter(|word| word.starts_with(&before[from..]));
        Ok((from, fits.map(|word| Pair { display: word.clone(), replacement: word.clone() }).collect()))
    }
}
