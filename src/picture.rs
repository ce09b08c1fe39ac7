//! Pictures of positions: a small vocabulary for drawing, and the frame all games share. Knows no game.
//!
//! Lengths are in units of the picture; a cell of a board is [`CELL`] wide. Text is escaped here and nowhere else.

use std::fmt::Write as _;

/// The usual width of a cell.
pub const CELL: i32 = 60;
/// The ink of lines and letters.
pub const INK: &str = "#33302b";
/// Letters that should not catch the eye.
pub const FAINT: &str = "#8b8578";
/// The ground of a board.
pub const WOOD: &str = "#efe6d2";
/// A darker ground, for cells and houses.
pub const SHADE: &str = "#dccfb2";
/// What marks the last move.
pub const MARK: &str = "#f08c00";
/// The colours of the seats.
pub const SEATS: [&str; 4] = ["#2f6fb5", "#c8402f", "#3b8f4a", "#d9a520"];

const MARGIN: i32 = 16;
const CAPTION: i32 = 34;

/// A drawing with its size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    width: i32,
    height: i32,
    body: String,
}

impl Picture {
    /// An empty drawing.
    #[must_use]
    pub const fn new(width: i32, height: i32) -> Self {
        Self { width, height, body: String::new() }
    }

    /// A drawing in letters as it would stand on a terminal.
    #[must_use]
    pub fn of_letters(drawing: &str) -> Self {
        const LETTER: (i32, i32) = (11, 22);
        let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX / 100);
        let widest = drawing.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        let mut picture = Self::new(count(widest) * LETTER.0, count(drawing.lines().count()) * LETTER.1);
        for (row, line) in drawing.lines().enumerate() {
            let (y, line) = ((count(row) + 1) * LETTER.1 - 6, escaped(line));
            picture.element(format_args!(
                r#"<text y="{y}" font-size="18" fill="{INK}" font-family="monospace" xml:space="preserve">{line}</text>"#
            ));
        }
        picture
    }

    fn element(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.body, "{text}");
    }

    /// A filled rectangle with rounded corners.
    pub fn rect(&mut self, (x, y): (i32, i32), (width, height): (i32, i32), round: i32, fill: &str) {
        self.element(format_args!(
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{round}" fill="{fill}"/>"#
        ));
    }

    /// The outline of a rectangle.
    pub fn outline(&mut self, (x, y): (i32, i32), (width, height): (i32, i32), round: i32, stroke: &str) {
        self.element(format_args!(
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{round}" fill="none" stroke="{stroke}" stroke-width="4"/>"#
        ));
    }

    /// A filled disc.
    pub fn disc(&mut self, (x, y): (i32, i32), radius: i32, fill: &str) {
        self.element(format_args!(r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"/>"#));
    }

    /// A circle.
    pub fn ring(&mut self, (x, y): (i32, i32), radius: i32, stroke: &str) {
        self.element(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{stroke}" stroke-width="4"/>"#
        ));
    }

    /// A line through points, dashed so that it does not look like a part of the board.
    pub fn path(&mut self, points: &[(i32, i32)], stroke: &str) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
        self.element(format_args!(
            r#"<polyline points="{}" fill="none" stroke="{stroke}" stroke-width="4" stroke-dasharray="3 9" stroke-linecap="round"/>"#,
            points.join(" ")
        ));
    }

    /// Words about a point.
    pub fn text(&mut self, (x, y): (i32, i32), size: i32, fill: &str, words: &str) {
        let (y, words) = (y + size * 7 / 20, escaped(words));
        self.element(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}" fill="{fill}" text-anchor="middle">{words}</text>"#
        ));
    }

    /// Words from a point to the right.
    pub fn words(&mut self, (x, y): (i32, i32), size: i32, fill: &str, words: &str) {
        let (y, words) = (y + size * 7 / 20, escaped(words));
        self.element(format_args!(r#"<text x="{x}" y="{y}" font-size="{size}" fill="{fill}">{words}</text>"#));
    }

    /// The drawing as an SVG document, with a caption below.
    #[must_use]
    pub fn framed(&self, caption: &str) -> String {
        let (width, height) = (self.width + 2 * MARGIN, self.height + 2 * MARGIN + CAPTION);
        let (middle, below) = (width / 2, MARGIN + self.height + CAPTION * 2 / 3);
        let caption = escaped(caption);
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" font-family="sans-serif">
<rect width="{width}" height="{height}" fill="white"/>
<g transform="translate({MARGIN} {MARGIN})">
{}</g>
<text x="{middle}" y="{below}" font-size="18" fill="{INK}" text-anchor="middle">{caption}</text>
</svg>"#,
            self.body
        )
    }
}

fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_cannot_break_the_document() {
        let mut picture = Picture::new(100, 50);
        picture.text((50, 25), 20, INK, "a<b & c>d");
        let svg = picture.framed("x & y");
        assert!(svg.contains("a&lt;b &amp; c&gt;d") && svg.contains("x &amp; y"), "{svg}");
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"));
        assert!(svg.lines().all(|line| !line.trim().is_empty()));
    }
}
