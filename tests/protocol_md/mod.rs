//! The examples of protocol.md and README.md, executed.
//!
//! A block marked `session`, perhaps with arguments for the program, is a conversation: lines that begin with `> ` are
//! sent, all others are what comes back, in this order. A line `...` stands for any number of lines, `<n>` inside a
//! line for a whole number, `<text>` for any text.

use std::fs;
use std::path::Path;

use crate::support::run;

/// A conversation as it is written down.
#[derive(Debug)]
struct Example {
    /// The line of the file on which it begins.
    line: usize,
    args: Vec<String>,
    input: Vec<String>,
    expected: Vec<String>,
}

/// The examples of a text.
fn examples(text: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut inside = None;
    for (number, line) in (1..).zip(text.lines()) {
        let fence = line.trim_start().strip_prefix("```");
        match (fence, inside) {
            (Some(_), Some(_)) => inside = None,
            (Some(info), None) => {
                let mut words = info.split_whitespace();
                let is_session = words.next() == Some("session");
                if is_session {
                    let args = words.map(str::to_owned).collect();
                    found.push(Example { line: number, args, input: Vec::new(), expected: Vec::new() });
                }
                inside = Some(is_session);
            }
            (None, Some(true)) => {
                let example = found.last_mut().expect("a session has begun");
                match line.strip_prefix('>') {
                    Some(sent) => example.input.push(sent.trim().to_owned()),
                    None => example.expected.push(line.trim_end().to_owned()),
                }
            }
            (None, _) => {}
        }
    }
    found
}

/// Whether lines are as expected.
fn lines_match(expected: &[String], found: &[String]) -> bool {
    match expected.split_first() {
        None => found.is_empty(),
        Some((first, rest)) if first == "..." => {
            (0..=found.len()).any(|left_out| lines_match(rest, &found[left_out..]))
        }
        Some((first, rest)) => {
            found.split_first().is_some_and(|(line, more)| line_matches(first, line) && lines_match(rest, more))
        }
    }
}

/// Whether a line is as expected.
fn line_matches(expected: &str, line: &str) -> bool {
    let cut = ["<n>", "<text>"].iter().filter_map(|mark| expected.find(mark)).min();
    let Some(cut) = cut else { return expected == line };
    let Some(line) = line.strip_prefix(&expected[..cut]) else { return false };
    if let Some(rest) = expected[cut..].strip_prefix("<n>") {
        let sign = usize::from(line.starts_with('-'));
        let digits = line[sign..].bytes().take_while(u8::is_ascii_digit).count();
        digits > 0 && line_matches(rest, &line[sign + digits..])
    } else {
        let rest = &expected[cut + "<text>".len()..];
        line.char_indices().map(|(at, _)| at).chain([line.len()]).any(|at| line_matches(rest, &line[at..]))
    }
}

/// Runs all examples of a file; returns how many there were.
fn check_file(name: &str) -> usize {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("the file can be read");
    let examples = examples(&text);
    for example in &examples {
        assert!(!example.input.is_empty() && !example.expected.is_empty(), "{name}:{} says too little", example.line);
        let args: Vec<&str> = example.args.iter().map(String::as_str).collect();
        let ended = run(&args, example.input.join("\n") + "\n");
        assert!(
            lines_match(&example.expected, &ended.lines),
            "{name}:{}: expected\n{}\n\nfound\n{}",
            example.line,
            example.expected.join("\n"),
            ended.lines.join("\n")
        );
    }
    examples.len()
}

#[test]
fn the_examples_of_protocol_md_are_true() {
    assert!(check_file("protocol.md") > 0, "there are no examples");
}

#[test]
fn the_examples_of_readme_md_are_true() {
    if Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md").exists() {
        check_file("README.md");
    }
}

#[test]
fn examples_are_compared_strictly() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let holds = |expected: &str, found: &str| lines_match(&lines(expected), &lines(found));
    for (expected, found) in [
        ("a\n...\nb", "a\nb"),
        ("a\n...\nb", "a\nx\ny\nb"),
        ("...", ""),
        ("score cp <n> nodes <n>", "score cp -7 nodes 12"),
        ("id name Ludion <text>", "id name Ludion 0.1"),
        ("<text> b <n>", "a b c b 3"),
    ] {
        assert!(holds(expected, found), "{expected:?} {found:?}");
    }
    for (expected, found) in [
        ("a", "a\nb"),
        ("a\nb", "a"),
        ("a\n...\nb", "a\nb\nc"),
        ("nodes <n>", "nodes x"),
        ("nodes <n>", "nodes 3 4"),
        ("nodes <n>", "nodes -"),
        ("id <text>", "ix 0.1"),
    ] {
        assert!(!holds(expected, found), "{expected:?} {found:?}");
    }
    let text = "```session --game cfour\n> list\nresponse 1\n```\n```\n> no\n```\n```sh\nsession\n```\n";
    let found = examples(text);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].args.join(" ").as_str(), found[0].input.join("\n").as_str()), ("--game cfour", "list"));
    assert_eq!(found[0].expected, ["response 1"]);
}
