//! Standings written out for people.

use std::fmt::Write as _;

use comfy_table::{Cell, CellAlignment, Table, presets};

use super::event::{Event, Kind};
use super::schedule::Schedule;
use super::standings::{Standings, Tally};
use super::stats::{self, Estimate, Z95};

/// The whole report of an event: table, cross-table, test.
#[must_use]
pub fn report(event: &Event, standings: &Standings) -> String {
    let mut text = format!("{}\n", main_table(event, standings));
    if event.engines.len() > 2 {
        let _ = writeln!(text, "\n{}", cross_table(event, standings));
    }
    for (spec, board) in event.boards.iter().zip(standings.boards()) {
        let _ = writeln!(text, "\n{}:\n{}", spec.name, main_table(event, board));
    }
    let lines = [rounds_line(event, standings), test_line(event, standings)];
    for line in lines.into_iter().flatten() {
        let _ = writeln!(text, "\n{line}");
    }
    text
}

/// What the rounds of a Swiss or knockout event have come to; sitting out counts there, unlike in the table.
fn rounds_line(event: &Event, standings: &Standings) -> Option<String> {
    let history = standings.history()?;
    let seats: Option<Vec<usize>> = (0..event.boards.len()).map(|board| standings.seats(board)).collect();
    let schedule = Schedule::new(event, &seats?).ok()?;
    let is_over = standings.games >= schedule.total();
    // A round that goes on says nothing yet.
    let rounds = history.rounds().saturating_sub(u64::from(!is_over));
    if event.kind == Kind::Swiss {
        let total = |engine: usize| schedule.swiss_total(engine, rounds, history).0;
        let mut order: Vec<usize> = (0..event.engines.len()).collect();
        order.sort_by_key(|&engine| std::cmp::Reverse(total(engine)));
        let word = |&engine: &usize| {
            let own = u64::try_from(total(engine)).unwrap_or(0);
            format!("{} {}", event.engines[engine].name, points(stats::real(own) / 12.0))
        };
        let words: Vec<String> = order.iter().map(word).collect();
        return Some(format!("after {rounds} rounds: {}", words.join(", ")));
    }
    let alive = schedule.survivors(rounds, history);
    let names: Vec<&str> = alive.iter().map(|&engine| event.engines[engine].name.as_str()).collect();
    Some(format!("{}: {}", if is_over { "winner" } else { "still in" }, names.join(", ")))
}

fn main_table(event: &Event, standings: &Standings) -> Table {
    let crowds = standings.has_crowds();
    let ratings = standings.ratings();
    let late = standings.engines.iter().any(|tally| tally.late > 0);
    let mut head = vec!["engine", "games", "wins", "draws", "losses", "points", "score %", "margin"];
    let duels = standings.engines.iter().any(|tally| tally.spread().is_some());
    if duels {
        head.extend(["Elo", "nElo", "LOS %"]);
    }
    if crowds {
        head.push("rating");
    }
    if late {
        head.push("late");
    }
    head.push("faults");
    let mut rows = Vec::new();
    for engine in standings.order() {
        let tally = &standings.engines[engine];
        let mut row = vec![
            event.engines[engine].name.clone(),
            tally.games.to_string(),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            points(tally.points()),
            format!("{:.1}", 100.0 * tally.score()),
            tally.margin().map_or_else(dash, |margin| pair(margin, 2)),
        ];
        if duels {
            let spread = tally.spread();
            row.push(spread.map_or_else(dash, |spread| pair(spread.elo(), 1)));
            row.push(spread.map_or_else(dash, |spread| pair(spread.normalized_elo(), 1)));
            row.push(spread.map_or_else(dash, |spread| format!("{:.1}", 100.0 * spread.superiority())));
        }
        if crowds {
            let rating = ratings[engine];
            row.push(pair(Estimate { value: rating.mean, error: Z95 * rating.deviation }, 2));
        }
        if late {
            row.push(tally.late.to_string());
        }
        row.push(faults(tally));
        rows.push(row);
    }
    table(&head, rows)
}

fn cross_table(event: &Event, standings: &Standings) -> Table {
    let order = standings.order();
    let numbers: Vec<String> = (1..=order.len()).map(|number| number.to_string()).collect();
    let mut head = vec!["", "against"];
    head.extend(numbers.iter().map(String::as_str));
    let row = |(place, &engine): (usize, &usize)| {
        let mut row = vec![(place + 1).to_string(), event.engines[engine].name.clone()];
        row.extend(order.iter().map(|&other| match standings.between(engine, other) {
            (_, 0) => dash(),
            (own, games) => format!("{}/{games}", points(own)),
        }));
        row
    };
    table(&head, order.iter().enumerate().map(row).collect())
}

/// Where the test stands, if the event is one.
#[must_use]
pub fn test_line(event: &Event, standings: &Standings) -> Option<String> {
    let sprt = event.sprt.as_ref()?;
    let counts = standings.engines.first()?.counts();
    let state = stats::test(sprt, counts);
    let verdict = match state.verdict() {
        Some(true) => format!("accepted: {} Elo or more", sprt.elo1),
        Some(false) => format!("accepted: {} Elo or less", sprt.elo0),
        None => "undecided".to_owned(),
    };
    let kind = if counts.len() == 5 { "pairs" } else { "games" };
    let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
    Some(format!(
        "SPRT {}..{}: LLR {:.3} ({:.3}, {:.3}), {verdict}; {kind} {}",
        sprt.elo0,
        sprt.elo1,
        state.llr,
        state.lower,
        state.upper,
        counts.join(" ")
    ))
}

/// One line about an event that goes on.
#[must_use]
pub fn live_line(event: &Event, standings: &Standings, total: u64) -> String {
    let mut line = format!("game {}/{total}", standings.games);
    for engine in standings.order().into_iter().take(3) {
        let tally = &standings.engines[engine];
        let _ = write!(line, "  {} {:.1} %", event.engines[engine].name, 100.0 * tally.score());
    }
    if let (2, Some(spread)) = (event.engines.len(), standings.engines[0].spread()) {
        let _ = write!(line, "  Elo {}", pair(spread.elo(), 1));
    }
    if let Some(sprt) = &event.sprt {
        let _ = write!(line, "  LLR {:.2}", stats::test(sprt, standings.engines[0].counts()).llr);
    }
    line
}

pub(super) fn table(head: &[&str], rows: Vec<Vec<String>>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header(head);
    for row in rows {
        let cells = row.into_iter().enumerate().map(|(column, text)| {
            let is_text = column == 0 || text.starts_with(|c: char| c.is_alphabetic());
            Cell::new(text).set_alignment(if is_text { CellAlignment::Left } else { CellAlignment::Right })
        });
        table.add_row(cells.collect::<Vec<_>>());
    }
    table
}

fn dash() -> String {
    "-".to_owned()
}

fn pair(estimate: Estimate, digits: usize) -> String {
    let Estimate { value, error } = estimate;
    if value.is_finite() && error.is_finite() {
        // Adding zero turns a negative zero into a plain one.
        let scale = 10f64.powf(f64::from(u8::try_from(digits).unwrap_or(0)));
        let value = (value * scale).round() / scale + 0.0;
        format!("{value:.digits$} +-{error:.digits$}")
    } else if value.is_finite() {
        format!("{value:.digits$}")
    } else if value.is_nan() {
        dash()
    } else {
        format!("{}inf", if value > 0.0 { "+" } else { "-" })
    }
}

fn points(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn faults(tally: &Tally) -> String {
    if tally.faults.is_empty() {
        return dash();
    }
    let word = |(kind, count): (&super::engine::FaultKind, &u64)| format!("{kind} {count}");
    tally.faults.iter().map(word).collect::<Vec<_>>().join(", ")
}
