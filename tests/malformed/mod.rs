//! Bad input of every kind: one error with the right code, nothing changed, the program alive.

mod fuzz;

use crate::support::Client;
use ludion::session::LINE_LIMIT;

/// Bad lines of every kind, with a bar between them.
const COMMANDS: &str = "\
    hello | postion startpos | isready? | UCIOK | 4 | - | ö | readyok | bestmove 4 | ugi\u{7} | ' | %s%n";
const ARGUMENTS: &str = "\
    isready now | ugi 2 | quit now | stop it | list all | d d | wait 5 | uginewgame 1 | eval 3 | position | \
    position here | position startpos 4 4 | position fen | position fen moves 4 | position random | \
    position random x | position random -1 | position random 1 2 | query | query moves 4 | query everything | \
    query islegal | query islegal 4 4 | undo x | undo 0 | undo -1 | undo 1 1 | undo 4 | undo 99999999999 | \
    perft | perft x | perft -1 | perft 100 | perft 3 3 | divide | divide 0 | bench x | bench 0 | debug | \
    debug maybe | help me | play | moves | game | game chess | game connect4 7 | game connect4 =7";
const MOVES: &str = "\
    play 8 | play 0 | play 4 4 4 4 4 | play -1 | play 4 h | play x | play d3 d3 | play P@e1 | play 44 9 | \
    play 0000 | moves 4 4 x 4 | position startpos moves 4 4 9 4 | position startpos moves 4 d1 | \
    position moves 1212121 3 | position moves 12121213 | position moves 4444444 | play P@ | \
    position fen 7/7/7/7/3o3/3x3 x moves 4 8";
const POSITIONS: &str = "\
    position fen x | position fen 7/7/7/7/7/7 | position fen 7/7/7/7/7 x | position fen 7/7/7/7/7/7/7 x | \
    position fen 5/5/5/5/5 x | position fen 7/7/7/7/7/8 x | position fen 7/7/7/7/7/6 x | \
    position fen 7/7/7/7/7/0x6 o | position fen 7/7/7/7/7/xxxxxxxx x | position fen 7/7/7/7/7/3z3 o | \
    position fen 7/7/7/7/7/7 w extra words and one more word | position fen 7/7/7/7/7/7 x extra | \
    position fen 7/7/7/7/7/7 o | position fen 7/7/7/7/7/7 z | position fen 7/7/7/7/7/3x3 x | \
    position fen 7/7/7/7/7/3o3 x | position fen 7/7/7/7/7/2xx3 o | position fen 7/7/7/7/2o4/2xx3 x | \
    position fen 7/7/7/3x3/7/7 o | position fen 7/7/7/3x3/3o3/7 x | position fen 7/7/7/7/ooo4/xxxx3 x | \
    position fen 7/7/7/7/oooo3/xxxx3 x | position fen 7/7/7/oo5/ooo4/xxxxx2 x | \
    position fen 7/x5x/x5x/x5x/x5x/ooooooo o | position fen 7/7/x5x/x5x/xoo1o1x/xoo1oox o | \
    position fen 7/7/7/7/7/7[Pp] w - - 0 1 | position fen 7/7/7/7/7/7[ w - - 0 1 | \
    position fen 7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppQ] w - - 0 1 | \
    position fen 7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] b - - 0 1 | position fen /////// x | \
    position fen \u{1F600}/7/7/7/7/7 x | position fen 99999999999999999999/7/7/7/7/7 x";
const OPTIONS: &str = "\
    setoption | setoption name | setoption Hash 3 | setoption value 3 | setoption name value 3 | \
    setoption name Hash | setoption name Hash value | setoption name Hash value 0 | \
    setoption name Hash value -5 | setoption name Hash value 1.5 | setoption name Hash value lots | \
    setoption name Hash value 99999999999999999999 | setoption name MultiPV value 0 | \
    setoption name Threads value 100000 | setoption name Ponder value maybe | \
    setoption name MoveOverhead value 5001 | setoption name Seed value -1 | setoption name Search value | \
    setoption name Search value nobody | setoption name Game value chess | setoption name Nothing value 1 | \
    setoption name Width value 3 | setoption name Height value 10 | setoption name Rules value abapa | \
    game connect4 Width=3 | game connect4 Colour=red | game connect4-12x12";

/// A program in the middle of a game, whose position must survive.
fn busy_client() -> (Client, String, String) {
    let mut client = Client::greeted("ugi", &[]);
    client.quietly("position startpos moves 4 4 5");
    let (fen, hash) = (client.query("query fen"), client.query("query hash"));
    (client, fen, hash)
}

/// Sends bytes that are one bad line and checks the answer.
fn check(line: &[u8], code: &str, client: &mut Client, fen: &str, hash: &str) {
    client.send_bytes(&[line, b"\nisready\n"].concat());
    let lines = client.lines_until("readyok");
    let shown = String::from_utf8_lossy(&line[..line.len().min(100)]).into_owned();
    assert_eq!(lines.len(), 2, "{shown:?}: {lines:?}");
    assert!(lines[0].starts_with(&format!("info string error {code}: ")), "{shown:?}: {}", lines[0]);
    assert!(lines[0].len() < 400, "{shown:?}: an error of {} bytes", lines[0].len());
    assert_eq!(client.query("query fen"), fen, "{shown:?}");
    assert_eq!(client.query("query hash"), hash, "{shown:?}");
}

/// Checks lines written one after the other with a bar between them.
fn check_all(lines: &str, code: &str) {
    let (mut client, fen, hash) = busy_client();
    for line in lines.split(" | ") {
        check(line.as_bytes(), code, &mut client, &fen, &hash);
    }
    client.quietly("undo 3");
    assert_eq!(client.query("query fen"), "7/7/7/7/7/7 x", "something of the bad lines has stayed");
}

#[test]
fn unknown_commands() {
    check_all(COMMANDS, "unknown-command");
}

#[test]
fn bad_arguments() {
    check_all(ARGUMENTS, "bad-argument");
}

#[test]
fn illegal_moves() {
    check_all(MOVES, "illegal-move");
}

#[test]
fn impossible_positions() {
    check_all(POSITIONS, "bad-position");
}

#[test]
fn the_reason_for_refusing_a_position_is_told() {
    let (mut client, ..) = busy_client();
    for (position, reason) in [
        ("7/7/7/7/7 x", "has 5 rows: the board has 6"),
        ("7/7/7/7/7/3x4 o", "has 8 cells: the board has 7 columns"),
        ("7/7/7/7/7/3z3 o", "'z' in row 1 is neither x, o nor"),
        ("7/7/7/7/7/7 z", "'z' is no side to move"),
        ("7/7/7/7/7/7 x 5", "'5' is one word too many"),
        ("7/7/7/3x3/7/7 o", "the stone in column 4 row 3 has nothing below it"),
        ("7/7/7/7/7/2xx3 o", "the first seat has 2 stones and the second 0"),
        ("7/7/7/7/7/2oox2 o", "the first seat has 1 stones and the second 2"),
        ("7/7/7/7/7/3x3 x", "'x' cannot be to move"),
        ("7/7/7/7/ooo4/xxxxo2 x", "seat 1 has four in a row and is to move"),
        ("7/7/7/7/oooo3/xxxx3 x", "seat 1 has four in a row and is to move"),
        ("7/7/x5x/x5x/xoo1o1x/xoo1oox o", "the fours of seat 1 cannot all have been made by one last stone"),
        ("7/7/7/7/ooxo3/xxxxo2 o", "the fours of seat 1 cannot all have been made by one last stone"),
        ("7/7/7/7/7/7[Pp] w - - 0 1", "1 of P, expected 21"),
    ] {
        let lines = client.ask(&format!("position fen {position}"));
        assert_eq!(lines.len(), 1, "{position}");
        assert!(lines[0].starts_with("info string error bad-position: "), "{position}: {}", lines[0]);
        assert!(lines[0].contains(reason), "{position}: {}", lines[0]);
    }
}

#[test]
fn bad_options() {
    check_all(OPTIONS, "bad-option");
}

#[test]
fn a_thousand_refusals_change_nothing() {
    let (mut client, fen, hash) = busy_client();
    let kinds = [COMMANDS, ARGUMENTS, MOVES, POSITIONS, OPTIONS];
    let lines: Vec<&str> = kinds.iter().flat_map(|lines| lines.split(" | ")).collect();
    let refused: Vec<&str> = lines.iter().copied().cycle().take(1000).collect();
    let answers = client.ask(&refused.join("\n"));
    assert_eq!(answers.len(), 1000);
    assert!(answers.iter().all(|line| line.starts_with("info string error ")));
    assert_eq!((client.query("query fen"), client.query("query hash")), (fen, hash));
}

#[test]
fn lines_that_are_too_long() {
    let (mut client, fen, hash) = busy_client();
    for start in ["", "go depth 1 ", "position startpos moves ", "# "] {
        let mut line = start.as_bytes().to_vec();
        line.resize(LINE_LIMIT + 1, b'4');
        check(&line, "too-long", &mut client, &fen, &hash);
    }
    // One byte less is read, and judged by what it says.
    let mut line = b"position startpos moves ".to_vec();
    line.resize(LINE_LIMIT, b'4');
    check(&line, "illegal-move", &mut client, &fen, &hash);
    let mut line = b"query turn #".to_vec();
    line.resize(LINE_LIMIT, b'4');
    client.send_bytes(&line);
    client.send("");
    assert_eq!(client.line().as_deref(), Some("response 2"));
    let mut line = b"go depth 1".to_vec();
    line.resize(LINE_LIMIT, b' ');
    client.send_bytes(&line);
    client.send("");
    client.expect_line("bestmove");
}

#[test]
fn bytes_that_are_no_text() {
    let (mut client, fen, hash) = busy_client();
    for line in [&b"\0"[..], b"isready\0", b"\xff\xfe", b"\xc3\x28 go", b"\x1b[2J", b"go\0depth 1", b"\xed\xa0\x80"] {
        check(line, "unknown-command", &mut client, &fen, &hash);
    }
    check(b"query \xff", "bad-argument", &mut client, &fen, &hash);
    check(b"play \0", "illegal-move", &mut client, &fen, &hash);
    check(b"position fen \xff\xff\xff x", "bad-position", &mut client, &fen, &hash);
    check(b"setoption name \0 value \0", "bad-option", &mut client, &fen, &hash);
}

#[test]
fn blanks_and_line_ends_do_not_matter() {
    let (mut client, fen, _) = busy_client();
    client.send_bytes(b"\r\n\n \t \r\n#\r\n  # remark\nquery fen\r\n\tquery\t fen  \r\n");
    for _ in 0..2 {
        assert_eq!(client.line(), Some(format!("response {fen}")));
    }
    client.quietly("play 3 # the third column\r");
    assert_eq!(client.query("query turn"), "1");
}
