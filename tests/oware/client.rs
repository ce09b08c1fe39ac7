//! A client that speaks as the Aualé program does: UCI with moves that run together, positions told from the last
//! capture on, two copies of the engine, one for each side. It is as touchy as that program is.

use super::{START, legal, position};
use crate::support::{Client, word_after};
use ludion::game::{Notation, Position, Style};
use ludion::games::oware::Oware;
use ludion::trail::Trail;

/// The game as the client keeps it: the position after the last capture and the letters since.
struct Board {
    base: String,
    letters: String,
    now: Oware,
    trail: Trail,
}

impl Board {
    fn new() -> Self {
        Self { base: START.to_owned(), letters: String::new(), now: position(START), trail: Trail::default() }
    }

    fn play(&mut self, letter: &str) {
        let mv = self.now.parse_move(letter).unwrap_or_else(|error| panic!("{letter}: {error}"));
        let captures = self.now.captured_by(mv) > 0;
        self.trail.push(&self.now, mv);
        self.now.play(mv);
        self.letters += letter;
        if captures {
            self.base = self.now.text(Style::Own);
            self.letters.clear();
        }
    }

    fn is_over(&self) -> bool {
        self.now.outcome().is_some() || self.now.outcome_by_past(&self.trail.past(&self.now)).is_some()
    }

    /// The command as the client sends it.
    fn command(&self) -> String {
        let base = if self.base == START { "startpos".to_owned() } else { format!("fen {}", self.base) };
        let moves = if self.letters.is_empty() { String::new() } else { format!(" moves {}", self.letters) };
        format!("position {base}{moves}")
    }
}

/// Checks an answer to `go` as strictly as the client reads it, and returns the move.
fn checked(lines: &[String], board: &Board, limited: bool) -> String {
    let (last, infos) = lines.split_last().unwrap();
    let mut scored = false;
    for line in infos.iter().filter(|line| !line.starts_with("info string ")) {
        assert!(line.starts_with("info ") && !line.contains(" mate "), "{line}");
        let score: i32 = word_after(line, "cp").unwrap().parse().unwrap();
        assert!(score.abs() <= 4_800 + 2_400);
        // One word of letters, all of them moves.
        let (_, letters) = line.split_once(" pv ").unwrap();
        let mut next =
            Board { base: board.base.clone(), letters: String::new(), now: board.now, trail: Trail::default() };
        Oware::split_moves(letters).for_each(|letter| next.play(letter));
        scored = true;
    }
    assert!(scored && limited, "no score in {lines:?}");
    let words: Vec<&str> = last.split(' ').collect();
    assert!(words.len() == 2 || words.len() == 4 && words[2] == "ponder", "{last}");
    assert!(legal(&board.now).contains(&words[1].to_owned()), "{last} in {}", board.now.text(Style::Own));
    words[1].to_owned()
}

/// Plays one game between two engines that get different limits; returns its length.
fn game(engines: &mut [Client; 2], limits: [&str; 2], first: &str) -> usize {
    let mut board = Board::new();
    for engine in engines.iter_mut() {
        engine.send("setoption name OwnBook value true\nucinewgame\nisready");
        assert_eq!(engine.lines_until("readyok"), ["readyok"]);
    }
    board.play(first);
    let mut plies = 1;
    while !board.is_over() {
        let engine = &mut engines[board.now.turn().index()];
        engine.send(&format!("{}\n{}", board.command(), limits[board.now.turn().index()]));
        let letter = checked(&engine.lines_until("bestmove"), &board, true);
        // While the other side thinks, this one ponders; the client never says ponderhit.
        if plies % 7 == 0 {
            let mut next = Board { base: board.base.clone(), letters: board.letters.clone(), ..Board::new() };
            next.now = board.now;
            next.play(&letter);
            if next.now.outcome().is_none() {
                engine.send(&format!("{}\ngo ponder\nstop", next.command()));
                engine.lines_until("bestmove");
            }
        }
        board.play(&letter);
        plies += 1;
        assert!(plies < 600, "the game does not end");
    }
    // Asked all the same, the engine has no move.
    let engine = &mut engines[0];
    engine.send(&format!("{}\ngo depth 2 movetime 100", board.command()));
    assert_eq!(engine.expect_line("bestmove"), "bestmove 0000");
    plies
}

#[test]
fn twenty_games_in_the_dialect_of_auale() {
    let mut engines = [0, 1].map(|_| Client::greeted("uci", &["--game", "oware"]));
    let limits = ["go depth 2 movetime 600", "go depth 5 movetime 1200", "go depth 3 movetime 600"];
    let mut plies = 0;
    for number in 0..20 {
        let pair = [limits[number % 3], limits[(number + 1) % 3]];
        plies += game(&mut engines, pair, &"ABCDEF"[number % 6..=number % 6]);
    }
    assert!(plies > 400, "the games were short: {plies} plies");
}

#[test]
fn the_handshake_declares_what_the_client_can_read() {
    let mut client = Client::start(&["--game", "awale"]);
    client.send("uci");
    let lines = client.lines_until("uciok");
    for line in lines.iter().filter(|line| line.starts_with("option ")) {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!((words[1], words[3]), ("name", "type"), "a name of several words in {line}");
    }
    assert!(lines.contains(
        &"option name OwareRules type combo default abapa var abapa var ia02 var awari var custom".to_owned()
    ));
    client.quietly("setoption name OwnBook value true\nsetoption name OwnBook value false");
    client.quietly("position startpos moves FfBeBc\nposition startpos moves F f B e B c");
    client.send("go depth 4 movetime 600");
    let lines = client.lines_until("bestmove");
    let pv = lines.iter().rev().find_map(|line| line.split_once(" pv ")).unwrap().1;
    assert!(pv.len() >= 2 && pv.bytes().all(|byte| byte.is_ascii_alphabetic()), "{pv}");
}

#[test]
fn presets_and_their_options_follow_each_other() {
    let mut client = Client::greeted("ugi", &["--game", "oware"]);
    client.quietly("setoption name OwareRules value ia02");
    client.send("ugi");
    let lines = client.lines_until("ugiok");
    for line in [
        "option name OwareRules type combo default ia02 var abapa var ia02 var awari var custom",
        "option name GrandSlam type combo default forbidden var nocapture var forbidden var capture var leavefirst var awari",
        "option name Repetition type combo default ownside var ownside var split var off",
        "option name NoCaptureLimit type spin default 12 min 0 max 500",
    ] {
        assert!(lines.contains(&line.to_owned()), "{line} is missing in {lines:#?}");
    }
    client.quietly("setoption name GrandSlam value capture");
    client.send("ugi");
    assert!(
        client
            .lines_until("ugiok")
            .iter()
            .any(|line| line.starts_with("option name OwareRules type combo default custom "))
    );
}

/// Tables that are no use are refused with a reason, and play goes on.
#[test]
fn bad_tables_are_refused_and_play_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let built = crate::support::run(&["tables", "build", "--game", "oware", "--seeds", "13", "--path", path], "");
    assert_eq!(built.code, Some(0), "{built:?}");
    let file = folder.path().join("oware-nocapture-open.tables");
    let good = std::fs::read(&file).unwrap();
    let other = folder.path().join("other");
    let news = |bytes: &[u8], rules: &str| {
        std::fs::write(&other, bytes).unwrap();
        let mut client = Client::greeted("ugi", &["--game", "oware"]);
        client.quietly(&format!(
            "setoption name OwareRules value {rules}\nsetoption name TablePath value {}",
            other.display()
        ));
        client.quietly("position fen 2-1-0-3-1-1-0-2-4-0-1-1-15-17-N");
        client.send("go depth 6");
        let lines = client.lines_until("bestmove");
        assert!(lines.last().unwrap().len() > "bestmove ".len());
        lines.into_iter().filter(|line| line.starts_with("info string e")).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(news(&good, "abapa"), "info string endgame tables cover 13 seeds");
    let refused = |bytes: &[u8], rules: &str, reason: &str| {
        let told = news(bytes, rules);
        assert!(told.starts_with("info string error bad-table: ") && told.contains(reason), "{told}");
        assert!(told.ends_with("info string endgame tables cover 12 seeds"), "{told}");
    };
    refused(&good, "awari", "it is for grand slam nocapture with open cycles");
    refused(&good[..good.len() - 1], "abapa", "incomplete");
    refused(&good[..10], "abapa", "no table");
    let mut bad = good.clone();
    bad[100_000] ^= 1;
    refused(&bad, "abapa", "checksum");
    bad = good.clone();
    bad[8] += 1;
    refused(&bad, "abapa", "another version");
}

/// A build that was cut off goes on where it stopped, and ends with the same file.
#[test]
fn an_interrupted_build_is_taken_up_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let build = |seeds: &str| {
        let ended = crate::support::run(
            &["tables", "build", "--game", "oware", "--rules", "awari", "--seeds", seeds, "--path", path],
            "",
        );
        assert_eq!(ended.code, Some(0), "{ended:?}");
        ended.lines
    };
    let file = folder.path().join("oware-awari-split.tables");
    build("9");
    let whole = std::fs::read(&file).unwrap();
    let part = folder.path().join("oware-awari-split.part");
    std::fs::rename(&file, &part).unwrap();
    std::fs::write(&part, &whole[..whole.len() - 1_000]).unwrap();
    assert!(build("9").contains(&"8 seeds are already there".to_owned()));
    assert_eq!(std::fs::read(&file).unwrap(), whole);
    assert!(!part.exists());
    // A larger table begins with the smaller one.
    assert!(build("10").contains(&"9 seeds are already there".to_owned()));
    assert_eq!(std::fs::read(&file).unwrap()[16..whole.len()], whole[16..]);
}
