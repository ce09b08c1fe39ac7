//! Plays the games of a journal again, by the rules alone or with the engines, and finds the first difference.

use std::path::Path;
use std::sync::{Arc, Mutex};

use super::engine::House;
use super::event::EventError;
use super::game::{Broken, Desk};
use super::journal::{self, Cause, Record};
use super::openings;
use super::run::RunError;
use super::schedule::Fixture;
use crate::option::quoted;
use crate::protocol::Base;
use crate::session::Board;

/// Plays every record of a journal again; returns how many there are, or the first difference.
///
/// With `engines` the moves are asked for once more, too, which only makes sense where no clock decides.
///
/// # Errors
/// If the journal cannot be read or the engines cannot be started.
pub fn replay(path: &Path, engines: bool) -> Result<Result<u64, String>, RunError> {
    let event = Arc::new(journal::head(path)?.event);
    let mut boards = Vec::new();
    for spec in &event.boards {
        boards.push(openings::open(spec)?.1);
    }
    let mut desk = None;
    if engines {
        if (0..event.engines.len()).any(|engine| !event.limits_of(engine).is_repeatable()) {
            let text = "only games under limits of depth or nodes can be repeated by their engines";
            return Err(EventError::new(text).into());
        }
        let house = House::new(event.conduct)?;
        desk = Some(Desk::new(&event, &house, &Arc::new(Mutex::new(vec![(0, None); event.engines.len()])))?);
    }
    let mut count = 0;
    let mut first: Option<String> = None;
    journal::read(path, &mut |record| {
        if first.is_some() {
            return;
        }
        count += 1;
        let by_rules = by_rules(&mut *boards[record.board], &record);
        let difference = by_rules.and_then(|()| desk.as_mut().map_or(Ok(()), |desk| by_engines(desk, &record)));
        first = difference.err().map(|text| format!("record {}: {text}", record.number));
    })?;
    if let Some(desk) = desk {
        desk.close();
    }
    Ok(first.map_or(Ok(count), Err))
}

/// Checks one record by the rules.
fn by_rules(board: &mut dyn Board, record: &Record) -> Result<(), String> {
    let base = record.start.clone().map_or(Base::Start, Base::Text);
    board.set(&base, 1, &record.lead.join(" ")).map_err(|refusal| format!("the opening: {}", refusal.text))?;
    for (index, ply) in record.moves.iter().enumerate() {
        let ply_number = record.lead.len() + index + 1;
        let at = |text: String| format!("ply {ply_number}: {text}");
        let turn = board.turn().number();
        if turn != ply.seat {
            return Err(at(format!("it is the turn of seat {turn}, not of seat {}", ply.seat)));
        }
        let spelt = board.spell(&ply.mv).map_err(|refusal| at(refusal.text))?;
        if spelt != ply.mv {
            return Err(at(format!("{} is written {spelt}", quoted(&ply.mv))));
        }
        board.play(&spelt).map_err(|refusal| at(refusal.text))?;
    }
    if board.text() != record.end {
        return Err(format!("the end is {}, not {}", board.text(), quoted(&record.end)));
    }
    let outcome = board.outcome();
    match (record.ending.by, outcome) {
        (Cause::Rules, None) => Err("the rules do not end the game here".to_owned()),
        (Cause::Rules, Some(outcome)) => {
            let points: Vec<i64> = outcome.points().iter().map(|&points| i64::from(points)).collect();
            if outcome.ranks() == record.ranks && points == record.points {
                Ok(())
            } else {
                Err(format!("the result is {points:?}, places {:?}", outcome.ranks()))
            }
        }
        (_, Some(_)) => Err("the rules end the game here".to_owned()),
        (_, None) => Ok(()),
    }
}

/// Checks one record by having its engines play again.
fn by_engines(desk: &mut Desk, record: &Record) -> Result<(), String> {
    let fixture = Fixture {
        number: record.number,
        round: record.round,
        set: record.set,
        set_size: record.set_size,
        board: record.board,
        seating: record.seating.clone(),
        opening: record.opening,
        seed: record.seed,
    };
    if desk.seats()[record.board] != record.seating.len() {
        return Err(format!("the game has {} seats", desk.seats()[record.board]));
    }
    let again = match desk.play(&fixture) {
        Ok(again) => again,
        Err(Broken::Interrupted) => return Err("interrupted".to_owned()),
        Err(Broken::Event(error)) => return Err(error.to_string()),
    };
    if (&again.start, &again.lead) != (&record.start, &record.lead) {
        return Err("the opening is another one".to_owned());
    }
    let differs = again.moves.iter().zip(&record.moves).position(|(new, old)| new.mv != old.mv);
    if let Some(index) = differs {
        let (new, old) = (&again.moves[index].mv, &record.moves[index].mv);
        return Err(format!("ply {}: the engine plays {new}, not {old}", record.lead.len() + index + 1));
    }
    if again.moves.len() != record.moves.len() || again.ranks != record.ranks || again.ending.by != record.ending.by {
        let length = record.lead.len() + again.moves.len();
        return Err(format!("the game ends after {length} plies with places {:?}", again.ranks));
    }
    Ok(())
}
