//! Counting move sequences, the usual proof that a move generator is right.

use crate::game::{MoveList, Notation, Position, Style};
use crate::search::{Control, Stopped};

/// The number of move sequences of exactly this length; a finished game has no children.
///
/// # Errors
/// If the control says stop.
pub fn perft<P: Position>(position: &P, depth: u32, control: &Control) -> Result<u64, Stopped> {
    if depth == 0 {
        return Ok(1);
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    if depth == 1 {
        return Ok(moves.len() as u64);
    }
    if control.is_stopped() {
        return Err(Stopped);
    }
    let mut nodes = 0;
    for &mv in moves.iter() {
        let mut child = position.clone();
        child.play(mv);
        nodes += perft(&child, depth - 1, control)?;
    }
    Ok(nodes)
}

/// The same, with a line for every first move.
///
/// # Errors
/// If the control says stop.
pub fn divide<P: Notation>(
    position: &P,
    depth: u32,
    style: Style,
    control: &Control,
    emit: &dyn Fn(&str),
) -> Result<u64, Stopped> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mut nodes = 0;
    for &mv in moves.iter() {
        let mut child = position.clone();
        child.play(mv);
        let count = perft(&child, depth - 1, control)?;
        emit(&format!("{}: {count}", position.move_text(mv, style)));
        nodes += count;
    }
    Ok(nodes)
}
