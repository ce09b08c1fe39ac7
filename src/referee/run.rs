//! An event from its first game to its table: workers play, this thread plans, records and counts.

use std::collections::{HashMap, VecDeque};
use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::engine::{CANNOT_START, FaultKind, House, Trouble};
use super::event::{Event, EventError, OnFault};
use super::game::{Broken, Desk, Failures};
use super::journal::{Cause, Journal, JournalError, Record};
use super::schedule::{Fixture, History, Schedule};
use super::standings::Standings;
use super::{stats, tables};

/// How often the live line changes.
const LIVE: Duration = Duration::from_millis(200);

/// Why an event could not be held.
#[derive(Debug, Error)]
pub enum RunError {
    /// The event makes no sense.
    #[error(transparent)]
    Event(#[from] EventError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// An engine cannot take part.
    #[error("{0}")]
    Engine(String),
    /// The system refused something.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// How an event ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// All games are played.
    Complete,
    /// The test has decided.
    Decided,
    /// Somebody interrupted it.
    Interrupted,
    /// An engine failed, and the event was to stop then.
    Stopped,
}

enum News {
    Played(Box<Record>),
    Broken(Broken),
    Interrupt,
}

/// An event that is held.
pub struct Run {
    event: Arc<Event>,
    schedule: Schedule,
    house: House,
    desk: Option<Desk>,
    failures: Failures,
    journal: Option<Journal>,
    standings: Standings,
    /// Games that were played before, to be checked against the plan.
    done: HashMap<u64, Record>,
    plan: Plan,
    news: (Sender<News>, Receiver<News>),
    total: u64,
    shown: Option<Instant>,
    quiet: bool,
}

/// The games still to come.
#[derive(Default)]
struct Plan {
    round: u64,
    number: u64,
    set: u64,
    waiting: VecDeque<Fixture>,
    over: bool,
}

impl Run {
    /// Prepares an event; `done` are the games of a journal that is resumed.
    ///
    /// # Errors
    /// If the event cannot be held.
    pub fn new(event: Event, journal: Option<Journal>, done: Vec<Record>) -> Result<Self, RunError> {
        let house = House::new(event.conduct)?;
        let event = Arc::new(event);
        let failures: Failures = Arc::new(Mutex::new(vec![(0, None); event.engines.len()]));
        let desk = Desk::new(&event, &house, &failures)?;
        let schedule = Schedule::new(&event, &desk.seats())?;
        let mut standings = Standings::new(&event);
        for record in &done {
            standings.add(record);
        }
        let mut total = schedule.total();
        if let Some(shard) = event.shard {
            total = total.div_ceil(shard.of);
        }
        // Only what tells whether a record belongs here is kept.
        let slim = |mut record: Record| {
            (record.moves, record.lead, record.end) = (Vec::new(), Vec::new(), String::new());
            (record.number, record)
        };
        Ok(Self {
            schedule,
            house,
            desk: Some(desk),
            failures,
            journal,
            standings,
            done: done.into_iter().map(slim).collect(),
            plan: Plan::default(),
            news: channel(),
            total,
            shown: None,
            quiet: false,
            event,
        })
    }

    /// Shows no live line.
    pub fn set_quiet(&mut self, quiet: bool) {
        self.quiet = quiet;
    }

    /// Records every game in this journal.
    pub fn set_journal(&mut self, journal: Journal) {
        self.journal = Some(journal);
    }

    /// The results so far.
    #[must_use]
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// The games of the first round that is not played, or of the whole event where no results are needed.
    ///
    /// # Errors
    /// If an opening cannot be set up, or the journal belongs to another event.
    pub fn rehearsal(&mut self, show: &mut dyn FnMut(&Fixture, &str)) -> Result<(), RunError> {
        while let Some(fixture) = self.next(true)? {
            let desk = self.desk.as_mut().ok_or_else(|| RunError::Engine("the desk is closed".to_owned()))?;
            let opening = desk.opening(&fixture)?;
            let start = opening.start.map_or_else(|| "startpos".to_owned(), |text| format!("fen {text}"));
            let moves =
                if opening.lead.is_empty() { String::new() } else { format!(" moves {}", opening.lead.join(" ")) };
            show(&fixture, &format!("{start}{moves}"));
            if self.schedule.is_by_rounds() && self.plan.waiting.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// The next game to play. With results still to come, `None` may only mean that they decide what is next.
    fn next(&mut self, all_in: bool) -> Result<Option<Fixture>, RunError> {
        loop {
            if let Some(fixture) = self.plan.waiting.pop_front() {
                match self.done.remove(&fixture.number) {
                    None => return Ok(Some(fixture)),
                    Some(record) if record.fits(&fixture) => continue,
                    Some(_) => {
                        let text = format!("record {} of the journal belongs to another event", fixture.number);
                        return Err(JournalError::Foreign(text).into());
                    }
                }
            }
            if self.plan.over || self.schedule.is_by_rounds() && !all_in {
                return Ok(None);
            }
            let nothing = History::default();
            let history = self.standings.history().unwrap_or(&nothing);
            let Some(encounters) = self.schedule.round(self.plan.round, history) else {
                self.plan.over = true;
                return Ok(None);
            };
            for encounter in encounters {
                let Plan { round, number, set, .. } = &mut self.plan;
                let fixtures = self.schedule.fixtures(&encounter, *round, number, set);
                let ours = |f: &Fixture| self.event.shard.is_none_or(|shard| f.set % shard.of == shard.part % shard.of);
                self.plan.waiting.extend(fixtures.into_iter().filter(ours));
            }
            self.plan.round += 1;
        }
    }

    /// Makes Ctrl-C and a termination end the event in order; a second one ends the program.
    ///
    /// # Errors
    /// If the system does not allow it.
    pub fn heed_signals(&self) -> Result<(), RunError> {
        let news = Mutex::new(self.news.0.clone());
        let flag = Arc::clone(&self.house.interrupted);
        let handler = move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(1);
            }
            // Refused only if the event is over.
            let _ = news.lock().unwrap_or_else(PoisonError::into_inner).send(News::Interrupt);
        };
        ctrlc::set_handler(handler).map_err(|error| RunError::System(io::Error::other(error)))
    }

    /// Plays all games that are left.
    ///
    /// # Errors
    /// If an engine cannot take part at all, or the journal cannot be written.
    pub fn hold(&mut self) -> Result<End, RunError> {
        self.rehearse()?;
        let (jobs, queue) = channel::<Fixture>();
        let queue = Arc::new(Mutex::new(queue));
        let mut workers = Vec::new();
        let mut desks: Vec<Desk> = self.desk.take().into_iter().collect();
        while desks.len() < self.event.concurrency {
            desks.push(Desk::new(&self.event, &self.house, &self.failures)?);
        }
        for desk in desks {
            let (queue, news) = (Arc::clone(&queue), self.news.0.clone());
            let interrupted = Arc::clone(&self.house.interrupted);
            let worker = thread::Builder::new().name("desk".to_owned());
            workers.push(worker.spawn(move || work(desk, &queue, &news, &interrupted))?);
        }
        let end = self.direct(&jobs);
        if !matches!(end, Ok(End::Complete)) {
            self.house.interrupted.store(true, Ordering::Relaxed);
        }
        drop(jobs);
        for worker in workers {
            if worker.join().is_err() {
                log::error!("a desk has failed");
            }
        }
        if let Some(journal) = &mut self.journal {
            journal.sync();
        }
        self.show(true);
        end
    }

    /// Starts every engine once, so that one that cannot play at all is told before the first game.
    fn rehearse(&mut self) -> Result<(), RunError> {
        let Some(desk) = &mut self.desk else { return Ok(()) };
        for (engine, trouble) in desk.rehearse() {
            // Whatever else goes wrong will go wrong again in a game, and be recorded there.
            if let Trouble::Fault(fault) = trouble
                && (fault.kind == FaultKind::Refused || fault.text.starts_with(CANNOT_START))
            {
                let name = &self.event.engines[engine].name;
                return Err(RunError::Engine(format!("{name} cannot take part: {fault}")));
            }
        }
        Ok(())
    }

    /// Hands out games and takes results in.
    fn direct(&mut self, jobs: &Sender<Fixture>) -> Result<End, RunError> {
        let mut running = 0;
        loop {
            // One game waits for every game that is played, so that no desk is ever idle.
            while running < 2 * self.event.concurrency {
                let Some(fixture) = self.next(running == 0)? else { break };
                if jobs.send(fixture).is_err() {
                    return Err(RunError::Engine("all desks have failed".to_owned()));
                }
                running += 1;
            }
            if running == 0 {
                break;
            }
            match self.news.1.recv() {
                Ok(News::Played(record)) => {
                    running -= 1;
                    if let Some(end) = self.book(&record)? {
                        return Ok(end);
                    }
                }
                Ok(News::Broken(Broken::Event(error))) => return Err(error.into()),
                Ok(News::Broken(Broken::Interrupted) | News::Interrupt) | Err(_) => return Ok(End::Interrupted),
            }
        }
        match self.done.keys().min() {
            Some(number) => {
                Err(JournalError::Foreign(format!("record {number} of the journal belongs to another event")).into())
            }
            None => Ok(End::Complete),
        }
    }

    fn book(&mut self, record: &Record) -> Result<Option<End>, RunError> {
        if let Some(journal) = &mut self.journal {
            journal.add(record)?;
        }
        self.standings.add(record);
        if let Cause::Fault(kind) = record.ending.by {
            complain(record, kind);
            if self.event.conduct.fault == OnFault::Stop {
                return Ok(Some(End::Stopped));
            }
        }
        self.show(false);
        let decided = self
            .event
            .sprt
            .as_ref()
            .is_some_and(|sprt| stats::test(sprt, self.standings.engines[0].counts()).verdict().is_some());
        Ok(decided.then_some(End::Decided))
    }

    fn show(&mut self, last: bool) {
        if self.quiet || !io::stderr().is_terminal() {
            return;
        }
        if last || self.shown.is_none_or(|shown| shown.elapsed() > LIVE) {
            self.shown = Some(Instant::now());
            let line = tables::live_line(&self.event, &self.standings, self.total);
            let _ = write!(io::stderr(), "\r\x1b[K{line}{}", if last { "\n" } else { "" });
        }
    }
}

/// Tells of a fault as soon as it has cost a game.
fn complain(record: &Record, kind: FaultKind) {
    let seat = record.ending.seat.unwrap_or(1);
    let name = record.names.get(seat - 1).map_or("", String::as_str);
    let text = record.ending.text.as_deref().unwrap_or_default();
    let line = record.ending.line.as_ref().map(|line| format!(": {}", crate::option::quoted(line)));
    let clear = if io::stderr().is_terminal() { "\r\x1b[K" } else { "" };
    let mut out = io::stderr().lock();
    // Nobody may be listening.
    let _ = writeln!(
        out,
        "{clear}game {}: {name} (seat {seat}) loses by {kind}: {text}{}",
        record.number,
        line.unwrap_or_default()
    );
}

fn work(
    mut desk: Desk,
    queue: &Mutex<Receiver<Fixture>>,
    news: &Sender<News>,
    interrupted: &std::sync::atomic::AtomicBool,
) {
    loop {
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(fixture) = job else { break };
        if interrupted.load(Ordering::Relaxed) {
            break;
        }
        let told = match desk.play(&fixture) {
            Ok(record) => news.send(News::Played(Box::new(record))),
            Err(broken) => news.send(News::Broken(broken)),
        };
        if told.is_err() {
            break;
        }
    }
    if interrupted.load(Ordering::Relaxed) {
        return;
    }
    desk.close();
}
