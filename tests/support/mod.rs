//! What the tests share: a client of the real program over pipes, and an artificial game for the searchers.

pub(crate) mod wander;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long an answer may take before the program counts as hanging. Nothing else depends on time.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The program under test.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_ludion");

/// The program under test, ready to be started with these arguments.
pub(crate) fn program(args: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(args).env_remove("RUST_LOG").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program on this input to its end.
pub(crate) fn run(args: &[&str], input: impl AsRef<[u8]>) -> Ended {
    let mut client = Client::start(args);
    if let Some(stdin) = &mut client.stdin {
        // The program may end before it has read everything.
        let _ = stdin.write_all(input.as_ref());
    }
    client.finish()
}

/// What is left of a program that has ended.
#[derive(Debug)]
pub(crate) struct Ended {
    /// The lines that had not been read before.
    pub(crate) lines: Vec<String>,
    /// The exit code; `None` if a signal ended it.
    pub(crate) code: Option<i32>,
    /// Everything it wrote to standard error.
    pub(crate) stderr: String,
}

/// A running program and the conversation with it. The program is killed when this goes out of scope.
pub(crate) struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Vec<u8>>,
    stderr: Option<JoinHandle<String>>,
    /// Both sides of the conversation, for the message of a test that fails.
    transcript: Vec<String>,
}

impl Client {
    /// Starts the program.
    pub(crate) fn start(args: &[&str]) -> Self {
        let mut child = program(args).spawn().expect("the program starts");
        let mut stdout = BufReader::new(child.stdout.take().expect("stdout is a pipe"));
        let mut stderr = child.stderr.take().expect("stderr is a pipe");
        let (sender, lines) = channel();
        thread::spawn(move || {
            let mut line = Vec::new();
            while stdout.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
                if sender.send(std::mem::take(&mut line)).is_err() {
                    break;
                }
            }
        });
        let stderr = thread::spawn(move || {
            let mut text = Vec::new();
            let _ = stderr.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        let stdin = child.stdin.take();
        Self { child, stdin, lines, stderr: Some(stderr), transcript: Vec::new() }
    }

    /// Starts the program and shakes hands with `ugi` or `uci`.
    pub(crate) fn greeted(word: &str, args: &[&str]) -> Self {
        let mut client = Self::start(args);
        client.send(word);
        client.lines_until(&format!("{word}ok"));
        client
    }

    /// Sends one line, or several in one write.
    pub(crate) fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        for line in String::from_utf8_lossy(bytes).lines() {
            self.transcript.push(format!("> {}", line.chars().take(200).collect::<String>()));
        }
        let stdin = self.stdin.as_mut().expect("the input is still open");
        if let Err(error) = stdin.write_all(bytes).and_then(|()| stdin.flush()) {
            self.fail(&format!("the program does not read any more: {error}"));
        }
    }

    /// The next line; `None` once the program has closed its output. Every line is held to the rules of the frame.
    pub(crate) fn line(&mut self) -> Option<String> {
        let bytes = match self.lines.recv_timeout(PATIENCE) {
            Ok(bytes) => bytes,
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => self.fail("the program is silent"),
        };
        let text = String::from_utf8(bytes).expect("output is UTF-8");
        let Some(line) = text.strip_suffix('\n') else { self.fail(&format!("no newline after {text:?}")) };
        self.transcript.push(line.to_owned());
        if line.is_empty() || line.trim_end() != line || line.contains(|c: char| c.is_control()) {
            self.fail(&format!("blank, trailing blank or control character: {line:?}"));
        }
        Some(line.to_owned())
    }

    /// Reads up to a line that begins with these words and returns it.
    pub(crate) fn expect_line(&mut self, prefix: &str) -> String {
        self.lines_until(prefix).pop().expect("the line itself is among them")
    }

    /// Reads up to a line that begins with these words and returns all lines, that one included.
    pub(crate) fn lines_until(&mut self, prefix: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let Some(line) = self.line() else { self.fail(&format!("the program ended before {prefix:?}")) };
            let found = line.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ':']));
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// Sends commands that do not search, and returns everything that comes before the program is ready again.
    pub(crate) fn ask(&mut self, commands: &str) -> Vec<String> {
        self.send(&format!("{commands}\nisready"));
        let mut lines = self.lines_until("readyok");
        lines.pop();
        lines
    }

    /// The text of the one `response` to a command.
    pub(crate) fn query(&mut self, command: &str) -> String {
        let lines = self.ask(command);
        match lines.as_slice() {
            [line] if line == "response" => String::new(),
            [line] if line.starts_with("response ") => line["response ".len()..].to_owned(),
            _ => self.fail(&format!("one response to {command:?} was expected, not {lines:?}")),
        }
    }

    /// Sends commands that must be accepted in silence.
    pub(crate) fn quietly(&mut self, commands: &str) {
        let lines = self.ask(commands);
        if !lines.is_empty() {
            self.fail(&format!("{commands:?} was answered by {lines:?}"));
        }
    }

    /// Closes the input and waits for the program to end.
    pub(crate) fn finish(mut self) -> Ended {
        self.stdin = None;
        let mut lines = Vec::new();
        while let Some(line) = self.line() {
            lines.push(line);
        }
        let deadline = Instant::now() + PATIENCE;
        let status = loop {
            match self.child.try_wait().expect("the program can be waited for") {
                Some(status) => break status,
                None if Instant::now() > deadline => self.fail("the program does not end"),
                None => thread::sleep(Duration::from_millis(2)),
            }
        };
        let stderr = self.stderr.take().and_then(|reader| reader.join().ok()).unwrap_or_default();
        Ended { lines, code: status.code(), stderr }
    }

    /// Fails the test and shows the end of the conversation.
    pub(crate) fn fail(&self, reason: &str) -> ! {
        let from = self.transcript.len().saturating_sub(40);
        panic!("{reason}\nthe conversation so far:\n{}", self.transcript[from..].join("\n"));
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The word that follows another one in a line.
pub(crate) fn word_after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let mut words = line.split(' ').skip_while(|found| *found != word);
    words.next();
    words.next()
}

/// The number that follows a word in a line.
pub(crate) fn number_after(line: &str, word: &str) -> i64 {
    let found = word_after(line, word).and_then(|number| number.parse().ok());
    found.unwrap_or_else(|| panic!("no number after {word:?} in {line:?}"))
}
