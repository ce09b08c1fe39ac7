//! Charts in SVG: the ratings of an event with error bars, and the evaluation curve of a game.

use std::fmt::Write as _;

use super::event::Event;
use super::journal::Record;
use super::standings::Standings;
use super::stats::{Estimate, Z95};
use crate::protocol::Value;

const WIDTH: f64 = 800.0;
const INK: &str = "#333333";
const GRID: &str = "#dddddd";
/// Distinct also for eyes that do not tell red from green.
const COLOURS: [&str; 4] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"];
const DASHES: [&str; 4] = ["none", "8 3", "3 3", "10 3 2 3"];
/// Values beyond this are drawn at the edge, in centipoints.
const EDGE: f64 = 1000.0;

/// The ratings of an event with their 95 % errors: Elo between two seats, else the rating of games with more.
#[must_use]
pub fn ratings(event: &Event, standings: &Standings) -> String {
    let crowds = standings.has_crowds();
    let learnt = standings.ratings();
    let mut rows: Vec<(String, Option<Estimate>)> = Vec::new();
    for engine in standings.order() {
        let estimate = if crowds {
            Some(Estimate { value: learnt[engine].mean, error: Z95 * learnt[engine].deviation })
        } else {
            standings.engines[engine].spread().map(|spread| spread.elo())
        };
        let known = estimate.filter(|e| e.value.is_finite() && e.error.is_finite());
        rows.push((event.engines[engine].name.clone(), known));
    }
    let ends = rows.iter().filter_map(|(_, e)| *e).flat_map(|e| [e.value - e.error, e.value + e.error]);
    let (least, most) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
    let (least, most) = if least < most { (least, most) } else { (-1.0, 1.0) };
    let (left, right) = (260.0, WIDTH - 40.0);
    let x = |value: f64| left + (value - least) / (most - least) * (right - left);
    let title = format!("{} ({})", headline(event), if crowds { "rating, 95 %" } else { "Elo, 95 %" });
    let bottom = row_middle(rows.len());
    let mut svg = begin(&title, bottom + 30.0);
    for step in ticks(least, most) {
        let _ = writeln!(
            svg,
            r#"<line x1="{0:.1}" y1="45" x2="{0:.1}" y2="{bottom:.1}" stroke="{GRID}"/><text x="{0:.1}" y="{1:.1}" text-anchor="middle">{step}</text>"#,
            x(step),
            bottom + 18.0
        );
    }
    for (index, (name, estimate)) in rows.iter().enumerate() {
        let y = row_middle(index);
        let _ = writeln!(
            svg,
            r#"<text x="{}" y="{:.1}" text-anchor="end">{}</text>"#,
            left - 15.0,
            y + 4.0,
            escape(&cut(name))
        );
        let Some(Estimate { value, error }) = estimate else {
            let _ = writeln!(svg, r#"<text x="{left}" y="{:.1}">no finite estimate</text>"#, y + 4.0);
            continue;
        };
        let _ = writeln!(
            svg,
            r#"<path d="M{:.1} {y:.1}H{:.1}" stroke="{COLOUR}" stroke-width="2"/><circle cx="{:.1}" cy="{y:.1}" r="5" fill="{COLOUR}"><title>{value:.1} +-{error:.1}</title></circle>"#,
            x(value - error),
            x(value + error),
            x(*value),
            COLOUR = COLOURS[0],
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// The values the engines reported in one game. Between two both are drawn for the first seat.
#[must_use]
pub fn game(event: &Event, record: &Record) -> String {
    let (left, right, top, bottom) = (60.0, WIDTH - 30.0, 50.0, 330.0);
    let plies = record.lead.len() + record.moves.len();
    let x = |ply: f64| left + ply / real(plies.max(1)) * (right - left);
    let y = |value: f64| f64::midpoint(top, bottom) - value.clamp(-EDGE, EDGE) / EDGE * (bottom - top) / 2.0;
    let title = format!("{} game {}: {}", headline(event), record.number, record.names.join(" - "));
    let mut svg = begin(&title, bottom + 40.0 + 20.0 * real(record.names.len()));
    for value in [-EDGE, -EDGE / 2.0, 0.0, EDGE / 2.0, EDGE] {
        let _ = writeln!(
            svg,
            r#"<line x1="{left}" y1="{0:.1}" x2="{right}" y2="{0:.1}" stroke="{GRID}"/><text x="{1}" y="{2:.1}" text-anchor="end">{3}</text>"#,
            y(value),
            left - 8.0,
            y(value) + 4.0,
            value / 100.0
        );
    }
    for ply in ticks(0.0, real(plies.max(1))) {
        let _ = writeln!(svg, r#"<text x="{:.1}" y="{:.1}" text-anchor="middle">{ply}</text>"#, x(ply), bottom + 16.0);
    }
    for (seat, name) in record.names.iter().enumerate() {
        let sign = if record.names.len() == 2 && seat == 1 { -1.0 } else { 1.0 };
        let mut path = String::new();
        for (index, ply) in record.moves.iter().enumerate().filter(|(_, ply)| ply.seat == seat + 1) {
            let Some(value) = ply.score.as_ref().and_then(|score| score.parse::<Value>().ok()) else { continue };
            #[expect(clippy::cast_precision_loss, reason = "clamped to a chart")]
            let value = sign * value.centipoints() as f64;
            let word = if path.is_empty() { 'M' } else { 'L' };
            let _ = write!(path, "{word}{:.1} {:.1}", x(real(record.lead.len() + index + 1)), y(value));
        }
        let (colour, dash) = (COLOURS[seat % COLOURS.len()], DASHES[seat % DASHES.len()]);
        let style = format!(r#"fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}""#);
        let key = bottom + 40.0 + 20.0 * real(seat);
        let view = if sign < 0.0 { " (sign changed)" } else { "" };
        let _ = writeln!(
            svg,
            r#"<path d="{path}" {style}/><path d="M{left} {key}h40" {style}/><text x="{}" y="{}">seat {}: {}{view}</text>"#,
            left + 50.0,
            key + 4.0,
            seat + 1,
            escape(&cut(name))
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn headline(event: &Event) -> String {
    if !event.name.is_empty() {
        return event.name.clone();
    }
    event.boards.iter().map(|board| board.name.as_str()).collect::<Vec<_>>().join(", ")
}

fn begin(title: &str, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"12\" fill=\"{INK}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text x=\"20\" y=\"28\" font-size=\"16\">{}</text>\n",
        escape(title)
    )
}

fn row_middle(index: usize) -> f64 {
    65.0 + 30.0 * real(index)
}

/// Round numbers between two ends, at most eight or so.
fn ticks(least: f64, most: f64) -> Vec<f64> {
    let raw = ((most - least) / 6.0).max(1e-9);
    let power = 10f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|step| *step >= raw).unwrap_or(raw);
    let mut ticks = Vec::new();
    let mut tick = (least / step).ceil() * step;
    while tick <= most + step * 1e-6 && ticks.len() < 20 {
        // Rounded, so that sums of steps print well.
        ticks.push((tick * 1e6).round() / 1e6 + 0.0);
        tick += step;
    }
    ticks
}

fn real(count: usize) -> f64 {
    super::stats::real(count as u64)
}

fn cut(name: &str) -> String {
    let short: String = name.chars().take(36).collect();
    if short.len() < name.len() { format!("{short}...") } else { short }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(ticks(0.0, 42.0), [0.0, 10.0, 20.0, 30.0, 40.0]);
        assert_eq!(ticks(-1.0, 1.0), [-1.0, -0.5, 0.0, 0.5, 1.0]);
        assert_eq!(escape("a<b>&\""), "a&lt;b&gt;&amp;&quot;");
    }
}
