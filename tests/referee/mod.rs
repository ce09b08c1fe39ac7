//! The referee over real processes: events of every kind, engines that misbehave, sudden ends, and what is left.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

const LUDION: &str = env!("CARGO_BIN_EXE_ludion");

/// A folder of its own for one event; its name marks every process that belongs to it.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::Builder::new().prefix("ludion-referee-").tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(LUDION);
        command.args(arguments).current_dir(self.0.path()).stdin(Stdio::null());
        command
    }

    /// Runs `ludion` with these arguments.
    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs `ludion` and returns what it printed; it must end with this code.
    fn expect(&self, code: i32, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// An engine that breaks one promise.
    fn bad(&self, fault: &str) -> String {
        let script = root().join("tests/referee/bad.py");
        format!("python3 {} {fault} connect4 {} :: name=bad", script.display(), self.0.path().display())
    }

    fn records(&self, journal: &str) -> Vec<Value> {
        let text = fs::read_to_string(self.path(journal)).unwrap();
        text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Processes started for this place that still run.
    fn leftovers(&self) -> Vec<String> {
        let mark = self.0.path().display().to_string();
        let mut found = Vec::new();
        for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            let line = String::from_utf8_lossy(&line).replace('\0', " ");
            let place = fs::read_link(entry.path().join("cwd")).unwrap_or_default();
            let is_ours = line.contains(&mark) || (place == self.0.path() && line.contains("ludion"));
            if is_ours && !entry.path().ends_with(std::process::id().to_string()) {
                found.push(line);
            }
        }
        found
    }

    fn assert_empty(&self) {
        let deadline = Instant::now() + Duration::from_secs(5);
        while !self.leftovers().is_empty() {
            assert!(Instant::now() < deadline, "left behind: {:?}", self.leftovers());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn has(program: &str) -> bool {
    Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

const RANDOM: &str = "self Search=random Hash=1 name=random";
const CLASSIC: &str = "self Search=classic Hash=1 name=classic";
const GREEDY: &str = "self Search=greedy Hash=1 name=greedy";

/// A small match between two players that repeat themselves for the same seed.
fn small<'a>(games: &'a str, journal: &'a str) -> Vec<&'a str> {
    let mut arguments = vec!["match", "--game", "connect4-5x5", "-e", RANDOM, "-e", CLASSIC, "--depth", "1"];
    arguments.extend(["--seed", "7", "-n", games, "-j", journal]);
    arguments
}

#[test]
fn a_match_is_recorded_rated_replayed_and_exported() {
    let place = Place::new();
    let table = place.expect(0, &small("10", "a.jsonl"));
    assert!(table.contains("classic") && table.contains("random"), "{table}");
    assert_eq!(place.records("a.jsonl").len(), 10);
    assert_eq!(place.expect(0, &["rate", "a.jsonl"]), table);
    assert!(place.expect(0, &["replay", "a.jsonl"]).contains("10 games, no difference"));
    assert!(place.expect(0, &["replay", "--engines", "a.jsonl"]).contains("10 games, no difference"));
    let text = place.expect(0, &["export", "a.jsonl"]);
    assert_eq!(text.matches("[Event ").count(), 10);
    assert_eq!(place.expect(0, &["export", "-f", "csv", "a.jsonl"]).lines().count(), 11);
    for arguments in [&["export", "-f", "svg", "a.jsonl"][..], &["export", "-f", "svg", "-n", "3", "a.jsonl"]] {
        let svg = place.expect(0, arguments);
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{svg}");
    }
    place.expect(2, &small("10", "a.jsonl"));
    place.expect(2, &["export", "-f", "svg", "-n", "99", "a.jsonl"]);
    place.assert_empty();
}

#[test]
fn seats_rotate_seeds_differ_and_openings_are_shared() {
    let place = Place::new();
    place.expect(0, &small("4", "a.jsonl"));
    let records = place.records("a.jsonl");
    assert_eq!(records[0]["lead"], records[1]["lead"]);
    assert_ne!(records[0]["lead"], records[2]["lead"]);
    assert_eq!(records[0]["seating"], serde_json::json!([0, 1]));
    assert_eq!(records[1]["seating"], serde_json::json!([1, 0]));
    assert_ne!(records[0]["seed"], records[1]["seed"]);
    let plan = place.expect(0, &[&small("4", "b.jsonl")[..], &["--dry-run"]].concat());
    assert_eq!(plan.lines().count(), 4);
    assert!(plan.contains(&records[3]["seed"].to_string()), "{plan}");
    assert!(!place.path("b.jsonl").exists());
}

#[test]
fn a_tampered_record_is_found() {
    let place = Place::new();
    place.expect(0, &small("4", "a.jsonl"));
    let text = fs::read_to_string(place.path("a.jsonl")).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut record: Value = serde_json::from_str(&lines[3]).unwrap();
    record["ranks"] = serde_json::json!([1, 1]);
    lines[3] = record.to_string();
    place.write("b.jsonl", &(lines.join("\n") + "\n"));
    assert!(place.expect(1, &["replay", "b.jsonl"]).starts_with("record 3: the result is"));
    record["moves"][0]["move"] = "9".into();
    lines[3] = record.to_string();
    place.write("c.jsonl", &(lines.join("\n") + "\n"));
    assert!(place.expect(1, &["replay", "c.jsonl"]).starts_with("record 3: ply 5: '9' is no move"));
    place.write("d.jsonl", "nonsense\n");
    place.expect(2, &["replay", "d.jsonl"]);
    place.expect(2, &["rate", "d.jsonl"]);
}

#[test]
fn bad_engines_get_their_documented_outcomes() {
    let cases = [
        ("crash-on-start", "crash", "exit status: 3"),
        ("crash-on-go", "crash", "exit status: 3"),
        ("silent", "stall", "no answer to go"),
        ("slow", "time", "its move took"),
        ("illegal", "illegal", "'99' is no move"),
        ("garbage", "protocol", "no answer to go, but other lines"),
        ("no-move", "protocol", "bestmove without a move"),
        ("closes-stdout", "protocol", "closed its output"),
        ("floods", "protocol", "a flood of output"),
    ];
    let place = Place::new();
    for (fault, by, text) in cases {
        let (journal, bad) = (format!("{fault}.jsonl"), place.bad(fault));
        let arguments = ["match", "-g", "connect4", "-e", RANDOM, "-e", &bad, "-n", "4", "-j", &journal];
        let limits = ["--movetime", "300", "--margin", "400", "--patience", "5000", "--seed", "1"];
        place.expect(1, &[&arguments[..], &limits].concat());
        let records = place.records(&journal);
        assert_eq!(records.len(), 4, "{fault}");
        for (index, record) in records.iter().enumerate() {
            let ending = &record["ending"];
            assert_eq!(ending["by"], by, "{fault}: {ending}");
            assert!(ending["text"].as_str().unwrap().contains(text), "{fault}: {ending}");
            assert_eq!(ending["seat"], if index % 2 == 0 { 2 } else { 1 }, "{fault}");
        }
        if by == "illegal" {
            assert_eq!(records[0]["ending"]["line"], "bestmove 99");
        }
        assert!(place.expect(0, &["replay", &journal]).contains("no difference"), "{fault}");
    }
    place.assert_empty();
}

#[test]
fn a_fault_can_stop_the_event_and_lateness_can_be_forgiven() {
    let place = Place::new();
    let (illegal, slow, silent) = (place.bad("illegal"), place.bad("slow"), place.bad("silent"));
    let common = ["match", "-g", "connect4", "-e", RANDOM, "--movetime", "100", "--margin", "400", "--seed", "1"];
    place.expect(1, &[&common[..], &["-e", &illegal, "-n", "6", "--fault", "stop", "-j", "a.jsonl"]].concat());
    assert_eq!(place.records("a.jsonl").len(), 1);
    let short = ["-n", "2", "--max-plies", "6"];
    for (policy, engine, journal) in [("pv", &slow, "b.jsonl"), ("random", &silent, "c.jsonl")] {
        let arguments = [&common[..], &short, &["-e", engine, "--overrun", policy, "-j", journal]].concat();
        place.expect(0, &arguments);
        let records = place.records(journal);
        assert!(records.iter().all(|record| record["ending"]["by"] == "max-plies"), "{policy}");
        let late: Vec<&Value> =
            records.iter().flat_map(|r| r["moves"].as_array().unwrap()).filter(|ply| ply["late"] == true).collect();
        assert!(!late.is_empty(), "{policy}");
        assert!(policy != "pv" || late.iter().all(|ply| ply["move"] == "1"), "{late:?}");
    }
    place.assert_empty();
}

#[test]
fn killed_and_resumed_events_end_with_the_same_table() {
    let place = Place::new();
    let whole = place.expect(0, &small("60", "whole.jsonl"));
    for kill_after in [0, 1, 2, 5, 9, 14, 20, 27, 35, 44] {
        let journal = format!("{kill_after}.jsonl");
        let mut child =
            place.command(&small("60", &journal)).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let lines = || fs::read_to_string(place.path(&journal)).map_or(0, |text| text.lines().count());
        while lines() < kill_after + 1 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_micros(300));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        place.assert_empty();
        // A record may be torn by a sudden end; this one surely is.
        let mut text = fs::read_to_string(place.path(&journal)).unwrap();
        text.push_str("{\"number\":3,\"rou");
        place.write(&journal, &text);
        let resumed = place.expect(0, &["match", "--resume", &journal]);
        assert_eq!(resumed, whole, "killed after {kill_after}");
        assert_eq!(place.records(&journal).len(), 60);
        assert_eq!(place.expect(0, &["rate", &journal]), whole);
    }
    place.assert_empty();
}

#[test]
fn no_engine_survives_a_killed_referee() {
    let place = Place::new();
    let stubborn = place.bad("stubborn");
    let arguments = ["match", "-g", "connect4", "-e", &stubborn, "-e", CLASSIC, "--movetime", "60000", "-j", "a.jsonl"];
    let mut child = place.command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(20);
    while !place.leftovers().iter().any(|line| line.contains("bad.py") && !line.contains("match")) {
        assert!(Instant::now() < deadline, "the engine was never started");
        std::thread::sleep(Duration::from_millis(20));
    }
    // Long enough to be asked, and to sleep where the end of its input cannot wake it.
    std::thread::sleep(Duration::from_millis(500));
    child.kill().unwrap();
    child.wait().unwrap();
    place.assert_empty();
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_cleanly_and_tells_how_to_go_on() {
    let place = Place::new();
    let arguments =
        ["match", "-g", "connect4", "-e", RANDOM, "-e", "self Hash=1 name=auto", "--movetime", "100", "-j", "a.jsonl"];
    let child = place.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(20);
    while !place.path("a.jsonl").exists() {
        assert!(Instant::now() < deadline);
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(300));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("ludion match --resume a.jsonl"), "{output:?}");
    place.assert_empty();
}

#[test]
fn shards_add_up_to_the_whole() {
    let place = Place::new();
    let whole = place.expect(0, &small("20", "whole.jsonl"));
    let names: Vec<String> = (1..=3).map(|part| format!("part{part}.jsonl")).collect();
    for (part, name) in (1..).zip(&names) {
        place.expect(0, &[&small("20", name)[..], &["--shard", &format!("{part}/3")]].concat());
    }
    let rate: Vec<&str> = std::iter::once("rate").chain(names.iter().map(String::as_str)).collect();
    assert_eq!(place.expect(0, &rate), whole);
    place.expect(0, &[&small("4", "other.jsonl")[..], &["--max-plies", "9"]].concat());
    place.expect(2, &["rate", "whole.jsonl", "other.jsonl"]);
    if has("parallel") {
        let words = small("20", "gnu{}.jsonl").join("' '");
        let line = format!("parallel -j2 \"'{LUDION}' '{words}' --shard {{}}/4 -q\" ::: 1 2 3 4");
        let line = Command::new("sh").args(["-c", &line]).current_dir(place.0.path()).output().unwrap();
        assert!(line.status.success(), "{line:?}");
        let rated = place.expect(0, &["rate", "gnu1.jsonl", "gnu2.jsonl", "gnu3.jsonl", "gnu4.jsonl"]);
        assert_eq!(rated, whole);
    }
}

#[test]
fn every_kind_of_event_runs_to_its_end() {
    let place = Place::new();
    let field = ["-e", RANDOM, "-e", CLASSIC, "-e", GREEDY, "-e", "self Search=random Hash=1 name=other"];
    let cases: [(&str, &[&str], usize); 7] = [
        ("two-games", &["-g", "connect4-4x4", "-g", "connect4-5x5", "-n", "2"], 2 * 6 * 2),
        ("gauntlet", &["-g", "connect4-4x4", "--kind", "gauntlet", "-n", "4"], 3 * 4),
        ("swiss", &["-g", "connect4-4x4", "--kind", "swiss", "--rounds", "3", "-n", "2"], 3 * 2 * 2),
        ("knockout", &["-g", "connect4-4x4", "--kind", "knockout", "-n", "2"], 3 * 2),
        ("concurrent", &["-g", "connect4-4x4", "-n", "6", "-c", "3"], 6 * 6),
        ("in-process", &["-g", "connect4-4x4", "-n", "2", "--in-process"], 6 * 2),
        ("once", &["-g", "connect4-4x4", "-n", "3", "--no-rotation", "--openings", "start", "--plies", "2"], 6 * 3),
    ];
    for (name, arguments, games) in cases {
        let journal = format!("{name}.jsonl");
        let common = ["match", "--depth", "1", "--seed", "5", "-j", &journal];
        let table = place.expect(0, &[&common[..], &field, arguments].concat());
        assert_eq!(place.records(&journal).len(), games, "{name}");
        assert_eq!(place.expect(0, &["rate", &journal]), table, "{name}");
        assert!(place.expect(0, &["replay", &journal]).contains("no difference"), "{name}");
        // Nothing is left to do, and going on says so by the same table.
        assert_eq!(place.expect(0, &["match", "--resume", &journal]), table, "{name}");
        let text = fs::read_to_string(place.path(&journal)).unwrap();
        let half: String = text.split_inclusive('\n').take(1 + games / 2).collect();
        place.write("half.jsonl", &half);
        assert_eq!(place.expect(0, &["match", "--resume", "half.jsonl"]), table, "{name}, from the middle");
    }
    let both = place.expect(0, &["rate", "two-games.jsonl"]);
    assert!(both.contains("\nconnect4-4x4:\n") && both.contains("\nconnect4-5x5:\n"), "{both}");
    assert!(place.expect(0, &["rate", "knockout.jsonl"]).contains("winner: "));
    assert!(place.expect(0, &["rate", "swiss.jsonl"]).contains("after 3 rounds: "));
    let once = place.records("once.jsonl");
    assert!(once.iter().all(|record| record["lead"].as_array().unwrap().len() == 2));
    place.assert_empty();
}

/// Names, arguments and the number of games; the engines are those of a field of four.
#[test]
fn three_and_four_seats_are_played_in_all_rotations() {
    let place = Place::new();
    let field = ["-e", RANDOM, "-e", CLASSIC, "-e", GREEDY, "-e", "self Search=random Hash=1 name=other"];
    let cases: [(&str, &[&str], usize); 5] = [
        ("four", &["--seats", "4", "-n", "8"], 8),
        ("three", &["--seats", "3", "-n", "3"], 4 * 3),
        ("gauntlet3", &["--seats", "3", "-n", "3", "--kind", "gauntlet"], 3 * 3),
        ("swiss3", &["--seats", "3", "-n", "3", "--kind", "swiss", "--rounds", "2"], 2 * 3),
        ("knockout3", &["--seats", "3", "-n", "3", "--kind", "knockout"], 3 * 3),
    ];
    for (name, arguments, games) in cases {
        let journal = format!("{name}.jsonl");
        let common = ["match", "-g", "chicago", "--depth", "1", "--seed", "5", "-j", &journal];
        let table = place.expect(0, &[&common[..], &field, arguments].concat());
        assert!(table.contains("rating"), "{table}");
        let records = place.records(&journal);
        assert_eq!(records.len(), games, "{name}");
        assert!(records.iter().all(|record| record["start"].is_string()), "set-ups are drawn");
        assert_eq!(place.expect(0, &["rate", &journal]), table, "{name}");
        assert!(place.expect(0, &["replay", "--engines", &journal]).contains("no difference"), "{name}");
    }
    let two = ["match", "-g", "chicago", "--seats", "4", "-e", CLASSIC, "-e", RANDOM, "--depth", "1", "-n", "4"];
    let table = place.expect(0, &[&two[..], &["-j", "two.jsonl"]].concat());
    assert!(table.contains("classic"), "{table}");
    assert_eq!(place.records("two.jsonl")[1]["seating"], serde_json::json!([1, 1, 1, 0]));
    place.assert_empty();
}

#[test]
fn a_fault_among_many_leaves_the_first_place_to_the_others() {
    let place = Place::new();
    let bad = place.bad("illegal").replace(" connect4 ", " chicago ");
    let field = ["-e", RANDOM, "-e", CLASSIC, "-e", &bad];
    let common = ["match", "-g", "chicago", "--seats", "3", "--depth", "1", "-n", "3", "--seed", "1", "-j", "a.jsonl"];
    // The engine does not know how many sit at the board; it is told, and says nothing.
    place.expect(1, &[&common[..], &field].concat());
    let records = place.records("a.jsonl");
    assert_eq!(records[0]["ranks"], serde_json::json!([1, 1, 3]));
    assert!(records.iter().all(|record| record["ending"]["by"] == "illegal"));
}

#[test]
fn the_sample_openings_suit_their_games() {
    let place = Place::new();
    for entry in fs::read_dir(root().join("scripts/openings")).unwrap() {
        let path = entry.unwrap().path();
        let game = path.file_stem().unwrap().to_str().unwrap();
        let file = path.to_str().unwrap();
        let arguments = ["match", "-g", game, "-e", RANDOM, "-e", CLASSIC, "--depth", "1", "--openings", file];
        assert!(
            place.expect(0, &[&arguments[..], &["-n", "10", "--dry-run"]].concat()).lines().count() == 10,
            "{game}"
        );
    }
}

#[test]
fn a_sequential_test_stops_by_itself() {
    let place = Place::new();
    let arguments = ["--sprt", "0,50", "--elo-model", "logistic"];
    let table = place.expect(0, &[&small("1000", "a.jsonl")[..], &arguments].concat());
    let games = place.records("a.jsonl").len();
    assert!(games < 500 && table.contains("accepted: 0 Elo or less"), "{games} {table}");
}

#[test]
fn an_event_file_holds_everything() {
    let place = Place::new();
    place.write("openings.txt", "# two beginnings\n1 1 2\nstartpos moves 4 4\n5/5/5/2o2/2x2 x\n");
    let event = place.write(
        "event.toml",
        r#"
        name = "A small cup"
        games = 6
        seed = 11
        [limits]
        nodes = 50
        [conduct]
        margin = 50
        [adjudicate]
        max-plies = 20
        draw = { plies = 30, score = 1 }
        resign = { moves = 3, score = 5000 }
        [[game]]
        name = "connect4"
        rules = { Width = 5, Height = 5 }
        openings = "openings.txt"
        [[engine]]
        name = "one"
        command = "self"
        options = { Search = "pvs", Hash = 1 }
        [[engine]]
        name = "two"
        command = "self"
        options = { Search = "random", Hash = 1 }
        limits = { depth = 2 }
        "#,
    );
    let event = event.to_str().unwrap();
    place.expect(0, &["match", event, "-j", "a.jsonl"]);
    let records = place.records("a.jsonl");
    assert_eq!(records.len(), 6);
    assert_eq!(records[0]["lead"], serde_json::json!(["1", "1", "2"]));
    assert_eq!(records[2]["lead"], serde_json::json!(["4", "4"]));
    assert_eq!(records[4]["start"], "5/5/5/2o2/2x2 x");
    assert!(place.expect(0, &["replay", "--engines", "a.jsonl"]).contains("no difference"));
    assert!(place.expect(0, &["export", "a.jsonl"]).contains("[Event \"A small cup\"]"));
    place.write("bad.txt", "1 1 9\n");
    place.expect(2, &["match", event, "--openings", "bad.txt", "--no-journal"]);
}

#[test]
fn bad_usage_is_told_with_code_two() {
    let place = Place::new();
    let cases: [&[&str]; 9] = [
        &["match"],
        &["match", "-g", "connect4", "-e", "self"],
        &["match", "-g", "chess", "-e", "self", "--depth", "1"],
        &["match", "-g", "connect4", "-e", "self dept=1", "--depth", "1"],
        &["match", "-g", "connect4", "-e", "self", "--depth", "1", "--shard", "5/4"],
        &["match", "-g", "connect4", "-e", "self", "--depth", "1", "--seats", "3"],
        &["match", "-g", "connect4", "-e", "self", "--depth", "1", "--openings", "missing.txt"],
        &["match", "-g", "connect4", "-e", "self", "-e", "self", "--depth", "1", "--kind", "ladder"],
        &["match", "--resume", "missing.jsonl"],
    ];
    for arguments in cases {
        place.expect(2, arguments);
    }
    // Engines that cannot play are told before the first game.
    let missing =
        place.run(&["match", "-g", "connect4", "-e", "self", "-e", "./no-such-engine", "--depth", "1", "--no-journal"]);
    assert_eq!(missing.status.code(), Some(1));
    let script = root().join("tests/referee/bad.py");
    let other = format!("python3 {} illegal chess :: name=chess", script.display());
    let refused = place.run(&["match", "-g", "connect4", "-e", "self", "-e", &other, "--depth", "1", "--no-journal"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("does not offer connect4"), "{refused:?}");
}

#[test]
fn engines_that_speak_uci_are_found_out_and_play() {
    let place = Place::new();
    let uci = "self Search=random Hash=1 protocol=uci name=uci";
    for (game, journal) in [("connect4", "a.jsonl"), ("cfour", "b.jsonl")] {
        let arguments = ["match", "-g", game, "-e", uci, "-e", CLASSIC, "--time", "5000", "--inc", "50", "-n", "2"];
        place.expect(0, &[&arguments[..], &["-j", journal]].concat());
    }
    assert!(place.records("b.jsonl")[0]["moves"][0]["move"].as_str().unwrap().starts_with("P@"));
    // An engine of another game that offers no choice: greeted as UCI, tried, and refused.
    let chess = place.bad("uci-chess");
    let refused = place.run(&["match", "-g", "connect4", "-e", CLASSIC, "-e", &chess, "--depth", "1", "--no-journal"]);
    assert_eq!(refused.status.code(), Some(1));
    let text = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(text.contains("bad cannot take part: it does not play connect4"), "{text}");
    assert!(text.contains("bestmove e2e4"), "{text}");
    place.assert_empty();
}

#[test]
fn our_own_engine_keeps_the_protocol() {
    let place = Place::new();
    let steps = place.expect(0, &["check", "self"]);
    assert!(steps.contains(" passed, 0 failed"), "{steps}");
    place.expect(1, &["check", &place.bad("garbage")]);
    place.expect(1, &["check", &place.bad("crash-on-start")]);
    place.assert_empty();
}

#[test]
fn the_template_engine_takes_part() {
    let place = Place::new();
    let script = root().join("scripts/template_engine.py");
    let template = format!("python3 {} --ludion {LUDION} :: name=template", script.display());
    let arguments =
        ["match", "-g", "connect4", "-e", RANDOM, "-e", &template, "--depth", "1", "-n", "4", "-j", "a.jsonl"];
    place.expect(0, &arguments);
    assert_eq!(place.records("a.jsonl").len(), 4);
    place.assert_empty();
}

#[test]
fn an_engine_of_another_program_is_refused_in_order() {
    if !has("stockfish") {
        return;
    }
    let place = Place::new();
    let output =
        place.run(&["match", "-g", "connect4", "-e", RANDOM, "-e", "stockfish", "--depth", "1", "--no-journal"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot take part"), "{output:?}");
}
