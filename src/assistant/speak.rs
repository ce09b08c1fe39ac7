//! Answers put into words: what the data files leave open is filled in from the position.
//!
//! A text may hold `{turn}`, `{moves}` (how many), `{list}` (which), `{points}`, `{seats}`, `{result}`,
//! `{option NAME}`, `{fact NAME}` (a number of the position), `{each THING}` and `{own THING}` (what seats have),
//! `{best}` and `{verdict}` (what a search finds).

use std::sync::Arc;

use super::lore::{Knowledge, Language, Phrases};
use crate::game::{Outcome, Seat};
use crate::score::Proven;
use crate::telling::Phrasebook;

/// The longest list of moves that is told.
const MOST_MOVES: usize = 40;

/// What is true of the position on the board.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The number of seats.
    pub seats: usize,
    /// The seat to move.
    pub turn: Seat,
    /// How the game ended, if it has.
    pub outcome: Option<Outcome>,
    /// The legal moves.
    pub moves: Vec<String>,
    /// Points per seat.
    pub points: Vec<i32>,
    /// Numbers that belong to no seat, by name.
    pub numbers: Vec<(&'static str, i32)>,
    /// What each seat has, by name.
    pub holdings: Vec<Vec<(&'static str, i32)>>,
    /// The rule options with their values.
    pub options: Vec<(&'static str, String)>,
}

/// What a search says about the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The best move.
    pub best: String,
    /// Its value for the seat to move, in centipoints.
    pub value: i64,
    /// In how many plies the game ends if that is certain, negative if it is lost.
    pub end: Option<i64>,
    /// The result, if it is certain.
    pub proven: Option<Proven>,
    /// By how many points the seat to move wins, if that is certain in a game of points.
    pub margin: Option<i64>,
    /// The values for all seats in centipoints, from searches that have them.
    pub values: Vec<i64>,
    /// The expected line of play.
    pub line: Vec<String>,
}

/// An answer found, not yet filled in.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The name of the answer in the data file; `unknown` if the question was not understood.
    pub id: String,
    /// The language it is in.
    pub language: Language,
    template: String,
    phrases: Phrases,
    book: Arc<Phrasebook>,
    unit: [String; 2],
}

impl Reply {
    pub(super) fn new(knowledge: &Knowledge, id: &str, template: &str) -> Self {
        Self {
            id: id.to_owned(),
            language: knowledge.language,
            template: template.to_owned(),
            phrases: knowledge.phrases.clone(),
            book: Arc::clone(&knowledge.book),
            unit: knowledge.unit.clone(),
        }
    }

    pub(super) fn not_understood(knowledge: &Knowledge) -> Self {
        let examples = knowledge.examples.join(" · ");
        Self::new(knowledge, "unknown", &knowledge.phrases.unknown.replace("{examples}", &examples))
    }

    /// Whether a search has to be asked before this can be said.
    #[must_use]
    pub fn wants_search(&self) -> bool {
        ["{best}", "{verdict}"].iter().any(|hole| self.template.contains(hole))
    }

    /// The answer in words. Without a finding, what a search would tell is replaced by how the game ended.
    #[must_use]
    pub fn say(&self, facts: &Facts, finding: Option<&Finding>) -> String {
        if finding.is_none() && self.wants_search() {
            return self.result(facts);
        }
        let mut said = String::new();
        let mut rest = self.template.as_str();
        while let Some((before, hole, after)) = rest.split_once('{').and_then(|(before, tail)| {
            let (hole, after) = tail.split_once('}')?;
            Some((before, hole, after))
        }) {
            said.push_str(before);
            said.push_str(&self.fill(hole, facts, finding));
            rest = after;
        }
        said + rest
    }

    fn fill(&self, hole: &str, facts: &Facts, finding: Option<&Finding>) -> String {
        let (word, name) = hole.split_once(' ').unwrap_or((hole, ""));
        let named = |all: &[(&str, i32)]| all.iter().find(|(thing, _)| *thing == name).map(|(_, number)| *number);
        let of = |seat: Seat| facts.holdings.get(seat.index()).and_then(|all| named(all));
        let unfilled = || format!("{{{hole}}}");
        match word {
            "turn" => self.seat(facts.turn),
            "moves" => facts.moves.len().to_string(),
            "list" if facts.moves.len() > MOST_MOVES => format!("{} ...", facts.moves[..MOST_MOVES].join(" ")),
            "list" => facts.moves.join(" "),
            "seats" => facts.seats.to_string(),
            "points" => self.per_seat(facts, |seat| facts.points.get(seat.index()).copied()),
            "each" => self.per_seat(facts, of),
            "own" => of(facts.turn).map_or_else(unfilled, |n| n.to_string()),
            "fact" => named(&facts.numbers).map_or_else(unfilled, |n| n.to_string()),
            "option" => {
                let value = facts.options.iter().find(|(option, _)| *option == name);
                value.map_or_else(unfilled, |(_, value)| value.clone())
            }
            "result" => self.result(facts),
            "best" => finding.map_or_else(String::new, |finding| finding.best.clone()),
            "verdict" => finding.map_or_else(String::new, |finding| self.verdict(facts, finding)),
            _ => unfilled(),
        }
    }

    fn seat(&self, seat: Seat) -> String {
        self.book.seat(seat)
    }

    fn per_seat(&self, facts: &Facts, number: impl Fn(Seat) -> Option<i32>) -> String {
        let seats = Seat::all(facts.seats).filter_map(|seat| number(seat).map(|n| format!("{} {n}", self.seat(seat))));
        seats.collect::<Vec<_>>().join(", ")
    }

    fn result(&self, facts: &Facts) -> String {
        match facts.outcome.map(|outcome| outcome.winner()) {
            None => self.phrases.going.clone(),
            Some(Some(winner)) => self.phrases.won.replace("{seat}", &self.seat(winner)),
            Some(None) => {
                let first = |seat: &Seat| facts.outcome.is_some_and(|outcome| outcome.ranks()[seat.index()] == 1);
                let seats: Vec<Seat> = Seat::all(facts.seats).filter(first).collect();
                if seats.len() == facts.seats {
                    return self.phrases.drawn.clone();
                }
                let names: Vec<String> = seats.into_iter().map(|seat| self.seat(seat)).collect();
                self.phrases.shared.replace("{seats}", &names.join(", "))
            }
        }
    }

    fn verdict(&self, facts: &Facts, finding: &Finding) -> String {
        let phrases = &self.phrases;
        let (phrase, number) = match (finding.end, finding.value) {
            (Some(plies), _) if plies > 0 => (&phrases.wins, plies.to_string()),
            (Some(plies), _) => (&phrases.loses, plies.abs().to_string()),
            _ if finding.proven == Some(Proven::Draw) => (&phrases.draws, String::new()),
            _ if finding.proven.is_some() => {
                let is_won = finding.proven == Some(Proven::Win);
                match finding.margin {
                    Some(margin) if is_won => (&phrases.wins_by, margin.to_string()),
                    Some(margin) => (&phrases.loses_by, margin.abs().to_string()),
                    None if is_won => (&phrases.sure, String::new()),
                    None => (&phrases.lost, String::new()),
                }
            }
            (None, -9..=9) => (&phrases.even, String::new()),
            (None, value) => {
                let (points, tenths) = (value.abs() / 100, value.abs() % 100 / 10);
                let number = if tenths == 0 { points.to_string() } else { self.decimal(points, tenths) };
                (if value > 0 { &phrases.ahead } else { &phrases.behind }, number)
            }
        };
        let said = phrase.replace("{seat}", &self.seat(facts.turn)).replace("{n}", &number);
        said.replace("{unit}", &self.unit[usize::from(number != "1")]).trim_end().to_owned()
    }

    fn decimal(&self, points: i64, tenths: i64) -> String {
        match self.language {
            Language::English => format!("{points}.{tenths}"),
            Language::French => format!("{points},{tenths}"),
        }
    }
}
