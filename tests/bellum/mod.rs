//! Phantasticas Bellum: the vectors of the rules, texts and their refusals, and the players.

mod players;

use ludion::game::{MoveList, Notation, Position, Seat, Style};
use ludion::games::bellum::{Bellum, Judge};
use ludion::option::Settings;
use ludion::random::Rng;
use ludion::search::{Evaluate as _, Playable as _};

/// The position behind a text or start code.
pub(super) fn at(text: &str) -> Bellum {
    Bellum::parse(text, &()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The legal turns as texts.
pub(super) fn turns(position: &Bellum) -> Vec<String> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.iter().map(|&turn| position.move_text(turn, Style::Own)).collect()
}

fn play(position: &mut Bellum, word: &str) {
    position.play(position.parse_move(word).unwrap_or_else(|error| panic!("{word}: {error}")));
}

fn text(position: &Bellum) -> String {
    position.text(Style::Own)
}

#[test]
fn the_turns_are_listed_in_the_order_of_their_names() {
    for (position, expected) in [
        ("1 1 Ga1:12,gf6:12", "a1- a1Ca1 a1Ja1 a1a2 a1a3 a1b1 a1c1"),
        (
            "1 1 Mc3:8,cd3:10",
            "c3- c3Ec3 c3Ed3 c3Fc3 c3Fd3 c3Mc3 c3Md3 c3Rc3 c3Rd3 c3Sc3 c3Sd3 c3a3 c3b3 c3c1 c3c2 c3c4 c3c5 c3e3",
        ),
        (
            "1 1 Vc3:8,vd4:8",
            "c3- c3Ic3 c3Jc3 c3Jd4 c3Pc3 c3Pd4 c3a1 c3a3 c3a5 c3b2 c3b3 c3b4 c3c1 c3c2 c3c4 c3c5 c3c6 c3d2 c3d3 c3e1 \
             c3e3 c3e5 c3f3",
        ),
        (
            "1 1 Cc3:10,ga1:12",
            "c3- c3Ja1 c3Jc3 c3Nc3 c3Ra1 c3Rc3 c3a2 c3a3 c3a4 c3a5 c3b1 c3b2 c3b3 c3b4 c3b5 c3c1 c3c2 c3c4 c3c5 c3d1 \
             c3d2 c3d3 c3d4 c3d5 c3e1 c3e2 c3e3 c3e4 c3e5",
        ),
        (
            "1 1 Gc3:12,Vb3:8,gc4:12",
            "b3- b3Ib3 b3Jb3 b3Jc3 b3Jc4 b3Pb3 b3Pc3 b3Pc4 b3a2 b3a3 b3a4 b3b1 b3b2 b3b4 b3b5 b3b6 b3c2 b3d1 b3d3 b3d5 \
             b3e3 c3- c3Cc3 c3Jb3 c3Jc3 c3Jc4 c3a3 c3c1 c3c2 c3c5 c3d3 c3e3",
        ),
        (
            "1 1 Ga1:12,gc3:12,ca4:10,ve1:8,ma5:8",
            "a1- a1Ba5 a1Bc3 a1Be1 a1Ca1 a1Ja1 a1Ja4 a1Ja5 a1Jc3 a1Je1 a1a2 a1a3 a1b1 a1c1",
        ),
    ] {
        assert_eq!(turns(&at(position)).join(" "), expected, "{position}");
    }
}

#[test]
fn every_unit_has_its_share_of_the_first_turns() {
    let start = at("2345-2345");
    for (cell, first, second) in [("a2", 36, 3036), ("a3", 9, 771), ("a4", 19, 1635), ("a5", 21, 1803)] {
        let own: Vec<String> = turns(&start).into_iter().filter(|turn| turn.starts_with(cell)).collect();
        let replies = own.iter().map(|turn| {
            let mut position = start;
            play(&mut position, turn);
            turns(&position).len()
        });
        assert_eq!((own.len(), replies.sum::<usize>()), (first, second), "{cell}");
    }
}

#[test]
fn the_mean_number_of_first_turns_is_eighty_two() {
    let mut counts = Vec::new();
    for code in 0..6_usize.pow(4) {
        let rows = [code / 216, code / 36 % 6, code / 6 % 6, code % 6].map(|row| (row + 1).to_string()).concat();
        if let Ok(position) = Bellum::parse(&format!("{rows}-2345"), &()) {
            counts.push(turns(&position).len());
        }
    }
    assert_eq!((counts.len(), counts.iter().min(), counts.iter().max()), (360, Some(&75), Some(&89)));
    assert_eq!(counts.iter().sum::<usize>(), 29_520, "a mean of 82.0");
}

/// Scripts: a position, then every turn with the position it leads to, or nothing where only the end matters.
const SCRIPTS: &[(&str, &[(&str, &str)])] = &[
    ("1 1 Gc3:12,Vd3:8,gc4:12,cb3:10", &[("c3Cc3", "2 2 Gc3:12!,Vd3:4,gc4:8,cb3:10")]),
    ("1 1 Ma1:8,Cc3:10,cc4:10,ge5:12", &[("a1Sc4", "2 2 Ma1:8!,Cc3:6,cc4:6,ge5:12")]),
    (
        "1 1 Vc3:8,Gc5:12,gd3:12,ce3:10",
        &[
            ("c3Ic3", "2 2 Gc5:12,Vc3:8!d1,gd3:12,ce3:10"),
            ("d3Jc3", "1 3 Gc5:12,Vc3:8!d1,gd3:12!,ce3:10"),
            ("c5-", "2 4 Gc5:12!,Vc3:8!d1,gd3:12!,ce3:10"),
            ("e3Nc3", "1 5 Gc5:12,Vc3:8d1,gd3:12,ce3:10"),
            ("c3-", "2 6 Gc5:12,Vc3:8!,gd3:12,ce3:10"),
            ("d3Jc3", "1 7 Gc5:12,Vc3:6!,gd3:12!,ce3:10"),
        ],
    ),
    (
        "1 1 Vc3:8,gc1:12,mf3:8,gf2:12",
        &[
            ("c3Ic3", "2 2 Vc3:8!d1,mf3:8,gc1:12,gf2:12"),
            ("f2Bc3", "2 3 Vc3:5!d1,mf3:8,gc1:12,gf2:12!"),
            ("f3Fc3", "2 4 Vc3:4!d1,mf3:8!,gc1:12,gf2:12!"),
            ("c1Jc3", "1 5 Vc3:4d1,mf3:8,gc1:12,gf2:12"),
        ],
    ),
    (
        "1 1 Mc3:8,Ca1:10,ge3:12",
        &[
            ("c3Re3", "2 2 Mc3:8!,Ca1:10,ge3:12s2"),
            ("e3e2", "1 3 Mc3:8!,Ca1:10,ge2:12!s1"),
            ("a1-", "2 4 Mc3:8,Ca1:10,ge2:12s1"),
            ("e2e1", "1 5 Mc3:8,Ca1:10,ge1:12!"),
        ],
    ),
    (
        "1 1 Mc3:8,Ca1:10,vd2:8",
        &[
            ("c3Rd2", "2 2 Mc3:8!,Ca1:10,vd2:8s2"),
            ("d2-", "1 3 Mc3:8!,Ca1:10,vd2:8!s1"),
            ("a1Rd2", "2 4 Mc3:8,Ca1:10,vd2:8s1s2"),
            ("d2-", "1 5 Mc3:8,Ca1:10,vd2:8!s1"),
        ],
    ),
    ("1 1 Mc3:3,gd3:3", &[("c3Ed3", "1 1 -")]),
    (
        "1 1 Mc3:3,Ga1:12,gd3:12",
        &[("c3Ec3", "2 2 Ga1:12,gd3:9"), ("d3-", "1 3 Ga1:12,gd3:9!"), ("a1-", "2 4 Ga1:12,gd3:9")],
    ),
    ("1 1 Vc3:8,cc4:10", &[("c3Jc4", "2 2 Vc3:8!,cc4:10"), ("c4Nc3", "1 3 Vc3:5,cc4:10")]),
];

#[test]
fn scripted_turns_lead_where_the_rules_say() {
    for (start, script) in SCRIPTS {
        let mut position = at(start);
        for (turn, expected) in *script {
            play(&mut position, turn);
            // Nobody is left to be read back after the last turn of one script.
            let expected = Bellum::parse(expected, &()).map_or((*expected).to_owned(), |position| text(&position));
            assert_eq!(text(&position), expected, "{start}: {turn}");
        }
    }
}

#[test]
fn a_slow_takes_reach_away() {
    for (position, count) in
        [("2 2 Mc3:8!,Ca1:10,ge3:12s2", 8), ("2 4 Mc3:8,Ca1:10,ge2:12s1", 8), ("2 4 Mc3:8,Ca1:10,vd2:8s1s2", 11)]
    {
        assert_eq!(turns(&at(position)).len(), count, "{position}");
    }
    let moves = |position: &str| turns(&at(position)).iter().filter(|turn| turn.len() == 4).count();
    assert_eq!(moves("2 4 Mc3:8,Ca1:10,vd2:8s1s2"), 4);
    assert_eq!(moves("2 4 Mc3:8,Ca1:10,vd2:8s1s2s2"), 0);
    assert_eq!(moves("2 4 Mc3:8,Ca1:10,vd2:8s1s1s1s2s2"), 0);
}

/// Who moves in turn when everybody passes.
fn movers(start: &str, count: usize) -> Vec<usize> {
    let mut position = at(start);
    let mut movers = Vec::new();
    for _ in 0..count {
        movers.push(position.turn().number());
        let pass = turns(&position).into_iter().find(|turn| turn.ends_with('-')).expect("a pass is always legal");
        play(&mut position, &pass);
    }
    movers
}

#[test]
fn seats_need_not_alternate() {
    assert_eq!(movers("1 1 Ma1:8,Ga2:12,Va3:8,mf1:8", 12), [1, 2, 1, 1, 2, 1, 1, 1, 2, 1, 1, 1]);
    assert_eq!(movers("2345-2345", 9), [1, 2, 1, 2, 1, 2, 1, 2, 1]);
}

#[test]
fn the_game_ends_by_death_or_after_ninety_nine_turns() {
    let winner = |position: &Bellum| position.outcome().map(|outcome| outcome.winner().map(Seat::number));
    let mut position = at("1 99 Ga1:12,gf6:12");
    assert_eq!(winner(&position), None);
    play(&mut position, "a1-");
    assert_eq!((text(&position).as_str(), winner(&position)), ("2 100 Ga1:12!,gf6:12", Some(None)));
    assert!(turns(&position).is_empty());
    let mut position = at("1 99 Ga1:12,gb1:4");
    play(&mut position, "a1Ca1");
    assert_eq!((text(&position).as_str(), winner(&position)), ("1 99 Ga1:12!", Some(Some(1))));
    let mut position = at("1 7 Mc3:3,gd5:3");
    play(&mut position, "c3Fc3");
    assert_eq!((text(&position).as_str(), winner(&position)), ("1 7 gd5:3", Some(Some(2))));
    let mut position = at("1 1 Mc3:3,gd3:3");
    play(&mut position, "c3Ed3");
    assert_eq!(winner(&position), Some(None));
    assert!(position.parse_move("c3-").unwrap_err().to_string().contains("the game is over"));
}

#[test]
fn start_codes_and_their_texts_are_one() {
    let full = "1 1 Ma2:8,Ga3:12,Va4:8,Ca5:10,mf2:8,gf3:12,vf4:8,cf5:10";
    assert_eq!(text(&at("2345-2345")), full);
    assert_eq!(at("2345-2345"), Bellum::start(&()));
    assert_eq!(at(full), at("2345-2345"));
    assert_eq!(text(&at("6153-1426")), "1 1 Ma6:8,Ga1:12,Va5:8,Ca3:10,mf1:8,gf4:12,vf2:8,cf6:10");
}

#[test]
fn a_text_is_read_in_any_order_and_printed_in_one() {
    let text_of = |given: &str| text(&at(given));
    let canonical = "2 41 Mb3:5s1,Gc4:9!,Vd2:6d1,Ce5:7s2,md3:8!,ge3:4s1s1,vb5:8d1,cf6:3!";
    assert_eq!(text_of(canonical), canonical);
    assert_eq!(text_of("2 41 cf6:3!,vb5:8d1,ge3:4s1s1,md3:8!,Ce5:7s2,Vd2:6d1,Gc4:9!,Mb3:5s1"), canonical);
    assert_eq!(text_of("6x6 1 1 Va1:8s2d1!s1s2,Ga2:1,ma4:8"), "1 1 Ga2:1,Va1:8!d1s1s2s2,ma4:8");
    assert_eq!(text_of("1 1 Mc3:8,Ma1:7,mb6:8,mb2:8,ma6:8,mf1:8"), "1 1 Ma1:7,Mc3:8,ma6:8,mb2:8,mb6:8,mf1:8");
    let slows = format!("1 1 Ga1:12{}{},gf6:12", "s1".repeat(15), "s2".repeat(15));
    assert_eq!(text_of(&slows), slows);
}

#[test]
fn units_of_one_class_are_told_apart_by_their_cells_alone() {
    let mut one = at("1 1 Ma1:8,Mb1:8,gf6:12");
    let mut other = one;
    for (turn, swapped) in ["a1c1", "f6-", "b1b2"].into_iter().zip(["b1b2", "f6-", "a1c1"]) {
        play(&mut one, turn);
        play(&mut other, swapped);
    }
    assert_eq!((one, one.key(), text(&one)), (other, other.key(), text(&other)));
    // Whichever of two equals dies, the same one is left.
    let mut first = at("1 1 Gd1:12,Mf6:8,vd2:4,ve1:4");
    let mut second = at("1 1 Gd1:12,Mf6:8,ve1:4,vd2:4");
    play(&mut first, "d1Cd1");
    play(&mut second, "d1Cd1");
    assert_eq!((first.key(), text(&first).as_str()), (second.key(), "1 1 Mf6:8,Gd1:12!"));
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    for (given, reason) in [
        ("", "'' is no position: expected side, turn and units such as 1 1 Ma2:8,"),
        ("1 1", "'1 1' is no position"),
        ("1 1 Ga1:12,gf6:12 x", "is no position"),
        ("5x6 1 1 Ga1:12,gf6:12", "'5x6' is no size of the board: expected 6x6"),
        ("3 1 Ga1:12,gf6:12", "'3' is no side to move: expected 1 or 2"),
        ("1 0 Ga1:12,gf6:12", "'0' is no turn: expected a number from 1 to 99"),
        ("1 100 Ga1:12,gf6:12", "'100' is no turn"),
        ("1 +5 Ga1:12,gf6:12", "'+5' is no turn"),
        ("1 x Ga1:12,gf6:12", "'x' is no turn"),
        ("1 1 Ga1:12,ga1:12", "two units stand on a1: 'ga1:12' is the second"),
        ("1 1 Gg1:12,gf6:12", "'Gg1:12' is no unit: 'g1' is no cell from a1 to f6"),
        ("1 1 Ga7:12,gf6:12", "'a7' is no cell"),
        ("1 1 Ga1:0,gf6:12", "'0' is no health from 1 to 12"),
        ("1 1 Ga1:13,gf6:12", "'13' is no health from 1 to 12"),
        ("1 1 Ma1:9,gf6:12", "'9' is no health from 1 to 8"),
        ("1 1 Ga1:,gf6:12", "'' is no health"),
        ("1 1 Ga1:-5,gf6:12", "'' is no health"),
        ("1 1 Ga1:99999999999999999999,gf6:12", "is no health"),
        ("1 1 Ga1,gf6:12", "expected one such as Ma2:8"),
        ("1 1 Xa1:5,gf6:12", "'X' is no letter of MGVCmgvc"),
        ("1 1 :5,gf6:12", "expected a letter"),
        ("1 1 éa1:5,gf6:12", "'é' is no letter"),
        ("1 1 Ga1:12,,gf6:12", "'' is no unit"),
        ("1 1 Ga1:12", "seat 2 has no unit"),
        ("1 1 ga1:12", "seat 1 has no unit"),
        ("1 1 -", "'-' is no unit"),
        ("1 1 Ga1:12s3,gf6:12", "'s3' does not last 1 or 2 turns"),
        ("1 1 Ga1:12s0,gf6:12", "'s0' does not last"),
        ("1 1 Ga1:12s,gf6:12", "'s' does not last"),
        ("1 1 Va1:8d3,gf6:12", "'d3' does not last"),
        ("1 1 Va1:8d1d1,gf6:12", "it has more than one shield"),
        ("1 1 Va1:8!!,gf6:12", "! stands there twice"),
        ("1 1 Va1:8?,gf6:12", "'?' is none of !, s1, s2, d1 and d2"),
        ("1 1 Ga1:12!,gf6:12", "seat 1 cannot be to move: all its units have acted"),
        ("2 1 Ga1:12,gf6:12!", "seat 2 cannot be to move"),
        ("1 1 Ma1:8,Ma2:8,Ma3:8,Ma4:8,Ma5:8,gf6:12", "seat 1 has more than 4 units: 'Ma5:8' is one too many"),
        ("2345", "'2345' is no start code"),
        ("2345-234", "expected four digits, a hyphen, four digits"),
        ("23456-2345", "expected four digits"),
        ("2345-2347", "rows go from 1 to 6"),
        ("0345-2345", "rows go from 1 to 6"),
        ("2245-2345", "two units of one side stand in the same row"),
        ("2345-2345-2345", "expected four digits"),
    ] {
        let message = Bellum::parse(given, &()).map_or_else(|error| error.to_string(), |_| "accepted".to_owned());
        assert!(message.contains(reason), "{given}: {message}");
    }
    let slows = format!("1 1 Ga1:12{},gf6:12", "s2".repeat(16));
    assert!(Bellum::parse(&slows, &()).unwrap_err().to_string().contains("more than 15 slows"));
}

#[test]
fn turns_are_refused_with_the_reason() {
    let position = at("1 5 Mc3:8,Ga1:12!,Vb3:8s1,gd3:12,cf6:10");
    for (word, reason) in [
        ("", "'' is no turn: expected a pass such as a1-"),
        ("c3", "is no turn: expected"),
        ("c3--", "is no turn"),
        ("c3x9", "is no turn"),
        ("c3fd3", "is no turn"),
        ("c3Fd33", "is no turn"),
        ("g1-", "is no turn"),
        ("éa-", "is no turn"),
        ("c3Xd3", "X is no spell, one of BCEFIJMNPRS"),
        ("d4-", "nobody stands on d4"),
        ("d3-", "the Guerrier on d3 belongs to seat 2, but seat 1 is to move"),
        ("a1-", "the Guerrier on a1 has already acted this round"),
        ("c3d3", "d3 is occupied"),
        ("c3d4", "the Magicien cannot go from c3 to d4"),
        ("b3b6", "the Voleur cannot go from b3 to b6, slowed as it is"),
        ("c3Jd3", "the Magicien casts only EFMRS"),
        ("c3Fd4", "nobody stands on d4"),
        ("c3Ff6", "f6 is 6 away, out of range of F"),
        ("b3Id3", "d3 is 2 away, out of range of I"),
    ] {
        let message = position.parse_move(word).map_or_else(|error| error.to_string(), |_| "accepted".to_owned());
        assert!(message.contains(reason), "{word}: {message}");
    }
}

#[test]
fn drawn_starts_are_lined_up_and_differ() {
    let texts: Vec<String> = (0..200).map(|seed| text(&Bellum::drawn(&(), seed).unwrap())).collect();
    assert_eq!(texts[42], text(&Bellum::drawn(&(), 42).unwrap()));
    for drawn in &texts {
        let rows: Vec<&str> = drawn[4..].split(',').collect();
        assert!(rows.len() == 8 && rows[..4].iter().all(|unit| unit[1..].starts_with('a')), "{drawn}");
        assert!(rows[4..].iter().all(|unit| unit[1..].starts_with('f')), "{drawn}");
    }
    let distinct: std::collections::HashSet<&String> = texts.iter().collect();
    assert!(distinct.len() > 195, "129,600 starts and only {} of 200 differ", distinct.len());
}

#[test]
fn the_board_shows_units_health_effects_and_who_has_acted() {
    let position = at("2 41 Mb3:5s1,Gc4:9!,Vd2:6d1,ge3:4s1s1s2,cf6:10");
    let expected = [
        "   a    b    c    d    e    f",
        "1  .    .    .    .    .    .",
        "2  .    .    .    V6   .    .",
        "3  .    M5   .    .    g4   .",
        "4  .    .    G9!  .    .    .",
        "5  .    .    .    .    .    .",
        "6  .    .    .    .    .    c10",
        "seat 1  M Magicien  b3   5 of  8 HP  slow for 1 turn",
        "seat 1  G Guerrier  c4   9 of 12 HP  acted",
        "seat 1  V Voleur    d2   6 of  8 HP  shield for 1 turn",
        "seat 2  g Guerrier  e3   4 of 12 HP  2 x slow for 1 turn  slow for 2 turns",
        "seat 2  c Cavalier  f6  10 of 10 HP",
        "turn 41, ! has acted this round",
    ];
    assert_eq!(position.draw(), expected.join("\n"));
    assert_eq!(position.seat_name(Seat::new(1)), "seat 2 (mgvc)");
}

/// A cell's name upside down, or with the columns exchanged.
fn mirrored_cell(cell: &str, exchanges: bool) -> String {
    let (column, row) = (cell.as_bytes()[0], cell.as_bytes()[1]);
    let (column, row) = if exchanges { (b'a' + b'f' - column, row) } else { (column, b'1' + b'6' - row) };
    [char::from(column), char::from(row)].iter().collect()
}

/// A position upside down, or with sides and columns exchanged.
fn mirrored(text: &str, exchanges: bool) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let side = if exchanges { if words[0] == "1" { "2" } else { "1" } } else { words[0] };
    let units = words[2].split(',').map(|unit| {
        let letter = unit.chars().next().unwrap();
        let swapped =
            if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() };
        let letter = if exchanges { swapped } else { letter };
        format!("{letter}{}{}", mirrored_cell(&unit[1..3], exchanges), &unit[3..])
    });
    format!("{side} {} {}", words[1], units.collect::<Vec<_>>().join(","))
}

fn mirrored_turn(turn: &str, exchanges: bool) -> String {
    let (actor, deed) = turn.split_at(2);
    let actor = mirrored_cell(actor, exchanges);
    match deed.len() {
        1 => format!("{actor}-"),
        2 => format!("{actor}{}", mirrored_cell(deed, exchanges)),
        _ => format!("{actor}{}{}", &deed[..1], mirrored_cell(&deed[1..], exchanges)),
    }
}

#[test]
fn mirrors_change_nothing() {
    let mut judge = Judge::new(&Settings::new(&[]));
    for seed in 0..30 {
        let mut rng = Rng::new(seed);
        let mut position = Bellum::drawn(&(), seed).unwrap();
        while position.outcome().is_none() {
            let value = judge.evaluate(&position, position.turn());
            for exchanges in [false, true] {
                let mirror = at(&mirrored(&text(&position), exchanges));
                let mut expected: Vec<String> =
                    turns(&position).iter().map(|turn| mirrored_turn(turn, exchanges)).collect();
                expected.sort();
                assert_eq!(turns(&mirror), expected, "{}", text(&position));
                assert_eq!(judge.evaluate(&mirror, mirror.turn()), value, "{}", text(&position));
            }
            let turns = turns(&position);
            play(&mut position, &turns[rng.below(turns.len())]);
        }
    }
}

#[test]
fn the_explanation_adds_up() {
    let position = at("1 17 Ma2:2,Ga3:7,Vd5:6d1,Cc5:10,gf5:6,vd1:8,cd2:10");
    let lines = position.explain();
    let numbers = |line: &String| {
        let words = line.split_whitespace().skip(1).map(|word| if word == "." { "0" } else { word });
        words.map(str::parse::<f64>).collect::<Result<Vec<f64>, _>>().ok().filter(|row| row.len() == 13)
    };
    // Seat rows begin with two words.
    let rows: Vec<Vec<f64>> =
        lines.iter().map(|line| line.replace("seat ", "seat")).filter_map(|line| numbers(&line)).collect();
    assert_eq!(rows.len(), 9, "{lines:#?}");
    let is_same = |one: f64, other: f64| (one - other).abs() < 0.005;
    for row in &rows {
        assert!(is_same(row[..12].iter().sum(), row[12]), "{lines:#?}");
    }
    for (units, side) in [(&rows[..4], &rows[4]), (&rows[5..8], &rows[8])] {
        // Being to move belongs to no unit.
        for term in (0..12).filter(|term| *term != 3) {
            assert!(is_same(units.iter().map(|row| row[term]).sum(), side[term]), "{lines:#?}");
        }
    }
    let value: f64 = lines.last().and_then(|line| line.rsplit(' ').next()).unwrap().parse().unwrap();
    let lead = (rows[4][12] - rows[8][12]) * f64::from(160 - 17) / 160.0;
    assert!((lead - value).abs() < 0.02, "{lines:#?}");
}

#[test]
fn turns_that_lead_to_the_same_position_are_searched_once() {
    let start = at("2345-2345");
    let children = |words: Vec<String>| {
        let after = |word: String| {
            let mut position = start;
            play(&mut position, &word);
            text(&position)
        };
        words.into_iter().map(after).collect::<std::collections::HashSet<_>>()
    };
    assert_eq!(children(turns(&start)).len(), 72);
    let mut moves = MoveList::new();
    start.legal_moves(&mut moves);
    let mut settings = Settings::new(Bellum::OPTIONS);
    assert_eq!(settings.set("PruneCasts", "off"), Ok(true));
    Judge::new(&settings).filter(&start, &mut moves);
    assert_eq!(moves.len(), 72, "every position is left, none of them twice");
    let kept = moves.iter().map(|&turn| start.move_text(turn, Style::Own)).collect();
    assert_eq!(children(kept).len(), 72);
    Judge::new(&Settings::new(&[])).filter(&start, &mut moves);
    assert!(moves.len() < 72, "casts on the own side are left out");
}

#[test]
fn a_position_is_small() {
    assert!(size_of::<Bellum>() <= 64, "{} bytes", size_of::<Bellum>());
}
