//! One engine at work: it is greeted, told the game, and asked for moves. What it answers is read, never believed; what
//! goes wrong is a [`Fault`] of a named kind with the line that shows it.

use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::entrant::{EngineSpec, Limits, Protocol};
use super::event::Conduct;
use super::guard::Guard;
use super::link::{Link, Silence};
use crate::game::Style;
use crate::option::quoted;
use crate::protocol::{Declared, Dialect, Message, Report};
use crate::register::Choice;

/// How the text of a fault begins when there is no such program.
pub(super) const CANNOT_START: &str = "cannot start";
/// How long to wait for `ugiok` before `uci` is tried.
const DETECTION: Duration = Duration::from_millis(1500);
/// How long an engine that overran its time has to obey `stop`.
const GRACE: Duration = Duration::from_secs(1);

/// The ways in which an engine can fail.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The process ended or could not be started.
    Crash,
    /// No answer, and nothing said instead.
    Stall,
    /// A move the rules do not allow.
    Illegal,
    /// A move that came too late.
    Time,
    /// Something said that is no answer, or too much of it.
    Protocol,
    /// The engine does not play this game, or not with these options.
    Refused,
}

impl std::fmt::Display for FaultKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Crash => "crash",
            Self::Stall => "stall",
            Self::Illegal => "illegal",
            Self::Time => "time",
            Self::Protocol => "protocol",
            Self::Refused => "refused",
        })
    }
}

/// What an engine did wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// What happened, in words.
    pub text: String,
    /// The line that shows it.
    pub line: Option<String>,
}

/// Why an engine gave no answer: its fault, or the event's end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The engine's fault.
    Fault(Fault),
    /// The event was interrupted.
    Interrupted,
}

impl Trouble {
    pub(super) fn fault(kind: FaultKind, text: impl Into<String>, line: Option<String>) -> Self {
        Self::Fault(Fault { kind, text: text.into(), line })
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)?;
        self.line.as_ref().map_or(Ok(()), |line| write!(f, ": {}", quoted(line)))
    }
}

/// Everything engines share: how patient the referee is, and who ends them.
#[derive(Clone, Debug)]
pub struct House {
    /// Ends the children if the referee cannot.
    pub guard: Arc<Guard>,
    /// Set when the event is to end at once.
    pub interrupted: Arc<AtomicBool>,
    /// What is forgiven.
    pub conduct: Conduct,
}

impl House {
    /// A house with these rules of conduct.
    ///
    /// # Errors
    /// If the system does not tell where this program is.
    pub fn new(conduct: Conduct) -> io::Result<Self> {
        Ok(Self { guard: Arc::new(Guard::new()?), interrupted: Arc::default(), conduct })
    }

    fn patience(&self) -> Duration {
        Duration::from_millis(self.conduct.patience)
    }
}

/// The answer to a `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Thought {
    /// The move as the engine wrote it; what it would have been if the engine came too late.
    pub(super) best: Option<String>,
    /// Whether it came too late.
    pub(super) late: bool,
    /// How long it took.
    pub(super) elapsed: Duration,
    /// The latest report.
    pub(super) report: Option<Report>,
    /// Whether the engine obeys no more and must be started anew.
    pub(super) gone: bool,
}

/// A running engine.
pub struct Engine {
    link: Link,
    dialect: Dialect,
    auale: bool,
    title: Option<String>,
    declared: Vec<Declared>,
    /// The game and rules it is set to.
    plays: Option<String>,
    house: House,
}

impl Engine {
    /// Starts an engine and greets it.
    ///
    /// # Errors
    /// If it cannot be started, or does not answer as it should.
    pub fn start(spec: &EngineSpec, house: &House) -> Result<Self, Trouble> {
        let link = launch(spec, house);
        let link = link.map_err(|error| {
            Trouble::fault(FaultKind::Crash, format!("{CANNOT_START} {}: {error}", quoted(&spec.command)), None)
        })?;
        let mut engine = Self {
            link,
            dialect: Dialect::Plain,
            auale: spec.protocol == Protocol::Auale,
            title: None,
            declared: Vec::new(),
            plays: None,
            house: house.clone(),
        };
        engine.greet(spec.protocol)?;
        Ok(engine)
    }

    /// The name it gave itself.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The options it declared.
    #[must_use]
    pub fn declared(&self) -> &[Declared] {
        &self.declared
    }

    /// Lets it go.
    pub fn part(self) {
        self.link.part();
    }

    fn greet(&mut self, protocol: Protocol) -> Result<(), Trouble> {
        let begun = Instant::now();
        let patience = begun + self.house.patience();
        let mut asked_uci = matches!(protocol, Protocol::Uci | Protocol::Auale);
        let words = match protocol {
            Protocol::Auto => "ugi\nisready\n",
            Protocol::Ugi => "ugi\n",
            Protocol::Uci | Protocol::Auale => "uci\n",
        };
        self.ask(words)?;
        let mut strange = None;
        while self.dialect == Dialect::Plain {
            let can_ask = protocol == Protocol::Auto && !asked_uci;
            let deadline = if can_ask { begun + DETECTION } else { patience };
            let said = match self.link.hear(deadline.min(patience)) {
                Ok((_, line)) => Some(line),
                Err(Silence::Timeout) if can_ask => None,
                Err(silence) => return Err(self.trouble(silence, "the handshake", strange)),
            };
            match said.as_deref().map(str::parse) {
                Some(Ok(Message::Name(name))) => self.title = Some(name),
                Some(Ok(Message::Option(option))) => self.declared.push(option),
                Some(Ok(Message::Greeted(dialect))) => self.dialect = dialect,
                // Ready without having greeted: it does not know the word `ugi`.
                Some(Ok(Message::Ready)) | None if can_ask => {
                    self.send("uci\n")?;
                    asked_uci = true;
                }
                Some(Ok(Message::Other(line))) => strange = strange.or(Some(line)),
                Some(Err(bad)) => {
                    return Err(Trouble::fault(FaultKind::Protocol, bad.to_string(), said));
                }
                _ => {}
            }
        }
        if asked_uci && self.dialect == Dialect::Ugi {
            // A slow starter heard both words; the last one it knows decides.
            self.send("isready\n")?;
            while let Ok((_, line)) = self.link.hear(patience) {
                match line.parse() {
                    Ok(Message::Greeted(Dialect::Uci)) => self.dialect = Dialect::Uci,
                    Ok(Message::Ready) => break,
                    _ => {}
                }
            }
        }
        // The word `isready` was sent with `ugi` when both were tried.
        if protocol == Protocol::Auto && !asked_uci { self.await_ready("the handshake") } else { self.ready("isready") }
    }

    /// Sets the game, its rules and the engine's options, unless they are set already.
    ///
    /// # Errors
    /// If the engine does not know the game or refuses an option.
    pub(super) fn enter(&mut self, choice: &Choice, spec: &EngineSpec) -> Result<(), Trouble> {
        let mut lines = String::new();
        let option = self.declared.iter().find(|option| option.is_named("Game") || option.is_named("UCI_Variant"));
        if let Some(option) = option {
            let names: Vec<&str> = match choice.style {
                Style::Own => std::iter::once(choice.game.name).chain(choice.game.aliases.iter().copied()).collect(),
                Style::Foreign => std::iter::once(choice.name).chain(choice.game.foreign.iter().copied()).collect(),
            };
            let offered = names.iter().find(|name| option.choices.iter().any(|offer| offer.eq_ignore_ascii_case(name)));
            let Some(name) = offered else {
                let text = format!("it does not offer {}, but {}", choice.name, option.choices.join(" "));
                return Err(Trouble::fault(FaultKind::Refused, text, None));
            };
            let _ = writeln!(lines, "setoption name {} value {name}", option.name);
            for (rule, value) in choice.settings.iter().filter(|(rule, value)| *value != rule.default_value()) {
                let _ = writeln!(lines, "setoption name {} value {value}", rule.name);
            }
        }
        for (name, value) in &spec.options {
            let value = value.to_string();
            let value = if value.is_empty() { value } else { format!(" value {value}") };
            let _ = writeln!(lines, "setoption name {name}{value}");
        }
        if self.plays.as_ref() == Some(&lines) {
            return Ok(());
        }
        self.plays = None;
        self.ask(&lines)?;
        self.ready("isready")?;
        self.plays = Some(lines);
        Ok(())
    }

    /// Whether the engine says by its options which game it plays; others have to be tried.
    pub(super) fn offers_games(&self) -> bool {
        self.declared.iter().any(|option| option.is_named("Game") || option.is_named("UCI_Variant"))
    }

    /// Begins a game.
    pub(super) fn new_game(&mut self, seed: u64) -> Result<(), Trouble> {
        let word = if self.dialect == Dialect::Uci { "ucinewgame" } else { "uginewgame" };
        let seeded = self.declared.iter().any(|option| option.is_named("Seed"));
        let seed = if seeded { format!("setoption name Seed value {seed}\n") } else { String::new() };
        self.ask(&format!("{seed}{word}\n"))?;
        self.ready("isready")
    }

    /// What stands between the moves of a list for this engine.
    pub(super) fn separator(&self, uci: &'static str) -> &'static str {
        if self.dialect == Dialect::Uci { uci } else { " " }
    }

    /// Asks for a move. Late answers and none at all are told apart; `budget` is the time it has, if time limits it.
    pub(super) fn think(&mut self, position: &str, go: &str, budget: Option<Duration>) -> Result<Thought, Trouble> {
        let began = Instant::now();
        self.ask(&format!("{position}\n{go}\n"))?;
        let margin = Duration::from_millis(self.house.conduct.margin);
        let allowed = budget.map(|budget| budget + margin);
        let deadline = began + allowed.unwrap_or(Duration::from_millis(self.house.conduct.think));
        let mut strange = None;
        let mut stopped = None;
        loop {
            match self.link.hear(stopped.unwrap_or(deadline)) {
                Ok((at, line)) => match line.parse() {
                    Ok(Message::BestMove { best, .. }) => {
                        let elapsed = at.saturating_duration_since(began);
                        let late = allowed.is_some_and(|allowed| elapsed > allowed);
                        return Ok(Thought { best: Some(best), late, elapsed, report: self.report()?, gone: false });
                    }
                    Ok(_) => strange = strange.or(Some(line)),
                    Err(bad) => return Err(Trouble::fault(FaultKind::Protocol, bad.to_string(), Some(line))),
                },
                Err(Silence::Timeout) if stopped.is_none() => {
                    self.send("stop\n")?;
                    stopped = Some(Instant::now() + GRACE);
                }
                Err(Silence::Timeout) if allowed.is_some() && strange.is_none() && self.has_report() => {
                    // It thinks, but does not obey.
                    let report = self.report()?;
                    return Ok(Thought { best: None, late: true, elapsed: began.elapsed(), report, gone: true });
                }
                Err(silence) => return Err(self.trouble(silence, "go", strange)),
            }
        }
    }

    /// Sends lines and returns what is said up to a line that begins with a word, reports left out.
    pub(super) fn converse(&mut self, text: &str, until: &str, patience: Duration) -> Result<Vec<String>, String> {
        let told = |silence: Silence| match silence {
            Silence::Timeout => format!("no {until} within {} ms", patience.as_millis()),
            Silence::Ended => "the engine has ended".to_owned(),
            Silence::Flood => "a flood of output".to_owned(),
            Silence::Interrupted => "interrupted".to_owned(),
        };
        if !text.is_empty() {
            self.link.ask(format!("{text}\n")).map_err(told)?;
        }
        let deadline = Instant::now() + patience;
        let mut lines = Vec::new();
        loop {
            let (_, line) = self.link.hear(deadline).map_err(told)?;
            let is_last = line.split_whitespace().next() == Some(until);
            lines.push(line);
            if is_last {
                return Ok(lines);
            }
        }
    }

    /// Whether a line that begins with a word comes within some time.
    pub(super) fn says_within(&mut self, time: Duration, word: &str) -> bool {
        self.converse("", word, time).is_ok()
    }

    /// Whether it ends by itself when told to.
    pub(super) fn leaves_at_quit(&mut self) -> Result<(), String> {
        let _ = self.link.send("quit\n".to_owned());
        self.link.has_left().map_err(str::to_owned)
    }

    /// Whether it ends by itself when nobody can speak to it any more.
    pub(super) fn leaves_without_input(&mut self) -> Result<(), String> {
        self.link.close_input();
        self.link.has_left().map_err(str::to_owned)
    }

    pub(super) fn has_report(&self) -> bool {
        self.link.has_info()
    }

    fn report(&self) -> Result<Option<Report>, Trouble> {
        let Some(line) = self.link.take_info() else { return Ok(None) };
        match line.parse() {
            Ok(Message::Info(report)) => Ok(Some(report)),
            Ok(_) => Ok(None),
            Err(bad) => Err(Trouble::fault(FaultKind::Protocol, bad.to_string(), Some(line))),
        }
    }

    fn ask(&mut self, text: &str) -> Result<(), Trouble> {
        self.link.ask(text.to_owned()).map_err(|silence| self.trouble(silence, "input", None))
    }

    fn send(&mut self, text: &str) -> Result<(), Trouble> {
        self.link.send(text.to_owned()).map_err(|silence| self.trouble(silence, "input", None))
    }

    /// Waits until everything sent was read; a refusal on the way is a fault.
    fn ready(&mut self, question: &str) -> Result<(), Trouble> {
        self.send("isready\n")?;
        self.await_ready(question)
    }

    fn await_ready(&mut self, question: &str) -> Result<(), Trouble> {
        let deadline = Instant::now() + self.house.patience();
        let (mut strange, mut refusal) = (None, None);
        loop {
            match self.link.hear(deadline) {
                Ok((_, line)) => match line.parse() {
                    Ok(Message::Ready) => break,
                    Ok(Message::Info(_)) => refusal = refusal.or(Some(line)),
                    _ => strange = strange.or(Some(line)),
                },
                Err(silence) => return Err(self.trouble(silence, question, strange)),
            }
        }
        match refusal {
            Some(line) => Err(Trouble::fault(FaultKind::Refused, "it refused a command", Some(line))),
            None => Ok(()),
        }
    }

    fn trouble(&mut self, silence: Silence, question: &str, strange: Option<String>) -> Trouble {
        match silence {
            Silence::Interrupted => Trouble::Interrupted,
            Silence::Timeout if strange.is_some() => {
                Trouble::fault(FaultKind::Protocol, format!("no answer to {question}, but other lines"), strange)
            }
            Silence::Timeout => Trouble::fault(FaultKind::Stall, format!("no answer to {question}"), None),
            Silence::Flood => Trouble::fault(FaultKind::Protocol, format!("a flood of output after {question}"), None),
            Silence::Ended => {
                let complaint = Some(self.link.complaint()).filter(|text| !text.is_empty());
                match self.link.exit() {
                    Some(status) => {
                        Trouble::fault(FaultKind::Crash, format!("it ended during {question} ({status})"), complaint)
                    }
                    None => {
                        Trouble::fault(FaultKind::Protocol, format!("it closed its output during {question}"), strange)
                    }
                }
            }
        }
    }

    /// The `go` for these limits; the clocks are milliseconds per seat, with increments.
    pub(super) fn go(&self, limits: &Limits, clocks: &[(u64, u64)]) -> String {
        let mut line = "go".to_owned();
        if let Some(depth) = limits.depth {
            let _ = write!(line, " depth {depth}");
        }
        if let Some(nodes) = limits.nodes.filter(|_| !self.auale) {
            let _ = write!(line, " nodes {nodes}");
        }
        if let Some(movetime) = limits.movetime {
            let _ = write!(line, " movetime {movetime}");
        }
        if limits.time.is_some() {
            for (seat, (left, increment)) in clocks.iter().enumerate() {
                let (time, inc) = match (self.dialect, seat) {
                    (Dialect::Uci, 0) => ("wtime".to_owned(), "winc".to_owned()),
                    (Dialect::Uci, 1) => ("btime".to_owned(), "binc".to_owned()),
                    _ => (format!("p{}time", seat + 1), format!("p{}inc", seat + 1)),
                };
                let _ = write!(line, " {time} {left} {inc} {increment}");
            }
        }
        line
    }
}

fn launch(spec: &EngineSpec, house: &House) -> io::Result<Link> {
    if spec.is_self() && spec.in_process {
        return Link::inside(&house.interrupted);
    }
    let words = shell_words::split(&spec.command).map_err(io::Error::other)?;
    let (program, arguments) = words.split_first().ok_or_else(|| io::Error::other("there is no command"))?;
    let program = if spec.is_self() { house.guard.program() } else { Path::new(program) };
    let mut command = Command::new(program);
    command.args(arguments).args(&spec.args);
    if let Some(dir) = &spec.dir {
        command.current_dir(dir);
    }
    Link::start(&mut command, &house.guard, &house.interrupted)
}
