//! `ludion solve` as a shell sees it.

use std::fs;
use std::io::Read as _;

use super::support::{program, run};

/// Positions near the end with their scores.
const LINES: &str = "2252576253462244111563365343671351441 -1\n7422341735647741166133573473242566 1\n";

/// Writes the lines into a file and runs `solve` on it.
fn solve_file(lines: &str) -> (Option<i32>, Vec<String>, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lines");
    fs::write(&file, lines).unwrap();
    let ended = run(&["solve", "--file", file.to_str().unwrap()], "");
    (ended.code, ended.lines, ended.stderr)
}

#[test]
fn a_position_is_told_in_full() {
    let ended = run(&["solve", "4455"], "");
    let expected = ["score 18", "result win in 3 plies", "best 3 6", "columns -4 -3 18 2 2 18 -3"];
    assert_eq!((ended.code, &ended.lines[..4]), (Some(0), &expected.map(str::to_owned)[..]));
}

#[test]
fn scores_in_a_file_are_checked() {
    let (code, lines, _) = solve_file(LINES);
    assert_eq!((code, lines[0].as_str()), (Some(0), "positions 2 checked 2 wrong 0"));
    let (code, lines, stderr) = solve_file(&LINES.replace("2566 1", "2566 2"));
    assert_eq!(code, Some(2));
    assert_eq!(lines[0], "line 2: 7422341735647741166133573473242566 is 1, the file says 2");
    assert!(stderr.contains("1 scores differ"), "{stderr}");
}

#[test]
fn what_is_no_position_is_named_with_its_line() {
    for (bad, word) in
        [("44x", "'44x' is no move"), ("4444444", "column 4"), ("1212121", "over"), ("44 x", "'x' is no score")]
    {
        let (code, _, stderr) = solve_file(&format!("{LINES}{bad}\n"));
        assert_eq!(code, Some(2), "{bad}");
        assert!(stderr.contains("line 3") && stderr.contains(word), "{bad}: {stderr}");
    }
}

#[test]
fn it_ends_quietly_when_nobody_listens_any_more() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lines");
    fs::write(&file, LINES.replace(" -1", "").replace(" 1", "").repeat(5_000)).unwrap();
    let mut child = program(&["solve", "--file", file.to_str().unwrap()]).spawn().unwrap();
    drop(child.stdout.take());
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!((child.wait().unwrap().code(), stderr.as_str()), (Some(1), ""));
}
