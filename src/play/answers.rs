//! What the commands of a person answer: advice, lists, rules, saved games, and who leads when somebody leaves.

use std::io::Write;
use std::path::Path;

use super::command::{self, Word};
use super::dialogue::{Dialogue, Stage};
use super::record;
use super::screen::{numbered, wrapped};
use crate::assistant::{Facts, Finding, Language};
use crate::game::Seat;
use crate::score::Proven;
use crate::telling::Saying;

/// Lines of rules on one page.
const PAGE: usize = 18;
/// Moves of an expected line that are told.
const LINE: usize = 6;
/// Centipoints below which nobody is said to lead.
const LEAST_LEAD: i64 = 10;

impl<W: Write> Dialogue<W> {
    /// Carries out a command.
    pub(super) fn obey(&mut self, word: Word, rest: &str) {
        match word {
            Word::Hint => self.hint(),
            Word::Eval => self.evaluate(),
            Word::Undo => self.undo(rest.parse().unwrap_or(1)),
            Word::Moves => self.list_moves(),
            Word::Board => self.show_board(!rest.is_empty()),
            Word::Rules => self.rules(rest.parse().unwrap_or(1)),
            Word::Ask => self.ask(rest),
            Word::Save => self.save(rest),
            Word::Load if rest.is_empty() => self.tell(&Saying::new("load-file")),
            Word::Load => {
                if let Err(reason) = self.load(rest) {
                    self.screen.say(&reason);
                }
            }
            Word::Resign => self.resign(),
            Word::New => {
                self.name_leader();
                self.begin_again(!rest.is_empty());
            }
            Word::Menu => {
                self.name_leader();
                self.open_menu();
            }
            Word::Quit => self.leave(),
            Word::Help => self.help(),
        }
    }

    fn help(&mut self) {
        let language = self.manner.language;
        let example = self.round.as_ref().and_then(|round| round.board.moves().into_iter().next()).unwrap_or_default();
        self.tell(&Saying::new("help-head").with("move", example));
        for entry in command::ALL.iter().filter(|entry| !entry.help.is_empty()) {
            let line = format!("  {:<14} {}", entry.usage(language), self.book.word(entry.help));
            self.screen.lines(&line);
        }
    }

    /// What a short search of the strongest player finds, unless the game is over.
    fn consult(&mut self) -> Option<Finding> {
        let round = self.round.as_mut().filter(|round| round.outcome().is_none())?;
        let found = round.advise(&self.manner.advice, &self.brake);
        self.brake.release();
        found
    }

    fn facts(&self) -> Option<Facts> {
        self.round.as_ref().map(super::round::Round::facts)
    }

    fn verdict(&self, finding: &Finding) -> String {
        match (&self.round, self.facts()) {
            (Some(round), Some(facts)) => round.assistant.verdict(self.manner.language, &facts, finding),
            _ => String::new(),
        }
    }

    fn hint(&mut self) {
        let Some(finding) = self.consult() else { return self.tell_over() };
        let Some(round) = &self.round else { return };
        let mut reasons: Vec<String> = Vec::new();
        let seats = i64::try_from(round.board.seats()).unwrap_or(1);
        let turns = |plies: i64| (plies.abs() + seats - 1) / seats;
        let is_drawn = finding.proven == Some(Proven::Draw);
        match finding.end {
            Some(1) => reasons.push(self.book.word("wins-now").to_owned()),
            Some(plies) if plies > 0 => reasons.push(self.book.say(&Saying::new("wins-in").with("n", turns(plies)))),
            Some(plies) => reasons.push(self.book.say(&Saying::new("loses-in").with("n", turns(plies)))),
            None if is_drawn => reasons.push(self.book.word("holds-draw").to_owned()),
            None => {}
        }
        reasons.extend(round.board.reasons(&finding.best).iter().map(|saying| self.book.say(saying)));
        if finding.end.is_none() && !is_drawn {
            reasons.push(self.verdict(&finding));
        }
        let saying = Saying::new("hint").with("move", finding.best.clone());
        self.tell(&saying.with("reasons", reasons.join(", ")));
    }

    fn evaluate(&mut self) {
        let Some(finding) = self.consult() else { return self.tell_over() };
        let verdict = self.verdict(&finding);
        let line: Vec<&str> = finding.line.iter().map(String::as_str).take(LINE).collect();
        self.tell(&Saying::new("eval").with("verdict", verdict).with("line", line.join(" ")));
    }

    fn tell_over(&mut self) {
        self.tell(&Saying::new("over-command"));
    }

    fn undo(&mut self, times: u32) {
        let Some(round) = &mut self.round else { return };
        let mut count = None;
        for _ in 0..times.min(1000) {
            let Some(plies) = round.undo() else { break };
            count = Some(count.unwrap_or(0) + plies);
        }
        match count {
            Some(count) => {
                let id = if count == 0 { "resumed" } else { "undone" };
                self.stage = if self.wants() == super::Want::Move { Stage::Paused } else { Stage::Playing };
                self.tell(&Saying::new(id).with("n", count));
                self.show_board(false);
            }
            None => self.tell(&Saying::new("undo-none")),
        }
    }

    fn list_moves(&mut self) {
        let moves = self.facts().map(|facts| facts.moves).unwrap_or_default();
        if moves.is_empty() {
            return self.tell_over();
        }
        self.tell(&Saying::new("moves").with("n", moves.len()));
        self.screen.lines(&numbered(&moves).join("\n"));
    }

    /// One page of the rules; paragraphs are not torn apart.
    fn rules(&mut self, page: usize) {
        let Some(round) = &self.round else { return };
        let mut pages: Vec<Vec<String>> = vec![Vec::new()];
        for rule in round.assistant.rules(self.manner.language) {
            let lines = wrapped(&format!("- {rule}"));
            if pages.last().is_some_and(|page| page.len() + lines.len() > PAGE) {
                pages.push(Vec::new());
            }
            if let Some(page) = pages.last_mut() {
                page.extend(lines);
            }
        }
        let number = page.clamp(1, pages.len());
        self.screen.lines(&pages[number - 1].join("\n"));
        let id = if number < pages.len() { "rules-more" } else { "rules-end" };
        self.tell(&Saying::new(id).with("n", number).with("of", pages.len()).with("next", number + 1));
    }

    fn ask(&mut self, question: &str) {
        let Some(facts) = self.facts().filter(|_| !question.is_empty()) else {
            return self.tell(&Saying::new("ask-what"));
        };
        let Some(round) = &mut self.round else { return };
        let reply = round.assistant.ask(question);
        let finding = if reply.wants_search() { self.consult() } else { None };
        self.screen.say(&reply.say(&facts, finding.as_ref()));
    }

    fn save(&mut self, file: &str) {
        if file.is_empty() {
            return self.tell(&Saying::new("save-file"));
        }
        let path = Path::new(file);
        if !record::may_write(path) {
            return self.tell(&Saying::new("save-exists").with("file", file.to_owned()));
        }
        let Some(round) = &self.round else { return };
        match record::save(round, self.book.word("unfinished"), path) {
            Ok(()) => self.tell(&Saying::new("saved").with("file", file.to_owned())),
            Err(error) => self.tell(&record::trouble(path, &error)),
        }
    }

    fn resign(&mut self) {
        let Some(round) = self.round.as_mut().filter(|round| round.outcome().is_none()) else {
            return self.tell_over();
        };
        if !round.holder().is_human() {
            return self.tell(&Saying::new("not-now"));
        }
        let seat = round.board.turn();
        round.resigned = Some(seat);
        self.tell(&Saying::new("resigns").with("seat", seat));
        self.tell_result();
    }

    /// Announces the result, if there is one.
    pub(super) fn tell_result(&mut self) {
        let Some(facts) = self.facts().filter(|facts| facts.outcome.is_some()) else { return };
        let Some(round) = &self.round else { return };
        let result = round.assistant.result(self.manner.language, &facts);
        // Games without points call a win one point.
        let has_points = facts.points.iter().any(|points| *points > 1);
        let id = if has_points { "over-points" } else { "over" };
        let points = self.points(&facts.points);
        self.tell(&Saying::new(id).with("result", result).with("points", points));
    }

    fn points(&self, points: &[i32]) -> String {
        let seat = |(index, points): (usize, &i32)| {
            self.book.say(&Saying::new("points-of").with("seat", Seat::new(index)).with("n", *points))
        };
        points.iter().enumerate().map(seat).collect::<Vec<_>>().join(", ")
    }

    /// Says who leads a game that is broken off, and by how much: in points where there are some, else as the engine
    /// judges.
    fn name_leader(&mut self) {
        let Some(facts) = self.facts().filter(|facts| facts.outcome.is_none()) else { return };
        if self.round.as_ref().is_none_or(|round| round.plies.is_empty()) {
            return;
        }
        if facts.points.iter().any(|points| *points != 0) {
            let points = facts.points.iter().map(|&points| 100 * i64::from(points)).collect();
            return self.tell_lead(points, Some(self.points(&facts.points)));
        }
        let Some(finding) = self.consult() else { return };
        let is_open = finding.end.is_none() && finding.proven.is_none();
        if is_open && facts.seats == 2 && finding.value.abs() >= LEAST_LEAD {
            // A value is a lead over the other seat.
            let values = Seat::all(2).map(|seat| if seat == facts.turn { finding.value } else { 0 });
            return self.tell_lead(values.collect(), None);
        }
        if is_open && facts.seats > 2 && finding.values.len() == facts.seats {
            return self.tell_lead(finding.values, None);
        }
        let verdict = self.verdict(&finding);
        self.tell(&Saying::new("judged").with("verdict", verdict));
    }

    /// Names the first of the seats and how far it is before the second; `points` in words if these are points.
    fn tell_lead(&mut self, values: Vec<i64>, points: Option<String>) {
        let mut order: Vec<(i64, Seat)> = values.into_iter().zip(Seat::all(crate::game::MAX_SEATS)).collect();
        order.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
        let [(first, seat), (second, _), ..] = order[..] else { return };
        let lead = first - second;
        if lead == 0 && points.is_some() {
            return self.tell(&Saying::new("level-points").with("points", points.unwrap_or_default()));
        }
        let unit = self.round.as_ref().map(|round| round.assistant.unit(self.manner.language).clone());
        let unit = unit.map(|[one, many]| if lead == 100 { one } else { many }).unwrap_or_default();
        let mark = if self.manner.language == Language::French { ',' } else { '.' };
        let tenths = lead % 100 / 10;
        let number = if tenths == 0 { (lead / 100).to_string() } else { format!("{}{mark}{tenths}", lead / 100) };
        let id = if points.is_some() { "leads" } else { "leads-judged" };
        let saying = Saying::new(id).with("seat", seat).with("n", number).with("unit", unit);
        self.tell(&saying.with("points", points.unwrap_or_default()));
    }

    /// Leaves, never without a word about the game.
    pub(super) fn leave(&mut self) {
        self.name_leader();
        self.tell(&Saying::new("bye"));
        self.stage = Stage::Done;
    }
}
