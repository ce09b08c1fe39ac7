//! Some thousands of random lines from a seed. The long run is a script; this one belongs to every test run.

use crate::support::Client;
use ludion::random::Rng;

const WORDS: &str = "\
    ugi uci isready uginewgame setoption name value position startpos fen random moves go go go depth nodes \
    movetime infinite ponder mate searchmoves movestogo p1time p2inc wtime stop ponderhit play undo list query \
    p1turn gameover result islegal players hash game games wait d eval perft divide bench debug on off help \
    connect4 cfour connect4-5x5 Width=5 Height=99 Search classic random MultiPV Seed Ponder true Width 4 1 7 d1 \
    P@d1 0 -1 3 12 99999999999999999999 1e3 4453 # x o 7/7/7/7/7/7 7/7/7/7/3o3/3x3 w - é";

/// Well-formed lines, to be sent as they are or damaged.
const LINES: &[&str] = &[
    "position startpos moves 4 4 5 3",
    "position fen 7/7/7/7/3o3/2xx3 o moves 3 3",
    "position fen 7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1",
    "go depth 3",
    "go nodes 50",
    "go infinite",
    "go ponder depth 2",
    "go depth 2 searchmoves 3 4",
    "setoption name MultiPV value 2",
    "setoption name Search value greedy",
    "game connect4 Width=6 Height=5",
    "play 4 4",
    "undo 2",
    "query islegal d2",
    "perft 3",
    "uginewgame",
];

/// One line without its end.
fn line(rng: &mut Rng) -> Vec<u8> {
    let known: Vec<&str> = WORDS.split(' ').collect();
    let mut bytes = match rng.below(10) {
        0..4 => {
            let words: Vec<&str> = (0..=rng.below(7)).map(|_| known[rng.below(known.len())]).collect();
            words.join([" ", "\t", "  "][rng.below(3)]).into_bytes()
        }
        4..8 => LINES[rng.below(LINES.len())].as_bytes().to_vec(),
        8 => (0..rng.below(60)).map(|_| byte(rng)).collect(),
        _ => known[rng.below(known.len())].repeat(1 + rng.below(400)).into_bytes(),
    };
    if rng.below(3) == 0 {
        for _ in 0..=rng.below(3) {
            let at = rng.below(bytes.len() + 1);
            match rng.below(3) {
                0 => bytes.truncate(at),
                1 => bytes.insert(at, byte(rng)),
                _ if at < bytes.len() => bytes[at] = byte(rng),
                _ => {}
            }
        }
    }
    bytes.retain(|byte| *byte != b'\n');
    bytes
}

fn byte(rng: &mut Rng) -> u8 {
    u8::try_from(rng.below(256)).unwrap_or(0)
}

/// What the program makes of the first word of a line, in small letters.
fn first_word(line: &[u8]) -> String {
    String::from_utf8_lossy(line).split_whitespace().next().unwrap_or("").to_ascii_lowercase()
}

#[test]
fn random_lines_do_no_harm() {
    let mut rng = Rng::new(20);
    let mut client = Client::start(&[]);
    let (mut sent, mut searches, mut answered) = (0, 0, 0);
    while sent < 3000 {
        let mut burst = Vec::new();
        for _ in 0..=rng.below(30) {
            let line = line(&mut rng);
            if ["quit", "exit"].contains(&first_word(&line).as_str()) {
                continue;
            }
            searches += usize::from(first_word(&line) == "go");
            sent += 1;
            burst.extend(line);
            burst.extend([&b"\n"[..], b"\r\n"][rng.below(2)]);
        }
        client.send_bytes(&burst);
        client.send("stop\nwait\nquery players");
        // An earlier answer may look the same; what is left over then is read in the next round.
        let lines = client.lines_until("response 2");
        answered += lines.iter().filter(|line| line.starts_with("bestmove ")).count();
    }
    client.send("stop\nwait\nisready");
    let lines = client.lines_until("readyok");
    answered += lines.iter().filter(|line| line.starts_with("bestmove ")).count();
    assert!(searches > 300, "{searches}");
    client.send("setoption name Game value connect4\nposition startpos\ngo depth 2");
    answered += client.lines_until("bestmove").iter().filter(|line| line.starts_with("bestmove ")).count();
    let ended = client.finish();
    assert!(ended.stderr.is_empty(), "{}", ended.stderr);
    assert_eq!(ended.code, Some(0));
    answered += ended.lines.iter().filter(|line| line.starts_with("bestmove ")).count();
    assert_eq!(answered, searches + 1, "one bestmove for every go");
}
