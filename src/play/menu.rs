//! A short menu for who names no game: which one, how many play, who plays, which rules.

use super::holder::Holder;
use super::plan::{Plan, book_of};
use crate::assistant::{Assistant, Language};
use crate::option::{Kind, Spec, nearest, quoted};
use crate::register::{self, Choice, GAMES};
use crate::search::Level;
use crate::session::Board;
use crate::telling::{Phrasebook, Saying};

/// The rule option that says how many play.
const PLAYERS: &str = "Players";

/// How far the questions have come.
enum Step {
    Game,
    Players(Choice),
    Seats(Choice, Box<dyn Board>, Vec<Holder>),
    Rules(Choice, Vec<Holder>),
}

/// The questions that lead to a plan.
pub(super) struct Menu {
    language: Language,
    step: Step,
}

/// What a line brought about.
pub(super) enum Next {
    /// Another question.
    Question,
    /// The same question again, for this reason.
    Again(String),
    /// Everything is known.
    Done(Box<Plan>),
}

impl Menu {
    pub(super) const fn new(language: Language) -> Self {
        Self { language, step: Step::Game }
    }

    /// The question, perhaps with a list before it.
    pub(super) fn question(&self, book: &Phrasebook) -> String {
        match &self.step {
            Step::Game => {
                let line = |(index, game): (usize, &&register::Game)| {
                    format!("{:>3}  {:<10} {}", index + 1, game.name, self.title(game))
                };
                let list: Vec<String> = GAMES.iter().enumerate().map(line).collect();
                format!("{}\n{}", list.join("\n"), book.word("menu-games"))
            }
            Step::Players(choice) => {
                let (from, to) = (*choice.game.seats.start(), *choice.game.seats.end());
                book.say(&Saying::new("menu-players").with("from", from).with("to", to))
            }
            Step::Seats(_, _, holders) => {
                let levels: Vec<&str> = Level::NAMED.iter().map(|(name, _)| book.word(name)).collect();
                let default = usual(holders.len()).told(book);
                let saying = Saying::new("menu-seat").with("n", holders.len() + 1).with("levels", levels.join(", "));
                book.say(&saying.with("default", default))
            }
            Step::Rules(choice, _) => {
                let rules: Vec<String> = rules(choice).map(|(name, value)| format!("{name}={value}")).collect();
                book.say(&Saying::new("menu-rules").with("rules", rules.join(" ")))
            }
        }
    }

    /// A game in one line of the language.
    fn title(&self, game: &register::Game) -> String {
        let book = Assistant::new(&game.lore).map(|assistant| assistant.book(self.language)).unwrap_or_default();
        let id = format!("title {}", game.name);
        if book.has(&id) { book.word(&id).to_owned() } else { game.about.to_owned() }
    }

    /// Takes an answer.
    pub(super) fn take(&mut self, line: &str, book: &Phrasebook) -> Next {
        let unknown = |near: Option<&str>| {
            let hint = near.map(|near| book.say(&Saying::new("did-you-mean").with("word", near.to_owned())));
            let saying = Saying::new("menu-unknown").with("word", quoted(line).to_string());
            Next::Again(book.say(&saying.with("hint", hint.unwrap_or_default())))
        };
        match std::mem::replace(&mut self.step, Step::Game) {
            Step::Game => {
                let number = line.parse::<usize>().ok().and_then(|number| GAMES.get(number.checked_sub(1)?));
                match register::choose(number.map_or(line, |game| game.name), &[]) {
                    Ok(choice) => self.go_on(choice),
                    Err(_) => unknown(nearest(line, register::names())),
                }
            }
            Step::Players(choice) => {
                let count = if line.is_empty() { Some(*choice.game.seats.start()) } else { line.parse().ok() };
                let Some(count) = count.filter(|count| choice.game.seats.contains(count)) else {
                    self.step = Step::Players(choice);
                    return unknown(None);
                };
                match register::choose(choice.name, &[(PLAYERS.to_owned(), count.to_string())]) {
                    Ok(choice) => self.seat(choice),
                    Err(refusal) => Next::Again(refusal.text),
                }
            }
            Step::Seats(choice, board, mut holders) => {
                let known = book_of(&choice, self.language).unwrap_or_else(|_| book.clone());
                let holder =
                    if line.is_empty() { Ok(usual(holders.len())) } else { Holder::read(line, board.as_ref(), &known) };
                let next = match holder {
                    Ok(holder) => {
                        holders.push(holder);
                        Next::Question
                    }
                    Err(_) => {
                        let levels = Level::NAMED.iter().map(|(name, _)| book.word(name));
                        unknown(nearest(line, levels.chain([book.word("human")])))
                    }
                };
                if holders.len() < board.seats() {
                    self.step = Step::Seats(choice, board, holders);
                    return next;
                }
                if rules(&choice).next().is_none() {
                    return Next::Done(Box::new(Plan { choice, holders }));
                }
                self.step = Step::Rules(choice, holders);
                next
            }
            Step::Rules(choice, holders) => self.take_rules(choice, holders, line, book),
        }
    }

    /// Sets rules by words `Name=Value`; a line without any begins the game.
    fn take_rules(&mut self, choice: Choice, holders: Vec<Holder>, line: &str, book: &Phrasebook) -> Next {
        if line.is_empty() {
            return Next::Done(Box::new(Plan { choice, holders }));
        }
        let mut changed = choice.clone();
        let mut refusal = None;
        for word in line.split_whitespace() {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            refusal = match changed.settings.set(name, value) {
                Ok(true) => None,
                Ok(false) => {
                    let near = nearest(name, rules(&choice).map(|(known, _)| known)).map(ToOwned::to_owned);
                    let hint = near.map(|near| book.say(&Saying::new("did-you-mean").with("word", near)));
                    let saying = Saying::new("menu-unknown").with("word", quoted(name).to_string());
                    Some(book.say(&saying.with("hint", hint.unwrap_or_default())))
                }
                Err(_) => {
                    let spec = changed.game.options.iter().find(|spec| spec.is_named(name));
                    let saying = Saying::new("menu-value").with("name", name.to_owned());
                    let saying = saying.with("values", spec.map(values).unwrap_or_default());
                    Some(book.say(&saying.with("word", quoted(value).to_string())))
                }
            };
            if refusal.is_some() {
                break;
            }
        }
        let opened = (changed.game.open)(&changed.settings, changed.style).map_err(|error| error.to_string());
        let suits = opened.map(|board| board.seats() == holders.len());
        match (refusal, suits) {
            (None, Ok(true)) => {
                self.step = Step::Rules(changed, holders);
                Next::Question
            }
            // As many seats as people were named for.
            (None, Ok(false)) => self.seat(changed),
            (Some(reason), _) | (None, Err(reason)) => {
                self.step = Step::Rules(choice, holders);
                Next::Again(reason)
            }
        }
    }

    fn go_on(&mut self, choice: Choice) -> Next {
        if choice.game.options.iter().any(|spec| spec.is_named(PLAYERS)) {
            self.step = Step::Players(choice);
            return Next::Question;
        }
        self.seat(choice)
    }

    fn seat(&mut self, choice: Choice) -> Next {
        match (choice.game.open)(&choice.settings, choice.style) {
            Ok(board) => {
                self.step = Step::Seats(choice, board, Vec::new());
                Next::Question
            }
            Err(error) => Next::Again(error.to_string()),
        }
    }
}

/// Who plays a seat unless something else is said.
const fn usual(seat: usize) -> Holder {
    if seat == 0 { Holder::Human } else { Holder::USUAL }
}

/// The values a rule option takes, in signs that need no language.
fn values(spec: &Spec) -> String {
    match spec.kind {
        Kind::Check(_) => "true, false".to_owned(),
        Kind::Spin { min, max, .. } | Kind::Scale { min, max, .. } => format!("{min}..{max}"),
        Kind::Combo(words) => words.join(", "),
        Kind::Preset(presets) => presets.iter().map(|preset| preset.name).collect::<Vec<_>>().join(", "),
        Kind::Button | Kind::Text(_) | Kind::Decimal(_) => "...".to_owned(),
    }
}

/// The rules a person may want to change: free texts are for other clients.
fn rules(choice: &Choice) -> impl Iterator<Item = (&'static str, &str)> {
    let told = choice.settings.iter().filter(|(spec, _)| !matches!(spec.kind, Kind::Text(_) | Kind::Button));
    told.map(|(spec, value)| (spec.name, value))
}
