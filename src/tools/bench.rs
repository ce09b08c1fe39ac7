//! Fixed searches: how fast, and by the node count whether two builds play the same.

use std::sync::Arc;
use std::time::Duration;

use crate::search::{Control, Info, Limits, Playable, Root, Setup, Stopped, Table};

/// Table size for the benchmark, whatever the session uses, so that the node count depends on the build alone.
const MEGABYTES: usize = 16;

/// What the iterations of one depth cost over all positions.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    nodes: u64,
    time: Duration,
}

/// Searches the positions to the given depth with the default player and emits a table; returns the node count.
///
/// # Errors
/// If the control says stop.
pub fn bench<P: Playable>(
    roots: &[Root<P>],
    depth: u32,
    control: &Control,
    emit: &dyn Fn(&str),
) -> Result<u64, Stopped> {
    let Ok(table) = Table::new(MEGABYTES).map(Arc::new) else { return Err(Stopped) };
    let mut player = P::PLAYERS[0].make(&Setup::new(Arc::clone(&table)));
    let mut rows = vec![Row::default(); depth as usize + 1];
    let mut total = Row::default();
    for (number, root) in roots.iter().enumerate() {
        table.clear();
        let limits = Limits { depth: Some(depth), multipv: 1, ..Limits::default() };
        player.prepare(root, &limits, control);
        let began = control.elapsed();
        let mut before = Row::default();
        let mut record = |info: &Info<P::Move>| {
            let after = Row { nodes: info.nodes, time: info.elapsed.saturating_sub(began) };
            if let Some(row) = rows.get_mut(info.depth as usize) {
                row.nodes += after.nodes - before.nodes;
                row.time += after.time.saturating_sub(before.time);
            }
            before = after;
        };
        player.search(root, &limits, control, &mut record);
        total.nodes += before.nodes;
        total.time += before.time;
        emit(&format!("position {:>2} of {}: nodes {:>10}", number + 1, roots.len(), before.nodes));
        if control.is_stopped() {
            return Err(Stopped);
        }
    }
    let mut last = 0;
    for (depth, row) in rows.iter().enumerate().filter(|(_, row)| row.nodes > 0) {
        #[expect(clippy::cast_precision_loss, reason = "a ratio for people")]
        let growth = if last == 0 { String::new() } else { format!("  x{:.2}", row.nodes as f64 / last as f64) };
        emit(&format!("depth {depth:>2}: nodes {:>10}  time {:>6} ms{growth}", row.nodes, row.time.as_millis()));
        last = row.nodes;
    }
    emit(&format!("time {} ms", total.time.as_millis()));
    emit(&format!("nps {}", u128::from(total.nodes) * 1_000_000 / total.time.as_micros().max(1)));
    Ok(total.nodes)
}
