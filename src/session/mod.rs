//! The state machine a client talks to: it owns the board, the running job and the queue of waiting commands.
//!
//! One reader thread, one job thread, one writer. Commands run in order; while a job runs, `stop`, `ponderhit`, `quit`,
//! `isready` and `debug` act at once and everything else waits. What each command does is in `execute`, what it answers
//! in `answers`.

mod answers;
mod ask;
mod board;
mod execute;
mod game_board;
mod io;
mod line;
mod options;

use std::collections::VecDeque;
use std::io::BufRead;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

pub use ask::{ADVICE_TIME, consult_aside, facts};
pub use board::{Board, Thinking};
pub use game_board::{DEFAULT_MOVETIME, open};
pub use io::{LINE_LIMIT, Output};

use crate::assistant::Assistant;
use crate::option::Settings;
use crate::protocol::{Code, Command, Dialect, Refusal};
use crate::random::Rng;
use crate::register::Choice;
use crate::score::Score;
use crate::search::{Control, Level, STACK, Setup, Table};

/// Work that runs beside the session: it may emit lines, and returns the line that ends it.
pub type Job = Box<dyn FnOnce(&Control, &dyn Fn(&str)) -> Option<String> + Send>;

/// How many commands may wait for a job to end.
const QUEUE_LIMIT: usize = 1000;
/// How many bytes of them.
const QUEUE_BYTES: usize = 8 << 20;

/// What wakes the session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A line of input.
    Line(String),
    /// A line that was dropped for its length.
    TooLong,
    /// The end of input.
    End,
    /// Nobody reads the output any more.
    Broken,
    /// The job is done; its last line.
    Done(Option<String>),
    /// The job failed.
    Failed,
}

/// What was said to a search before it could begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    Nothing,
    Ponderhit,
    Stop,
}

/// A command that waits for a job to end.
#[derive(Debug)]
enum Waiting {
    /// A line, and what later ones have already said to the search it may ask for.
    Line { text: String, word: Word },
    /// So many `go` that found the queue full; each is still owed a `bestmove`.
    RefusedGo(u32),
}

impl Waiting {
    fn len(&self) -> usize {
        match self {
            Self::Line { text, .. } => text.len(),
            Self::RefusedGo(_) => 0,
        }
    }
}

struct Running {
    control: Arc<Control>,
    /// The move to fall back on if a search fails; `None` for other jobs.
    fallback: Option<String>,
}

/// A conversation with one client.
#[expect(clippy::struct_excessive_bools, reason = "independent facts about the conversation")]
pub struct Session {
    output: Arc<Output>,
    options: Settings,
    choice: Choice,
    board: Box<dyn Board>,
    player: String,
    /// The options of the game's players.
    manner: Settings,
    table: Arc<Table>,
    rng: Rng,
    /// The seed of the current game if it was drawn afresh and not yet told.
    untold_seed: Option<u64>,
    /// Answers questions about the current game; made when the first one is asked.
    assistant: Option<Assistant>,
    dialect: Dialect,
    debug: bool,
    /// Whether every command waits for the one before, as in scripts.
    patient: bool,
    strict: bool,

    running: Option<Running>,
    queue: VecDeque<Waiting>,
    holding: bool,
    input_ended: bool,
    quitting: bool,
    refused: bool,
    events: (SyncSender<Event>, Receiver<Event>),
}

impl Session {
    /// A session at the start position of a game.
    ///
    /// # Errors
    /// If the rule options make no playable variant, or there is no memory for the table.
    pub fn new(output: Output, choice: Choice) -> Result<Self, Refusal> {
        let options = Settings::new(&options::GENERAL);
        let megabytes = usize::try_from(options.number("Hash")).unwrap_or(1);
        let table = Table::new(megabytes).map_err(|error| Refusal::new(Code::Internal, error.to_string()))?;
        let board = execute::open_board(&choice)?;
        let mut session = Self {
            output: Arc::new(output),
            options,
            player: board.players()[0].0.to_owned(),
            manner: Settings::new(board.options()),
            choice,
            board,
            table: Arc::new(table),
            rng: Rng::new(0),
            untold_seed: None,
            assistant: None,
            dialect: Dialect::Plain,
            debug: false,
            patient: false,
            strict: false,
            running: None,
            queue: VecDeque::new(),
            holding: false,
            input_ended: false,
            quitting: false,
            refused: false,
            events: sync_channel(16),
        };
        session.reseat();
        session.reseed();
        Ok(session)
    }

    /// Ends at the first refused command.
    pub fn set_strict(&mut self, strict: bool) {
        self.strict = strict;
    }

    /// Lets every command wait for the one before, as if `wait` stood between them.
    pub fn set_patient(&mut self, patient: bool) {
        self.patient = patient;
    }

    /// Carries out the commands of `input` until its end or `quit`; returns whether all of them were accepted.
    pub fn converse(mut self, input: impl BufRead + Send + 'static) -> bool {
        self.output.tell_when_broken(self.events.0.clone());
        let sender = self.events.0.clone();
        thread::spawn(move || io::read_lines(input, &|event| sender.send(event).is_ok()));
        while !self.is_over() {
            match self.events.1.recv() {
                Ok(event) => self.take(event),
                Err(_) => break,
            }
        }
        !self.refused
    }

    fn is_over(&self) -> bool {
        self.output.is_broken() || self.quitting && self.running.is_none() && self.queue.is_empty()
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Line(text) => {
                self.output.note_input(&text);
                self.take_line(text);
            }
            Event::TooLong => {
                self.refuse(&Refusal::new(Code::TooLong, format!("a line of over {LINE_LIMIT} bytes was ignored")));
            }
            Event::End => self.end_input(),
            Event::Broken => {}
            Event::Done(line) => self.finish(line),
            Event::Failed => self.recover(),
        }
    }

    fn take_line(&mut self, text: String) {
        if self.quitting {
            return;
        }
        if self.running.is_none() && self.queue.is_empty() {
            self.execute_line(&text, Word::Nothing);
            return;
        }
        let command = Command::parse(&text);
        let held = self.patient || self.holding || self.queue_has_wait();
        match command {
            Ok(None) => {}
            Ok(Some(Command::Stop)) => self.stop_all(),
            Ok(Some(Command::PonderHit)) if !held => self.ponderhit(),
            Ok(Some(Command::IsReady | Command::Debug(_) | Command::Quit)) if !held => {
                self.execute_line(&text, Word::Nothing);
            }
            Ok(Some(Command::Wait)) if self.queue.is_empty() => self.holding = true,
            _ => self.enqueue(text),
        }
    }

    fn queue_has_wait(&self) -> bool {
        self.queue.iter().any(|waiting| match waiting {
            Waiting::Line { text, .. } => text.trim().eq_ignore_ascii_case("wait"),
            Waiting::RefusedGo(_) => false,
        })
    }

    fn enqueue(&mut self, text: String) {
        let bytes: usize = self.queue.iter().map(Waiting::len).sum();
        if self.queue.len() < QUEUE_LIMIT && bytes < QUEUE_BYTES {
            self.queue.push_back(Waiting::Line { text, word: Word::Nothing });
            return;
        }
        if Command::is_go(&text) {
            match self.queue.back_mut() {
                Some(Waiting::RefusedGo(count)) => *count += 1,
                _ => self.queue.push_back(Waiting::RefusedGo(1)),
            }
        }
        self.refuse(&Refusal::new(
            Code::QueueFull,
            format!("{} commands already wait for the search to end; this one was dropped", self.queue.len()),
        ));
    }

    /// Ends every search asked for so far, also those still waiting.
    fn stop_all(&mut self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
        for waiting in &mut self.queue {
            if let Waiting::Line { word, .. } = waiting {
                *word = Word::Stop;
            }
        }
    }

    /// Speaks to the last search asked for, even if it still waits.
    fn ponderhit(&mut self) {
        let last = self.queue.iter_mut().rev().find_map(|waiting| match waiting {
            Waiting::Line { text, word } if Command::is_go(text) => Some(word),
            _ => None,
        });
        match (last, &self.running) {
            (Some(word @ Word::Nothing), _) => *word = Word::Ponderhit,
            (None, Some(running)) => running.control.ponderhit(),
            _ => {}
        }
    }

    /// The end of input. After a handshake a client has gone: quit. A script's searches are finished first.
    fn end_input(&mut self) {
        self.input_ended = true;
        if self.running.is_none() {
            self.quitting = true;
        } else if self.dialect != Dialect::Plain && !self.holding && !self.patient && !self.queue_has_wait() {
            self.stop_all();
            self.quitting = true;
        } else {
            // A search without an end would wait for a word that can no longer come.
            if let Some(running) = self.running.as_ref().filter(|running| !running.control.is_finite()) {
                running.control.stop();
            }
            self.queue.push_back(Waiting::Line { text: "quit".to_owned(), word: Word::Nothing });
        }
    }

    /// Begins a job.
    fn start(&mut self, job: Job, control: Control, fallback: Option<String>) {
        let control = Arc::new(control);
        self.running = Some(Running { control: Arc::clone(&control), fallback });
        let (events, output) = (self.events.0.clone(), Arc::clone(&self.output));
        let work = move || {
            let result = catch_unwind(AssertUnwindSafe(|| job(&control, &|line| output.line(line))));
            let _ = events.send(result.map_or(Event::Failed, Event::Done));
        };
        if thread::Builder::new().name("search".to_owned()).stack_size(STACK).spawn(work).is_err() {
            self.recover();
        }
    }

    /// The job is done: the engine is idle again, says so, and goes on with what has waited.
    fn finish(&mut self, line: Option<String>) {
        let was_search = self.running.take().is_some_and(|running| running.fallback.is_some());
        self.holding = false;
        if let Some(line) = line.or_else(|| was_search.then(|| "bestmove 0000".to_owned())) {
            self.output.line(&line);
        }
        self.catch_up();
    }

    /// The job failed: say so, answer with a legal move, and start afresh with a new player.
    fn recover(&mut self) {
        self.refuse(&Refusal::new(Code::Internal, "the search failed; a legal move is played instead"));
        self.reseat();
        let fallback = self.running.as_ref().and_then(|running| running.fallback.clone());
        let line = fallback.map(|mv| {
            let info = game_board::info_without_moves(Score::ZERO, std::time::Duration::ZERO);
            info.lines(self.dialect).iter().for_each(|line| self.output.line(line));
            format!("bestmove {mv}")
        });
        self.finish(line);
    }

    /// Carries out waiting commands until one of them starts a job.
    fn catch_up(&mut self) {
        while self.running.is_none() {
            match self.queue.pop_front() {
                Some(Waiting::Line { text, word }) => {
                    self.execute_line(&text, if self.quitting { Word::Stop } else { word });
                }
                Some(Waiting::RefusedGo(count)) => (0..count).for_each(|_| self.output.line("bestmove 0000")),
                None => break,
            }
        }
    }

    fn refuse(&mut self, refusal: &Refusal) {
        self.output.line(&format!("info string error {refusal}"));
        self.refused = true;
        if self.strict {
            self.queue.clear();
            self.stop_all();
            self.quitting = true;
        }
    }

    /// How strong to play.
    fn level(&self) -> Level {
        if self.options.flag("UCI_LimitStrength") {
            let rating = i32::try_from(self.options.number("UCI_Elo")).unwrap_or(i32::MAX);
            return Level::of_rating(rating, &self.board.ratings());
        }
        Level::new(u8::try_from(self.options.number("SkillLevel")).unwrap_or(u8::MAX))
    }

    /// The table and whatever else players need.
    fn setup(&self) -> Setup {
        let threads = usize::try_from(self.options.number("Threads")).unwrap_or(1);
        let settings = self.choice.settings.clone().joined(self.manner.clone());
        let book = self.options.flag("OwnBook");
        Setup { table: Arc::clone(&self.table), threads, level: self.level(), book, settings }
    }

    /// Lets the chosen player sit down afresh.
    fn reseat(&mut self) {
        let setup = self.setup();
        if self.board.seat_player(&self.player, &setup).is_err() {
            log::error!("player {} cannot be seated", self.player);
        }
    }
}
