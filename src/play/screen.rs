//! Where the dialogue writes: whole lines, wrapped to the width of a small terminal, in ASCII where that is wanted.

use std::io::Write;

use super::texts::in_ascii;
use crate::telling::width;

/// The widest line.
pub(super) const WIDTH: usize = 79;

/// How a person wants to see things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Whether letters beyond ASCII may be used.
    pub unicode: bool,
    /// Whether colours may be used.
    pub colour: bool,
    /// Whether boards are turned to the person who looks at them, where a game can turn its board.
    pub turned: bool,
}

/// A writer of lines.
pub(super) struct Screen<W> {
    out: W,
    is_ascii: bool,
    is_broken: bool,
}

impl<W: Write> Screen<W> {
    pub(super) fn new(out: W, look: Look) -> Self {
        Self { out, is_ascii: !look.unicode, is_broken: false }
    }

    /// Whether nobody reads any more.
    pub(super) const fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// Writes a text, wrapped between words.
    pub(super) fn say(&mut self, text: &str) {
        for paragraph in text.lines() {
            self.lines(&wrapped(paragraph).join("\n"));
        }
    }

    /// Writes lines as they are.
    pub(super) fn lines(&mut self, text: &str) {
        let text = self.spelt(text);
        if writeln!(self.out, "{text}").and_then(|()| self.out.flush()).is_err() {
            self.is_broken = true;
        }
    }

    /// A text as it can be shown here.
    pub(super) fn spelt(&self, text: &str) -> String {
        if self.is_ascii { in_ascii(text) } else { text.to_owned() }
    }
}

/// A paragraph in lines that are not too wide; longer words stand alone.
pub(super) fn wrapped(paragraph: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in paragraph.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if width(line) + 1 + width(word) <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Words in columns, each with its number.
pub(super) fn numbered(words: &[String]) -> Vec<String> {
    let longest = words.iter().map(|word| width(word)).max().unwrap_or(0);
    let digits = words.len().to_string().len();
    let cell = digits + longest + 3;
    let cells: Vec<String> =
        words.iter().enumerate().map(|(index, word)| format!("{:>digits$} {word:<longest$}  ", index + 1)).collect();
    cells.chunks((WIDTH + 2) / cell.max(1)).map(|row| row.concat().trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_wrapped_between_words() {
        let text = "word ".repeat(40);
        let lines = wrapped(text.trim());
        assert!(lines.len() == 3 && lines.iter().all(|line| width(line) <= WIDTH), "{lines:?}");
        assert_eq!(lines.join(" "), text.trim());
        assert_eq!(wrapped(""), [""]);
    }

    #[test]
    fn lists_fit_the_width() {
        let words: Vec<String> = (0..131).map(|n| format!("m{n}")).collect();
        let lines = numbered(&words);
        assert!(lines.iter().all(|line| line.len() <= 80), "{lines:?}");
        assert!(lines[0].starts_with("  1 m0      2 m1 "), "{}", lines[0]);
        assert!(lines.concat().ends_with("131 m130"));
    }
}
