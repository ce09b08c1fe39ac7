//! The state machine: lines go in, what is to be read comes out. What commands answer is in `answers`.

use std::io::Write;
use std::time::Duration;

use super::brake::Brake;
use super::command::{self, Word};
use super::menu::{Menu, Next};
use super::plan::{Plan, book_of};
use super::record;
use super::round::Round;
use super::screen::{Look, Screen};
use super::texts;
use crate::assistant::Language;
use crate::game::Seat;
use crate::option::quoted;
use crate::protocol::Go;
use crate::random::Rng;
use crate::telling::{Phrasebook, Saying, View};

/// How a dialogue is held.
#[derive(Clone, Debug)]
pub struct Manner {
    /// The language.
    pub language: Language,
    /// How things are shown.
    pub look: Look,
    /// Limits for a machine's move.
    pub machine: Go,
    /// Limits for advice.
    pub advice: Go,
    /// How long to wait after a machine's move.
    pub pace: Duration,
    /// The seed of the first game; drawn afresh if there is none.
    pub seed: Option<u64>,
}

/// What comes from the person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input<'a> {
    /// A line.
    Line(&'a str),
    /// Ctrl-C at the prompt.
    Interrupt,
    /// Ctrl-D at the prompt.
    End,
}

/// What the dialogue wants next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// A line after the prompt.
    Line,
    /// To let the machine move.
    Move,
    /// Nothing more: it is over.
    Nothing,
}

/// Where the dialogue stands.
pub(super) enum Stage {
    Menu(Menu),
    Playing,
    /// Machines among themselves were stopped.
    Paused,
    /// Asked whether to leave, while playing or paused.
    Leaving,
    Done,
}

/// A dialogue with people at one terminal.
pub struct Dialogue<W: Write> {
    pub(super) screen: Screen<W>,
    pub(super) manner: Manner,
    pub(super) book: Phrasebook,
    pub(super) stage: Stage,
    pub(super) round: Option<Round>,
    pub(super) brake: Brake,
    /// The seeds of the games to come.
    rng: Rng,
}

impl<W: Write> Dialogue<W> {
    /// A dialogue that begins with a plan, or with the menu if there is none.
    pub fn new(out: W, manner: Manner, plan: Option<Plan>) -> Self {
        let (mut dialogue, seed) = Self::greet(out, manner);
        match plan {
            Some(plan) => dialogue.begin(plan, seed),
            None => dialogue.open_menu(),
        }
        dialogue
    }

    /// A dialogue that goes on with a saved game.
    ///
    /// # Errors
    /// If the file holds no game that can be played on.
    pub fn resume(out: W, manner: Manner, file: &str) -> Result<Self, String> {
        let (mut dialogue, _) = Self::greet(out, manner);
        dialogue.load(file)?;
        Ok(dialogue)
    }

    /// A dialogue before anything is chosen, and the seed of its first game.
    fn greet(out: W, manner: Manner) -> (Self, u64) {
        let seed = manner.seed.unwrap_or_else(Rng::fresh_seed);
        let mut dialogue = Self {
            screen: Screen::new(out, manner.look),
            book: Phrasebook { phrases: texts::phrases(manner.language), ..Phrasebook::default() },
            manner,
            stage: Stage::Done,
            round: None,
            brake: Brake::default(),
            rng: Rng::new(seed),
        };
        dialogue.tell(&Saying::new("welcome"));
        (dialogue, seed)
    }

    /// Lets another thread stop the machine.
    pub fn brake(&self) -> Brake {
        self.brake.clone()
    }

    /// How long to wait after a machine's move.
    pub const fn pace(&self) -> Duration {
        self.manner.pace
    }

    /// What is wanted next.
    pub fn wants(&self) -> Want {
        if self.screen.is_broken() {
            return Want::Nothing;
        }
        match (&self.stage, &self.round) {
            (Stage::Done, _) => Want::Nothing,
            (Stage::Playing, Some(round)) if round.outcome().is_none() && !round.holder().is_human() => Want::Move,
            _ => Want::Line,
        }
    }

    /// What to ask for a line with.
    pub fn prompt(&self) -> String {
        let id = match (&self.stage, &self.round) {
            (Stage::Menu(_), _) | (_, None) => "prompt-menu",
            (Stage::Leaving, _) => "prompt-leave",
            (_, Some(round)) if round.outcome().is_some() => "prompt-over",
            (Stage::Paused, _) => "prompt-paused",
            (_, Some(round)) => {
                let saying = Saying::new("prompt").with("seat", round.board.turn());
                return self.screen.spelt(&self.book.say(&saying));
            }
        };
        self.screen.spelt(self.book.word(id))
    }

    /// The words that would make sense after the prompt.
    pub fn words(&self) -> Vec<String> {
        let commands = command::ALL.iter().map(|entry| entry.name(self.manner.language).to_owned());
        let moves = self.round.as_ref().map(|round| round.board.moves()).unwrap_or_default();
        commands.chain(moves).collect()
    }

    /// Takes what comes from the person.
    pub fn take(&mut self, input: Input) {
        match (input, &self.stage) {
            (_, Stage::Done) => {}
            (Input::End, _) | (Input::Interrupt, Stage::Menu(_) | Stage::Leaving) => self.leave(),
            (Input::Interrupt, _) if self.round.as_ref().is_none_or(|round| round.outcome().is_some()) => self.leave(),
            (Input::Interrupt, _) => self.stage = Stage::Leaving,
            (Input::Line(line), Stage::Menu(_)) => self.take_choice(line.trim()),
            (Input::Line(line), Stage::Leaving) => self.take_leave(line.trim()),
            (Input::Line(line), _) => self.take_line(line.trim()),
        }
    }

    /// Lets the machine make its move.
    pub fn move_machine(&mut self) {
        let Some(round) = self.round.as_mut().filter(|round| round.outcome().is_none()) else { return };
        let seat = round.board.turn();
        let found = round.think(&self.manner.machine, &self.brake).map(|finding| finding.best);
        let found = found.filter(|mv| round.board.is_legal(mv));
        let is_lost = found.is_none();
        let Some(mv) = found.or_else(|| round.board.moves().into_iter().next()) else { return };
        if is_lost {
            self.tell(&Saying::new("failed").with("seat", seat).with("move", mv.clone()));
        }
        self.play(&mv);
        if self.brake.release() {
            self.tell(&Saying::new("interrupted"));
            if self.wants() == Want::Move {
                self.stage = Stage::Paused;
            }
        }
    }

    /// Says a saying of the book.
    pub(super) fn tell(&mut self, saying: &Saying) {
        let text = self.book.say(saying);
        self.screen.say(&text);
    }

    pub(super) fn open_menu(&mut self) {
        let menu = Menu::new(self.manner.language);
        self.screen.say(&menu.question(&self.book));
        self.round = None;
        self.stage = Stage::Menu(menu);
    }

    /// Begins a game.
    pub(super) fn begin(&mut self, plan: Plan, seed: u64) {
        match Round::new(plan, seed) {
            Ok(round) => {
                let seed = round.start.is_some().then_some(round.seed);
                self.enter(round);
                if let Some(seed) = seed {
                    self.tell(&Saying::new("seed-line").with("seed", seed.to_string()));
                }
                self.show_board(false);
            }
            Err(refusal) => {
                self.screen.say(&refusal.text);
                self.open_menu();
            }
        }
    }

    /// Begins the same game again; the holders change seats if that is wanted.
    pub(super) fn begin_again(&mut self, turns: bool) {
        let Some(round) = &self.round else { return };
        let plan = round.plan.clone();
        let seed = (self.rng.bits() >> 16).max(1);
        self.begin(if turns { plan.turned() } else { plan }, seed);
    }

    /// Goes on with a game that has been set up, and tells who plays.
    pub(super) fn enter(&mut self, round: Round) {
        let choice = &round.plan.choice;
        self.book = book_of(choice, self.manner.language).unwrap_or_default();
        let seats: Vec<String> = Seat::all(round.board.seats())
            .map(|seat| {
                let holder = round.plan.holders[seat.index()].told(&self.book);
                self.book.say(&Saying::new("seat-line").with("seat", seat).with("holder", holder))
            })
            .collect();
        let line = Saying::new("game-line").with("game", choice.name.to_owned());
        self.tell(&line.with("seats", seats.join(", ")));
        self.round = Some(round);
        self.stage = Stage::Playing;
    }

    /// Shows the board, turned to who looks at it.
    pub(super) fn show_board(&mut self, full: bool) {
        let Some(round) = &self.round else { return };
        let look = self.manner.look;
        let seen_from = if look.turned { round.onlooker() } else { Seat::FIRST };
        let view = View { book: &self.book, unicode: look.unicode, colour: look.colour, seen_from, full };
        self.screen.lines(&round.board.show(&view));
    }

    fn take_choice(&mut self, line: &str) {
        let is_word = |word| command::find(line, true) == Some(word);
        if is_word(Word::Quit) {
            return self.leave();
        }
        let Stage::Menu(menu) = &mut self.stage else { return };
        match menu.take(line, &self.book) {
            Next::Question => {
                let question = menu.question(&self.book);
                self.screen.say(&question);
            }
            Next::Again(reason) => {
                let question = menu.question(&self.book);
                self.screen.say(&reason);
                self.screen.say(&question);
            }
            Next::Done(plan) => {
                let seed = self.manner.seed.take().unwrap_or_else(|| (self.rng.bits() >> 16).max(1));
                self.begin(*plan, seed);
            }
        }
    }

    fn take_leave(&mut self, line: &str) {
        let typed = texts::in_ascii(line).to_lowercase();
        if self.book.word("yes").split(' ').any(|yes| yes == typed) || command::find(line, true) == Some(Word::Quit) {
            return self.leave();
        }
        let waits = self.round.as_ref().is_some_and(|round| !round.holder().is_human());
        self.stage = if waits { Stage::Paused } else { Stage::Playing };
    }

    /// Takes a line of a game: a command, a move, a number of the list or a question.
    fn take_line(&mut self, line: &str) {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if first.is_empty() {
            return match self.stage {
                Stage::Paused => self.stage = Stage::Playing,
                _ => self.tell(&Saying::new("again")),
            };
        }
        if let Some(word) = command::find(first, false) {
            return self.obey(word, rest.trim());
        }
        if line.ends_with('?') {
            return self.obey(Word::Ask, line);
        }
        let Some(round) = &self.round else { return };
        if round.outcome().is_some() {
            return match command::find(first, true) {
                Some(word) => self.obey(word, rest.trim()),
                None => self.tell(&Saying::new("over-command")),
            };
        }
        if let Some(mv) = self.chosen(line) {
            return self.play_human(&mv);
        }
        match (round.board.read(line), command::find(first, true)) {
            (Ok(mv), _) => self.play_human(&mv),
            (Err(_), Some(word)) => self.obey(word, rest.trim()),
            (Err(error), None) => self.refuse(line, &error),
        }
    }

    /// The move that a number of the list stands for. A number that could be a move is one.
    fn chosen(&self, line: &str) -> Option<String> {
        let moves = self.round.as_ref()?.board.moves();
        let are_numbers = moves.iter().any(|mv| mv.bytes().all(|byte| byte.is_ascii_digit()));
        let digits = match line.strip_prefix('#') {
            Some(digits) => digits,
            None if are_numbers => return None,
            None => line,
        };
        moves.get(digits.parse::<usize>().ok()?.checked_sub(1)?).cloned()
    }

    /// Says why a line is no move, and what may have been meant.
    fn refuse(&mut self, line: &str, error: &crate::game::TextError) {
        let word = quoted(line).to_string();
        let language = self.manner.language;
        let why = match (language, error.saying()) {
            (Language::English, _) => Some(error.to_string()),
            (_, Some(saying)) if self.book.has(saying.id) => Some(self.book.say(saying)),
            _ => None,
        };
        let meant = command::nearest(line.split(' ').next().unwrap_or(line), language);
        match (meant, why) {
            (Some(command), _) => {
                let hint = self.book.say(&Saying::new("did-you-mean").with("word", command.to_owned()));
                self.tell(&Saying::new("unknown").with("word", word).with("hint", hint));
            }
            (None, Some(why)) if language == Language::English => self.screen.say(&format!("{why}.")),
            (None, Some(why)) => self.tell(&Saying::new("refused").with("word", word).with("why", why)),
            (None, None) => self.tell(&Saying::new("refused-plain").with("word", word)),
        }
    }

    fn play_human(&mut self, mv: &str) {
        if self.round.as_ref().is_some_and(|round| round.holder().is_human()) {
            self.play(mv);
        } else {
            self.tell(&Saying::new("not-now"));
        }
    }

    /// Plays a legal move, announces it, and shows the board to who moves next.
    fn play(&mut self, mv: &str) {
        let Some(round) = &mut self.round else { return };
        let seat = round.board.turn();
        let effects = match round.play(mv) {
            Ok(effects) => effects,
            Err(refusal) => return self.screen.say(&refusal.text),
        };
        let is_shown = round.outcome().is_some() || round.holder().is_human() || round.is_among_machines();
        let said = self.book.say_all(&effects);
        let id = if said.is_empty() { "plays" } else { "plays-and" };
        self.tell(&Saying::new(id).with("seat", seat).with("move", mv.to_owned()).with("effects", said));
        if is_shown {
            self.show_board(false);
        }
        self.tell_result();
    }

    /// Goes on with a saved game.
    ///
    /// # Errors
    /// If the file holds no game that can be played on.
    pub fn load(&mut self, file: &str) -> Result<(), String> {
        let found = record::load(std::path::Path::new(file), self.manner.language);
        let none = || Saying::new("load-none").with("file", file.to_owned());
        let round = found.and_then(|round| round.ok_or_else(none)).map_err(|saying| self.book.say(&saying))?;
        let count = round.plies.len();
        self.enter(round);
        self.tell(&Saying::new("loaded").with("file", file.to_owned()).with("n", count));
        self.show_board(false);
        self.tell_result();
        if self.wants() == Want::Move && self.round.as_ref().is_some_and(Round::is_among_machines) {
            self.stage = Stage::Paused;
        }
        Ok(())
    }
}
