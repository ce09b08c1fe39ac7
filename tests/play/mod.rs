//! Whole dialogues with people, without a terminal. Each file holds what is typed, a line `---`, and what is read.
//!
//! `LUDION_BLESS=1` writes what is read now into the files, to be looked at. What the engine judges is left out: it
//! may change with every better evaluation. Machines here play at random, which only follows the seed.

mod sayings;

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ludion::assistant::Language;
use ludion::play::{Dialogue, Input, Look, Manner, Plan, Want};
use ludion::protocol::Go;

/// More steps than any of the dialogues takes.
const MOST_STEPS: usize = 2_000;
/// What the engine's opinions begin with.
const OPINIONS: [&str; 4] = ["I would play ", "Je jouerais ", "As I judge it, ", "À mon avis, "];

/// What was written so far, read from outside.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl io::Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Paper {
    fn take(&self) -> String {
        String::from_utf8(std::mem::take(&mut *self.0.lock().unwrap())).unwrap()
    }
}

/// The settings of a dialogue, as the first line of a file has them.
fn open(settings: &str, paper: Paper) -> Dialogue<Paper> {
    let value = |name: &str| {
        settings.split_whitespace().find_map(|word| word.strip_prefix(name)?.strip_prefix('=').map(ToOwned::to_owned))
    };
    let has = |word: &str| settings.split_whitespace().any(|other| other == word);
    let language = if value("lang").as_deref() == Some("fr") { Language::French } else { Language::English };
    let nodes = |count| Go { nodes: Some(count), ..Go::default() };
    let manner = Manner {
        language,
        look: Look { unicode: !has("ascii"), colour: has("colour"), turned: !has("fixed") },
        machine: nodes(5_000),
        advice: nodes(5_000),
        pace: Duration::ZERO,
        seed: Some(value("seed").map_or(1, |seed| seed.parse().unwrap())),
    };
    let rules: Vec<(String, String)> = settings
        .split_whitespace()
        .filter_map(|word| word.strip_prefix("option:")?.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let seats = ["seat1", "seat2", "seat3", "seat4"].map(value);
    let plan = value("game").map(|game| Plan::read(&game, &rules, &seats, language).unwrap());
    Dialogue::new(paper, manner, plan)
}

/// Holds a dialogue and returns everything that was read, prompts and typed lines included.
fn hold(settings: &str, typed: &[&str], folder: &Path) -> String {
    let paper = Paper::default();
    let mut dialogue = open(settings, paper.clone());
    let mut read = String::new();
    let mut typed = typed.iter();
    for _ in 0..MOST_STEPS {
        read.push_str(&without_opinions(&paper.take()));
        match dialogue.wants() {
            Want::Nothing => return read.replace(&folder.display().to_string(), "{dir}"),
            Want::Move => dialogue.move_machine(),
            Want::Line => {
                let Some(line) = typed.next() else { panic!("nobody leaves:\n{read}") };
                let _ = writeln!(read, "{}{line}", dialogue.prompt());
                match *line {
                    "^C" => dialogue.take(Input::Interrupt),
                    "^D" => dialogue.take(Input::End),
                    line => dialogue.take(Input::Line(&line.replace("{dir}", &folder.display().to_string()))),
                }
            }
        }
    }
    panic!("there is no end to it:\n{read}");
}

/// The same text with every opinion cut short; it goes on to the end of a line with a full stop.
fn without_opinions(text: &str) -> String {
    let mut kept = String::new();
    let mut is_inside = false;
    for line in text.lines() {
        let begins = OPINIONS.iter().find(|opinion| line.starts_with(**opinion));
        if let Some(opinion) = begins {
            let _ = writeln!(kept, "{opinion}...");
            is_inside = true;
        } else if !is_inside {
            kept.push_str(line);
            kept.push('\n');
        }
        is_inside = is_inside && !line.ends_with('.');
    }
    kept
}

fn check(file: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(file).unwrap();
    let (head, expected) = text.split_once("---\n").unwrap_or((&text, ""));
    let mut lines = head.lines().filter(|line| !line.starts_with("# "));
    let settings = lines.next().unwrap();
    let typed: Vec<&str> = lines.collect();
    let folder = tempfile::tempdir().unwrap();
    let read = hold(settings, &typed, folder.path());
    for line in read.lines() {
        let wide = line.chars().filter(|letter| *letter != '\u{1b}').count();
        assert!(wide <= 80 || settings.contains("colour"), "{}: too wide: {line}", file.display());
        assert!(line.is_ascii() || !settings.contains("ascii"), "{}: not ASCII: {line}", file.display());
    }
    if std::env::var_os("LUDION_BLESS").is_some() {
        std::fs::write(file, format!("{head}---\n{read}")).unwrap();
    }
    if read == expected {
        return Ok(());
    }
    let at = read.lines().zip(expected.lines()).position(|(now, then)| now != then);
    let at = at.unwrap_or_else(|| read.lines().count().min(expected.lines().count()));
    let line = |text: &str| text.lines().nth(at).unwrap_or("(the end)").to_owned();
    Err(format!("{}:\n  expected {}\n  but read {}", file.display(), line(expected), line(&read)))
}

#[test]
fn dialogues_go_as_they_are_written_down() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/play");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "txt"));
    files.sort();
    assert!(files.len() >= 8, "{files:?}");
    let wrong: Vec<String> = files.iter().filter_map(|file| check(file).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_game_fits_a_small_terminal_whatever_is_played() {
    for game in ["connect4", "connect4-9x9", "oware", "quoridor", "quoridor4", "chicago-4", "bellum"] {
        for look in ["", " ascii", " lang=fr"] {
            let settings = format!("game={game} seat1=random seat2=random{} seed=5{look}", more_seats(game));
            let paper = Paper::default();
            let mut dialogue = open(&settings, paper.clone());
            let mut plies = 0;
            while dialogue.wants() == Want::Move && plies < 60 {
                paper.take();
                dialogue.move_machine();
                plies += 1;
                let read = paper.take();
                assert!(read.lines().count() <= 23, "{settings}:\n{read}");
                let widest = read.lines().map(|line| line.chars().count()).max().unwrap_or(0);
                assert!(widest <= 80, "{settings}: {widest}\n{read}");
                assert!(!read.contains(['{', '}']), "{settings}:\n{read}");
            }
            assert!(plies > 6, "{settings}");
        }
    }
}

fn more_seats(game: &str) -> &'static str {
    if game.ends_with('4') && game != "connect4" { " seat3=random seat4=random" } else { "" }
}

#[test]
fn saved_games_are_journals_and_come_back_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    for (game, moves) in
        [("connect4", "4 4 5"), ("oware", "A f B"), ("quoridor", "e2 e8 e3h"), ("quoridor4", "e2 b5 e8 h5 e3")]
    {
        let file = folder.path().join(format!("{game}.jsonl"));
        let save = format!("save {}", file.display());
        let load = format!("load {}", file.display());
        let humans = "seat1=human seat2=human seat3=human seat4=human";
        let humans = if game == "quoridor4" { humans } else { "seat1=human seat2=human" };
        let mut typed: Vec<&str> = moves.split(' ').collect();
        typed.extend(["board", save.as_str(), "undo 9", load.as_str(), "resign", save.as_str(), "^D"]);
        let read = hold(&format!("game={game} {humans}"), &typed, folder.path());
        let after = |words: &str| {
            let text = read.split(words).nth(1).unwrap_or_else(|| panic!("{read}"));
            text.lines().skip(1).take_while(|line| !line.contains("> ")).map(ToOwned::to_owned).collect::<Vec<_>>()
        };
        assert!(after("> board").len() > 4, "{read}");
        assert_eq!(after("> board"), after("Loaded from "), "{game}:\n{read}");
        // The tools of the referee read it.
        let replayed = ludion::referee::replay::replay(&file, false).unwrap();
        assert_eq!(replayed, Ok(1), "{game}");
        assert!(ludion::referee::export::text(&file).unwrap().contains("resigned of seat"), "{game}");
    }
}

#[test]
fn files_that_are_no_saved_games_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("letter.txt");
    std::fs::write(&file, "Dear all\n").unwrap();
    let name = file.display();
    let (save, load) = (format!("save {name}"), format!("load {name}"));
    let read = hold("game=connect4 seat2=human", &[&save, &load, "load nothing-there", "4", "^C", "y"], folder.path());
    assert!(read.contains("exists and is no saved game"), "{read}");
    assert!(read.contains("is no saved game: line 1 cannot be read"), "{read}");
    assert!(read.contains("There is no file or folder nothing-there"), "{read}");
    let read =
        hold("game=connect4 seat2=human lang=fr", &["charger rien", &format!("charger {name}"), "^D"], folder.path());
    assert!(read.contains("Il n'y a pas de fichier ou de dossier rien"), "{read}");
    assert!(read.contains("n'est pas une partie enregistrée"), "{read}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "Dear all\n");
}

#[test]
fn the_brake_stops_a_search_and_pauses_machines() {
    let paper = Paper::default();
    let mut dialogue = open("game=quoridor seat1=random seat2=random", paper.clone());
    assert!(dialogue.brake().pull());
    dialogue.move_machine();
    assert_eq!(dialogue.wants(), Want::Line);
    dialogue.take(Input::Line("d"));
    assert_eq!(dialogue.wants(), Want::Line);
    let mv = dialogue.words().pop().unwrap();
    dialogue.take(Input::Line(&mv));
    assert!(paper.take().contains("Only a human"), "nobody else moves a machine's pawn");
    dialogue.take(Input::Line(""));
    assert_eq!(dialogue.wants(), Want::Move);
}
