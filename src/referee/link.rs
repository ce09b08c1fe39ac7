//! Lines to and from one engine, be it a child process or a session inside this one.
//!
//! One thread reads for as long as the engine lives. It hands on what the referee must hear and keeps of the `info`
//! lines only the latest, so that neither talkative nor flooding engines fill the memory.

use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::guard::Guard;
use crate::register::{self, GAMES};
use crate::session::{LINE_LIMIT, Output, Session};

/// What an engine may say between two questions.
const FLOOD: usize = 16 << 20;
/// Lines that may wait to be heard; an engine that says more waits itself.
const WAITING: usize = 256;
/// Longer texts are sent from a thread of their own, because an engine that does not read would block the referee.
const LONG_TEXT: usize = 32 << 10;
/// How often a wait looks whether the event was interrupted.
const TICK: Duration = Duration::from_millis(100);
/// How long an engine may take to leave.
const FAREWELL: Duration = Duration::from_millis(500);

/// A line that was heard, and when.
pub(super) type Heard = (Instant, String);

/// Why nothing was heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    /// The time is over.
    Timeout,
    /// The engine closed its output.
    Ended,
    /// The engine says more than anybody can hear.
    Flood,
    /// The event was interrupted.
    Interrupted,
}

enum Sound {
    Line(Heard),
    Flood,
    Ended,
}

#[derive(Default)]
struct Shared {
    /// The latest `info` line with a score or moves.
    info: Mutex<Option<String>>,
    /// The last line of the standard error.
    complaint: Mutex<String>,
    /// Bytes since the last question.
    bytes: AtomicUsize,
}

/// The connection to one engine.
pub(super) struct Link {
    input: Option<Box<dyn Write + Send>>,
    sounds: Receiver<Sound>,
    shared: Arc<Shared>,
    child: Option<(Child, Arc<Guard>)>,
    interrupted: Arc<AtomicBool>,
}

impl Link {
    /// Starts a child process.
    pub(super) fn start(command: &mut Command, guard: &Arc<Guard>, interrupted: &Arc<AtomicBool>) -> io::Result<Self> {
        let mut child = guard.spawn(command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()))?;
        let missing = || io::Error::other("the child has no pipes");
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        let mut errors = child.stderr.take().ok_or_else(missing)?;
        let mut link = Self::over(input, output, interrupted)?;
        let shared = Arc::clone(&link.shared);
        thread::Builder::new()
            .name("engine errors".to_owned())
            .spawn(move || listen_to_errors(&mut errors, &shared))?;
        link.child = Some((child, Arc::clone(guard)));
        Ok(link)
    }

    /// Holds a session of this program inside this process.
    pub(super) fn inside(interrupted: &Arc<AtomicBool>) -> io::Result<Self> {
        let (their_input, input) = io::pipe()?;
        let (output, their_output) = io::pipe()?;
        let choice = register::choose(GAMES[0].name, &[]).map_err(io::Error::other)?;
        let session = Session::new(Output::new(Box::new(their_output)), choice).map_err(io::Error::other)?;
        thread::Builder::new()
            .name("session".to_owned())
            .spawn(move || session.converse(io::BufReader::new(their_input)))?;
        Self::over(input, output, interrupted)
    }

    fn over(
        input: impl Write + Send + 'static,
        mut output: impl Read + Send + 'static,
        interrupted: &Arc<AtomicBool>,
    ) -> io::Result<Self> {
        let (sender, sounds) = sync_channel(WAITING);
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        thread::Builder::new().name("engine output".to_owned()).spawn(move || {
            let end = listen(&mut output, &sender, &theirs);
            // Refused only if nobody listens any more.
            let _ = sender.send(end);
        })?;
        Ok(Self { input: Some(Box::new(input)), sounds, shared, child: None, interrupted: Arc::clone(interrupted) })
    }

    /// Sends whole lines and forgets what was said before.
    pub(super) fn ask(&mut self, text: String) -> Result<(), Silence> {
        while let Ok(sound) = self.sounds.try_recv() {
            match sound {
                Sound::Line(_) => {}
                Sound::Flood => return Err(Silence::Flood),
                Sound::Ended => return Err(Silence::Ended),
            }
        }
        self.shared.bytes.store(0, Ordering::Relaxed);
        *lock(&self.shared.info) = None;
        self.send(text)
    }

    /// Sends whole lines.
    pub(super) fn send(&mut self, text: String) -> Result<(), Silence> {
        let Some(mut input) = self.input.take() else { return Err(Silence::Ended) };
        let is_long = text.len() > LONG_TEXT;
        let write = move || input.write_all(text.as_bytes()).and_then(|()| input.flush()).map(|()| input);
        let written = if is_long {
            let (sender, done) = channel();
            // A failed start shows as the sender's end.
            let _ = thread::Builder::new().spawn(move || sender.send(write()));
            done.recv_timeout(FAREWELL).map_err(|_| Silence::Timeout)?
        } else {
            write()
        };
        self.input = Some(written.map_err(|_| Silence::Ended)?);
        Ok(())
    }

    /// Waits for the next line that is no report.
    pub(super) fn hear(&mut self, deadline: Instant) -> Result<Heard, Silence> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.sounds.recv_timeout(left.min(TICK)) {
                Ok(Sound::Line(heard)) => return Ok(heard),
                Ok(Sound::Flood) => return Err(Silence::Flood),
                Ok(Sound::Ended) | Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
                Err(RecvTimeoutError::Timeout) if self.interrupted.load(Ordering::Relaxed) => {
                    return Err(Silence::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) if left <= TICK => return Err(Silence::Timeout),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The latest report since the last question.
    pub(super) fn take_info(&self) -> Option<String> {
        lock(&self.shared.info).take()
    }

    /// Whether there is one.
    pub(super) fn has_info(&self) -> bool {
        lock(&self.shared.info).is_some()
    }

    /// The last line of the engine's standard error.
    pub(super) fn complaint(&self) -> String {
        lock(&self.shared.complaint).clone()
    }

    /// How the process ended, if it has; asked after its output ended, so a moment's patience is enough.
    pub(super) fn exit(&mut self) -> Option<ExitStatus> {
        let (child, _) = self.child.as_mut()?;
        let deadline = Instant::now() + FAREWELL;
        loop {
            match child.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }

    /// Says nothing any more.
    pub(super) fn close_input(&mut self) {
        self.input = None;
    }

    /// Whether the engine ends by itself.
    pub(super) fn has_left(&mut self) -> Result<(), &'static str> {
        let deadline = Instant::now() + FAREWELL;
        loop {
            match self.hear(deadline) {
                Ok(_) => {}
                Err(Silence::Ended) if self.child.is_none() || self.exit().is_some() => return Ok(()),
                Err(Silence::Ended) => return Err("it closed its output, but goes on"),
                Err(_) => return Err("it goes on"),
            }
        }
    }

    /// Lets the engine go: kindly if it obeys, by force if not.
    pub(super) fn part(mut self) {
        if self.send("quit\n".to_owned()).is_err() {
            return;
        }
        self.input = None;
        let deadline = Instant::now() + FAREWELL;
        // Its output ends when it does.
        while let Ok(Sound::Line(_)) = self.sounds.recv_timeout(deadline.saturating_duration_since(Instant::now())) {}
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.input = None;
        if let Some((child, guard)) = &mut self.child {
            guard.end(child);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads until the output ends or floods, and says which.
fn listen(output: &mut impl Read, sender: &SyncSender<Sound>, shared: &Shared) -> Sound {
    let mut buffer = vec![0; 64 << 10];
    let mut line = Vec::new();
    loop {
        let count = match output.read(&mut buffer) {
            Ok(0) => return Sound::Ended,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return Sound::Ended,
        };
        let now = Instant::now();
        let bytes = shared.bytes.fetch_add(count, Ordering::Relaxed) + count;
        if bytes > FLOOD || line.len() + count > LINE_LIMIT {
            return Sound::Flood;
        }
        let mut parts = buffer[..count].split(|&byte| byte == b'\n').peekable();
        while let Some(part) = parts.next() {
            line.extend_from_slice(part);
            if parts.peek().is_some() {
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                line.clear();
                if is_report(&text) {
                    if tells_the_best(&text) {
                        *lock(&shared.info) = Some(text);
                    }
                } else if !text.is_empty() && sender.send(Sound::Line((now, text))).is_err() {
                    return Sound::Ended;
                }
            }
        }
    }
}

/// Whether a line reports on a search, so that only the latest of them matters. Errors are to be heard.
fn is_report(line: &str) -> bool {
    line.starts_with("info ") && !line.starts_with("info string error")
}

fn tells_the_best(line: &str) -> bool {
    let rank = line.split_once(" multipv ").and_then(|(_, rest)| rest.split_whitespace().next());
    rank.is_none_or(|rank| rank == "1") && (line.contains(" score ") || line.contains(" pv "))
}

/// Keeps the last line of an engine's complaints.
fn listen_to_errors(errors: &mut impl Read, shared: &Shared) {
    const LONGEST: usize = 1000;
    let mut buffer = [0; 4096];
    let mut tail: Vec<u8> = Vec::new();
    while let Ok(count @ 1..) = errors.read(&mut buffer) {
        tail.extend_from_slice(&buffer[..count]);
        tail.drain(..tail.len().saturating_sub(LONGEST));
        let text = String::from_utf8_lossy(&tail);
        if let Some(last) = text.lines().rev().find(|line| !line.trim().is_empty()) {
            last.trim().clone_into(&mut lock(&shared.complaint));
        }
    }
}
