//! Lines in, lines out. Bytes are read as they come; a line too long is dropped as a whole.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::mpsc::SyncSender;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use super::Event;

/// The longest line that is read.
pub const LINE_LIMIT: usize = 1 << 20;

/// Reads lines until the end of input and hands them on. Ends early if nobody listens any more.
pub(super) fn read_lines(mut input: impl BufRead, events: &impl Fn(Event) -> bool) {
    let mut line = Vec::new();
    let mut too_long = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        if chunk.is_empty() {
            break;
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        if line.len() + part.len() > LINE_LIMIT {
            too_long = true;
            line = Vec::new();
        } else if !too_long {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() && !hand_on(&mut line, &mut too_long, events) {
            return;
        }
    }
    if too_long || !line.is_empty() {
        hand_on(&mut line, &mut too_long, events);
    }
    events(Event::End);
}

fn hand_on(line: &mut Vec<u8>, too_long: &mut bool, events: &impl Fn(Event) -> bool) -> bool {
    let event = if *too_long { Event::TooLong } else { Event::Line(String::from_utf8_lossy(line).into_owned()) };
    *too_long = false;
    line.clear();
    line.shrink_to(4096);
    events(event)
}

struct Sink {
    out: Box<dyn Write + Send>,
    log: Option<File>,
    is_broken: bool,
}

/// The one writer: whole lines, flushed one by one, never blank.
pub struct Output {
    sink: Mutex<Sink>,
    events: Mutex<Option<SyncSender<Event>>>,
}

impl Output {
    /// A writer to `out`.
    pub fn new(out: Box<dyn Write + Send>) -> Self {
        Self { sink: Mutex::new(Sink { out, log: None, is_broken: false }), events: Mutex::new(None) }
    }

    /// Whom to tell when nobody reads any more.
    pub(super) fn tell_when_broken(&self, events: SyncSender<Event>) {
        *self.events.lock().unwrap_or_else(PoisonError::into_inner) = Some(events);
    }

    /// Writes a line, or several if the text holds several; blank ones are left out.
    pub fn line(&self, text: &str) {
        let mut sink = self.sink();
        for line in text.lines().map(str::trim_end).filter(|line| !line.is_empty()) {
            sink.log("out", line);
            if !sink.is_broken && sink.write(line).is_err() {
                sink.is_broken = true;
                if let Some(events) = self.events.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
                    // A full channel means that the session is awake and will see for itself.
                    let _ = events.try_send(Event::Broken);
                }
            }
        }
    }

    /// Whether a write has failed: nobody reads any more.
    pub(super) fn is_broken(&self) -> bool {
        self.sink().is_broken
    }

    /// Notes a line that came in.
    pub(super) fn note_input(&self, line: &str) {
        self.sink().log("in", line);
    }

    /// Writes every line from now on to this file as well; `None` ends it.
    ///
    /// # Errors
    /// If the file cannot be opened; the old one stays in use then.
    pub fn set_log(&self, path: Option<&Path>) -> io::Result<()> {
        let file = path.map(|path| OpenOptions::new().create(true).append(true).open(path)).transpose()?;
        self.sink().log = file;
        Ok(())
    }

    fn sink(&self) -> MutexGuard<'_, Sink> {
        self.sink.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sink {
    fn write(&mut self, line: &str) -> io::Result<()> {
        // One write per line: readers on the other side of a pipe never see half of one.
        self.out.write_all(format!("{line}\n").as_bytes())?;
        self.out.flush()
    }

    fn log(&mut self, direction: &str, line: &str) {
        log::trace!("{direction} {line}");
        if let Some(file) = &mut self.log {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            let entry = format!("{}.{:03} {direction:<3} {line}\n", now.as_secs(), now.subsec_millis());
            if file.write_all(entry.as_bytes()).is_err() {
                log::warn!("the log file cannot be written any more; logging ends");
                self.log = None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    fn lines(input: &[u8]) -> Vec<Event> {
        let events = RefCell::new(Vec::new());
        read_lines(io::BufReader::with_capacity(16, input), &|event| {
            events.borrow_mut().push(event);
            true
        });
        events.into_inner()
    }

    fn line(text: &str) -> Event {
        Event::Line(text.to_owned())
    }

    #[test]
    fn lines_are_cut_at_newlines_only_and_the_last_needs_none() {
        assert_eq!(
            lines(b"a b\r\n\nlast one, longer than the buffer"),
            [line("a b\r"), line(""), line("last one, longer than the buffer"), Event::End]
        );
        assert_eq!(lines(b""), [Event::End]);
    }

    #[test]
    fn foreign_bytes_are_read_and_long_lines_dropped() {
        assert_eq!(lines(b"\xff\0\n"), [line("\u{fffd}\0"), Event::End]);
        let mut input = vec![b'x'; LINE_LIMIT];
        input.extend(b"\nafter\n");
        assert_eq!(lines(&input)[1], line("after"));
        input.insert(0, b'x');
        assert_eq!(lines(&input), [Event::TooLong, line("after"), Event::End]);
        assert_eq!(lines(&input[..=LINE_LIMIT]), [Event::TooLong, Event::End]);
    }
}
