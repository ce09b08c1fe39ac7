//! What each command does to the session.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::board::{Board, Thinking};
use super::{Session, Word, options};
use crate::option::{Settings, did_you_mean, fold, quoted};
use crate::protocol::{Base, Code, Command, Dialect, Go, Refusal};
use crate::random::Rng;
use crate::register::{self, Choice, bad_option};
use crate::search::{Control, Level, Table};

/// Opens a board for a choice of game and rules.
pub(super) fn open_board(choice: &Choice) -> Result<Box<dyn Board>, Refusal> {
    (choice.game.open)(&choice.settings, choice.style).map_err(|error| Refusal::new(Code::BadOption, error.to_string()))
}

impl Session {
    /// Carries out one line, given what was already said to a search it may ask for.
    pub(super) fn execute_line(&mut self, line: &str, word: Word) {
        let result = match Command::parse(line) {
            Ok(None) => Ok(()),
            Ok(Some(command)) => self.execute(command, word),
            Err(refusal) => Err(refusal),
        };
        if let Err(refusal) = result {
            self.refuse(&refusal);
            if Command::is_go(line) {
                self.output.line("bestmove 0000");
            }
        }
    }

    fn execute(&mut self, command: Command, word: Word) -> Result<(), Refusal> {
        let stopped = word == Word::Stop;
        match command {
            Command::Ugi => self.shake_hands(Dialect::Ugi),
            Command::Uci => self.shake_hands(Dialect::Uci),
            Command::IsReady => self.output.line("readyok"),
            Command::NewGame => self.new_game(),
            Command::SetOption { name, value } => self.set_option(&name, &value)?,
            Command::Position { base, moves } => self.set_position(&base, &moves)?,
            Command::Go(go) => self.go(&go, word)?,
            // Nothing to stop, hit or wait for when their turn comes.
            Command::Stop | Command::PonderHit | Command::Wait => {}
            Command::Quit => {
                self.stop_all();
                self.quitting = true;
            }
            Command::Play(moves) => self.board.play(&moves)?,
            Command::Undo(count) => self.board.undo(count)?,
            Command::Query(query) => self.answer(&query),
            Command::Game { name, settings } => {
                self.choose_game(register::choose(&name, &settings)?)?;
                self.output.line(&format!("info string game {} startpos {}", self.choice.name, self.board.text()));
            }
            Command::Draw => self.draw(),
            Command::Eval => self.board.explain().iter().for_each(|line| self.output.line(line)),
            Command::Ask(question) => self.ask(&question, stopped)?,
            Command::Perft(depth) => self.start_tool(self.board.perft(depth, false), stopped),
            Command::Divide(depth) => self.start_tool(self.board.perft(depth, true), stopped),
            Command::Bench(depth) => {
                // Under the game's own default rules, whatever is set now.
                let job = open_board(&register::choose(self.choice.game.name, &[])?)?.bench(depth)?;
                self.start_tool(job, stopped);
            }
            Command::Debug(on) => self.debug = on,
            Command::Help(command) => self.help(command),
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.table.clear();
        self.reseat();
        self.reseed();
    }

    /// Draws or takes the seed of the game that begins.
    pub(super) fn reseed(&mut self) {
        let given = u64::try_from(self.options.number("Seed")).unwrap_or(0);
        let seed = if given == 0 { Rng::fresh_seed() } else { given };
        self.untold_seed = (given == 0).then_some(seed);
        self.rng = Rng::new(seed);
    }

    fn set_position(&mut self, base: &Base, moves: &str) -> Result<(), Refusal> {
        let given = u64::try_from(self.options.number("Seed")).unwrap_or(0);
        let seed = if given == 0 { Rng::fresh_seed() } else { given };
        self.board.set(base, seed, moves)?;
        if *base == Base::Drawn(None) && given == 0 {
            self.output.line(&format!("info string seed {seed}"));
        }
        Ok(())
    }

    fn choose_game(&mut self, choice: Choice) -> Result<(), Refusal> {
        self.board = open_board(&choice)?;
        self.choice = choice;
        self.assistant = None;
        self.board.players()[0].0.clone_into(&mut self.player);
        self.manner = Settings::new(self.board.options());
        self.new_game();
        Ok(())
    }

    fn go(&mut self, go: &Go, word: Word) -> Result<(), Refusal> {
        let started = Instant::now();
        let overhead = u64::try_from(self.options.number("MoveOverhead")).unwrap_or(0);
        // Taken from the session's own source only once the search is accepted.
        let mut rng = self.rng.clone();
        let thinking = Thinking {
            dialect: self.dialect,
            multipv: usize::try_from(self.options.number("MultiPV")).unwrap_or(1),
            overhead: Duration::from_millis(overhead),
            seed: rng.bits(),
            ponder: self.options.flag("Ponder"),
        };
        let job = self.board.think(go, thinking)?;
        self.rng = rng;
        let by_chance = self.level() < Level::FULL
            || self.board.players().iter().any(|&(name, _, by_chance)| by_chance && name == self.player);
        if let Some(seed) = self.untold_seed.take_if(|_| by_chance) {
            self.output.line(&format!("info string seed {seed}"));
        }
        if self.debug {
            self.output.line(&format!("info string player {} searches {}", self.player, self.board.text()));
        }
        let control = Control::new(started, go.infinite, go.ponder && word != Word::Ponderhit);
        if word == Word::Stop || self.input_ended && !control.is_finite() {
            control.stop();
        }
        log::debug!("{} thinks about {} with {go:?}", self.player, self.board.text());
        let fallback = self.board.moves().into_iter().next().unwrap_or_else(|| "0000".to_owned());
        self.start(job, control, Some(fallback));
        Ok(())
    }

    pub(super) fn start_tool(&mut self, job: super::Job, stopped: bool) {
        let control = Control::unattended();
        if stopped {
            control.stop();
        }
        self.start(job, control, None);
    }

    /// Sets an option of the engine, of the game's players or of its rules.
    ///
    /// # Errors
    /// If there is no such option or the value does not suit it; nothing changes then.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        match fold(name).as_str() {
            "game" | "ucivariant" => {
                let choice =
                    register::choose(value, &[]).map_err(|refusal| Refusal::new(Code::BadOption, refusal.text))?;
                self.choose_game(choice)
            }
            "search" => self.choose_player(value),
            "clearhash" => {
                self.table.clear();
                self.reseat();
                Ok(())
            }
            "debuglogfile" => self.set_general("LogFile", value),
            _ if options::GENERAL.iter().any(|spec| spec.is_named(name)) => self.set_general(name, value),
            _ if self.manner.set(name, value).map_err(|error| bad_option(&error))? => {
                // What was learnt in another manner is no longer worth anything.
                self.table.clear();
                self.reseat();
                Ok(())
            }
            _ => self.set_rule(name, value),
        }
    }

    fn choose_player(&mut self, name: &str) -> Result<(), Refusal> {
        let players = self.board.players();
        let Some((player, ..)) = players.iter().find(|(player, ..)| player.eq_ignore_ascii_case(name)) else {
            let known: Vec<&str> = players.iter().map(|(player, ..)| *player).collect();
            let hint = did_you_mean(name, known.iter().copied());
            let text = format!("Search takes one of {}, not {}{hint}", known.join(" "), quoted(name));
            return Err(Refusal::new(Code::BadOption, text));
        };
        (*player).clone_into(&mut self.player);
        self.reseat();
        Ok(())
    }

    /// Sets a general option and lets it take effect; refused as a whole if it cannot.
    fn set_general(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        let mut options = self.options.clone();
        options.set(name, value).map_err(|error| bad_option(&error))?;
        let refused = |text: String| Refusal::new(Code::BadOption, text);
        match fold(name).as_str() {
            "hash" if options.number("Hash") != self.options.number("Hash") => {
                let megabytes = usize::try_from(options.number("Hash")).unwrap_or(1);
                self.table = Arc::new(Table::new(megabytes).map_err(|error| refused(format!("Hash: {error}")))?);
                self.reseat();
            }
            "logfile" => {
                let path = options.text("LogFile");
                let log = self.output.set_log((!path.is_empty()).then_some(Path::new(path)));
                log.map_err(|error| refused(format!("LogFile {}: {error}", quoted(path))))?;
            }
            _ => {}
        }
        self.options = options;
        match fold(name).as_str() {
            "seed" => self.reseed(),
            "threads" | "ownbook" | "skilllevel" | "ucilimitstrength" | "ucielo" => self.reseat(),
            _ => {}
        }
        Ok(())
    }

    fn set_rule(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        let mut choice = self.choice.clone();
        if !choice.settings.set(name, value).map_err(|error| bad_option(&error))? {
            let is_rule_elsewhere = register::GAMES.iter().any(|game| game.options.iter().any(|o| o.is_named(name)));
            if is_rule_elsewhere {
                return Err(register::unknown_rule(&choice, name));
            }
            let hint = did_you_mean(name, self.option_names());
            return Err(Refusal::new(Code::BadOption, format!("there is no option {}{hint}", quoted(name))));
        }
        self.board = open_board(&choice)?;
        self.choice = choice;
        self.reseat();
        Ok(())
    }
}
