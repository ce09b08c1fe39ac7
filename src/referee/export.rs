//! A journal for other eyes: text for people, CSV for spreadsheets. Charts are drawn in [`super::chart`].

use std::fmt::Write as _;
use std::path::Path;

use super::event::Event;
use super::journal::{self, Cause, JournalError, Record};

/// How wide a line of moves gets.
const WIDTH: usize = 100;

/// The games of a journal as text, much like PGN.
///
/// # Errors
/// If the journal cannot be read.
pub fn text(path: &Path) -> Result<String, JournalError> {
    let event = journal::head(path)?.event;
    let mut out = String::new();
    journal::read(path, &mut |record| {
        out.push_str(&game_text(&event, &record));
        out.push('\n');
    })?;
    Ok(out)
}

fn game_text(event: &Event, record: &Record) -> String {
    let mut out = String::new();
    let mut tag = |name: &str, value: &str| {
        let _ = writeln!(out, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
    };
    tag("Event", if event.name.is_empty() { "match" } else { &event.name });
    tag("Number", &record.number.to_string());
    tag("Round", &record.round.to_string());
    tag("Game", &event.boards[record.board].name);
    for (name, value) in &event.boards[record.board].rules {
        tag(name, &value.to_string());
    }
    for (seat, name) in record.names.iter().enumerate() {
        tag(&format!("Seat{}", seat + 1), name);
    }
    tag("Points", &spaced(&record.points));
    tag("Places", &spaced(&record.ranks));
    tag("Ending", &ending(record));
    tag("Seed", &record.seed.to_string());
    if let Some(start) = &record.start {
        tag("Position", start);
    }
    if !record.lead.is_empty() {
        tag("Opening", &record.lead.join(" "));
    }
    out.push('\n');
    let mut column = 0;
    for (index, ply) in record.moves.iter().enumerate() {
        let number = record.lead.len() + index + 1;
        let mut word = format!("{number}. {}", ply.mv);
        if let Some(score) = &ply.score {
            let depth = ply.depth.map(|depth| format!("/{depth}")).unwrap_or_default();
            let _ = write!(word, " {{{score}{depth}}}");
        }
        if column > 0 && column + word.len() >= WIDTH {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        column += word.len();
        out.push_str(&word);
    }
    let _ = writeln!(out, "{}{}", if column > 0 { " " } else { "" }, result(record));
    out
}

/// The result in one word: `1-0`, `1/2-1/2` or places such as `2-1-3`; `*` if there is none yet.
fn result(record: &Record) -> String {
    if record.ending.by == Cause::Unfinished {
        return "*".to_owned();
    }
    match record.ranks[..] {
        [1, 1] => "1/2-1/2".to_owned(),
        [1, _] => "1-0".to_owned(),
        [_, 1] => "0-1".to_owned(),
        _ => record.ranks.iter().map(ToString::to_string).collect::<Vec<_>>().join("-"),
    }
}

/// What ended a game, in words.
fn ending(record: &Record) -> String {
    let mut text = word(record);
    if let Some(seat) = record.ending.seat {
        let _ = write!(text, " of seat {seat}");
    }
    if let Some(reason) = &record.ending.text {
        let _ = write!(text, ": {reason}");
    }
    text
}

fn word(record: &Record) -> String {
    let value = serde_json::to_value(record.ending.by).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

/// The games of a journal as CSV, one row for each.
///
/// # Errors
/// If the journal cannot be read.
pub fn csv(path: &Path) -> Result<String, JournalError> {
    const HEAD: &str = "number,round,game,opening,seed,seat1,seat2,seat3,seat4,points1,points2,points3,points4,\
                        place1,place2,place3,place4,ending,fault_seat,plies,ms";
    let event = journal::head(path)?.event;
    let mut out = format!("{HEAD}\n");
    journal::read(path, &mut |record| {
        let four = |cells: Vec<String>| (0..4).map(|i| cells.get(i).cloned().unwrap_or_default()).collect::<Vec<_>>();
        let mut row = vec![record.number.to_string(), record.round.to_string()];
        row.push(quote(&event.boards[record.board].name));
        row.extend([record.opening.to_string(), record.seed.to_string()]);
        row.extend(four(record.names.iter().map(|name| quote(name)).collect()));
        row.extend(four(record.points.iter().map(ToString::to_string).collect()));
        row.extend(four(record.ranks.iter().map(ToString::to_string).collect()));
        row.push(word(&record));
        row.push(record.ending.seat.map(|seat| seat.to_string()).unwrap_or_default());
        row.extend([(record.lead.len() + record.moves.len()).to_string(), record.ms.to_string()]);
        let _ = writeln!(out, "{}", row.join(","));
    })?;
    Ok(out)
}

fn quote(cell: &str) -> String {
    if cell.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

fn spaced<T: ToString>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
