//! The program as a client sees it, over real pipes: every command, every answer, in every order that clients use.

mod games;
mod go;
mod handshake;
mod options;
mod order;
mod program;
mod queries;

use crate::support::{Client, word_after};

/// The answer to a `go`.
#[derive(Debug)]
struct Thought {
    /// The lines with a score, the last one being the last before `bestmove`.
    infos: Vec<String>,
    /// The lines before `bestmove` that carry no score.
    remarks: Vec<String>,
    /// The whole line `bestmove ...`.
    answer: String,
}

impl Thought {
    /// The move.
    fn best(&self) -> &str {
        word_after(&self.answer, "bestmove").expect("bestmove is followed by a move")
    }

    /// The last line with a score.
    fn last(&self) -> &str {
        self.infos.last().expect("the last line before bestmove has a score")
    }
}

/// Sends a `go` and reads its answer.
fn think(client: &mut Client, go: &str) -> Thought {
    client.send(go);
    read_thought(client)
}

/// Reads one answer to a `go` and checks what every client may rely on.
fn read_thought(client: &mut Client) -> Thought {
    let mut lines = client.lines_until("bestmove");
    let answer = lines.pop().expect("bestmove is among them");
    let Some(last) = lines.last() else { client.fail("bestmove comes without any info") };
    if !last.starts_with("info depth ") {
        client.fail(&format!("the last line before {answer:?} has no score: {last:?}"));
    }
    let (infos, remarks): (Vec<String>, _) = lines.into_iter().partition(|line| line.starts_with("info depth "));
    for line in &infos {
        check_info(client, line);
    }
    if let Some(line) = remarks.iter().find(|line| !line.starts_with("info string ")) {
        client.fail(&format!("{line:?} was not asked for"));
    }
    Thought { infos, remarks, answer }
}

/// The words of a line with a score, in their order; all numbers whole.
fn check_info(client: &Client, line: &str) {
    let mut words = line.split(' ').peekable();
    let mut is = |expected: &str| words.next_if_eq(&expected).is_some();
    let mut good = is("info");
    for key in ["depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "tbhits", "time"] {
        good &= words.next() == Some(key);
        if key == "score" {
            good &= words.next().is_some_and(|unit| unit == "cp" || unit == "mate");
        }
        good &= words.next().is_some_and(|word| word.parse::<i64>().is_ok());
        if key == "score" {
            words.next_if(|word| ["lowerbound", "upperbound"].contains(word));
        }
    }
    good &= match words.next() {
        None => true,
        Some(word) => word == "pv" && words.next().is_some(),
    };
    if !good {
        client.fail(&format!("malformed: {line:?}"));
    }
}

/// Nothing more comes: the next line is the answer to a question asked now.
fn expect_silence(client: &mut Client) {
    client.send("isready");
    let line = client.line();
    if line.as_deref() != Some("readyok") {
        client.fail(&format!("{line:?} was not asked for"));
    }
}

/// The words of the one error that a command is answered by.
fn refusal(client: &mut Client, command: &str) -> String {
    let lines = client.ask(command);
    match lines.as_slice() {
        [line] if line.starts_with("info string error ") => line["info string error ".len()..].to_owned(),
        _ => client.fail(&format!("{command:?} was answered by {lines:?}, not by one error")),
    }
}
