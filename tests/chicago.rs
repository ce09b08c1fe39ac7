//! Chicago Stock Exchange: vectors worked out beforehand, texts and their refusals, and the slow twin.

use ludion::game::{MoveList, Notation, Position, Seat, Style};
use ludion::games::chicago::{Chicago, Movement, Rules, Trade};
use ludion::random::Rng;

mod players;
#[path = "reference/chicago.rs"]
mod twin;

use twin::Twin;

const RULES: Rules = Rules { seats: 2, movement: Movement::Basic };
const EXAMPLE: &str = "MRWW/WMSR/FSCR/FMSM/CMWS/RFSW/FWSC/MCCF/RRFC 2 766666 -/- 1";

/// Positions with all their moves in order: the move, what it leads to, and the value then (first seat less second).
type Vector = (&'static str, i32, &'static [(&'static str, &'static str, i32)]);
const VECTORS: &[Vector] = &[
    // Two stacks vanish at once; stacks before the trader vanish.
    (
        "RW/M/S/S/R 4 435253 CCCFFSMM/WWRCCSS 2",
        1,
        &[
            ("1SR", "W/M/S/R 4 425253 CCCFFSMM/WWRCCSSS 1", 2),
            ("1RS", "W/M/S/R 4 435243 CCCFFSMM/WWRRCCSS 1", 3),
            ("2RM", "RW/S/S 1 435252 CCCFFSMM/WWRRCCSS 1", 1),
            ("2MR", "RW/S/S 1 425253 CCCFFSMM/WWRCCSSM 1", 3),
            ("3RS", "W/M/S/R 2 435243 CCCFFSMM/WWRRCCSS 1", 3),
            ("3SR", "W/M/S/R 2 425253 CCCFFSMM/WWRCCSSS 1", 2),
        ],
    ),
    // Equal tops are one move.
    (
        "CRM/M/WC/R/W/W/W 1 623526 WCFFFMM/FFSSMM 2",
        5,
        &[
            ("1CW", "RM/M/C/R/W/W/W 2 523526 WCFFFMM/CFFSSMM 1", 11),
            ("1WC", "RM/M/C/R/W/W/W 2 622526 WCFFFMM/WFFSSMM 1", 8),
            ("2MR", "CRM/WC/W/W/W 2 613526 WCFFFMM/FFSSMMM 1", 7),
            ("2RM", "CRM/WC/W/W/W 2 623525 WCFFFMM/RFFSSMM 1", 12),
            ("3WW", "CRM/M/C/R/W/W 4 523526 WCFFFMM/WFFSSMM 1", 5),
        ],
    ),
    // Three stacks: a full lap stays, and one stack may be all that remains.
    (
        "SC/S/M 3 435333 WWRCCFMM/WRRCCFFS 1",
        5,
        &[
            ("1MS", "SC 1 435323 WWRCCFMMM/WRRCCFFS 2", 5),
            ("1SM", "SC 1 435332 WWRCCFSMM/WRRCCFFS 2", 2),
            ("2SM", "C/S 2 435332 WWRCCFSMM/WRRCCFFS 2", 2),
            ("2MS", "C/S 2 435323 WWRCCFMMM/WRRCCFFS 2", 5),
            ("3SS", "C/M 2 435323 WWRCCFSMM/WRRCCFFS 2", 4),
        ],
    ),
    // A price of nothing.
    (
        "MS/F/FW/WW/W 5 740543 WWRFSSM/RRRFFSM 1",
        12,
        &[
            ("1WF", "MS/FW/WW 1 740443 WWWRFSSM/RRRFFSM 2", 12),
            ("1FW", "MS/FW/WW 1 640543 WWRFFSSM/RRRFFSM 2", 6),
            ("2MF", "S/F/W/WW/W 2 740443 WWRFSSMM/RRRFFSM 2", 8),
            ("2FM", "S/F/W/WW/W 2 740542 WWRFFSSM/RRRFFSM 2", 8),
            ("3FW", "MS/FW/W/W 2 640543 WWRFFSSM/RRRFFSM 2", 6),
            ("3WF", "MS/FW/W/W 2 740443 WWWRFSSM/RRRFFSM 2", 12),
        ],
    ),
    // Cheap wheat.
    (
        "S/CS/C/CR 2 245344 WRRCFFMM/RCFSSMM 2",
        -3,
        &[
            ("1CC", "S/S/C/R 3 244344 WRRCFFMM/RCCFSSMM 1", 3),
            ("2CS", "CS/CR 2 245334 WRRCFFMM/RCCFSSMM 1", -2),
            ("2SC", "CS/CR 2 244344 WRRCFFMM/RCFSSSMM 1", -3),
            ("3CC", "S/S/C/R 1 244344 WRRCFFMM/RCCFSSMM 1", 3),
        ],
    ),
];

fn position(text: &str) -> Chicago {
    Chicago::parse(text, &RULES).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn text(position: &Chicago) -> String {
    position.text(Style::Own)
}

fn moves(position: &Chicago) -> Vec<Trade> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.to_vec()
}

fn after(position: &Chicago, mv: Trade) -> Chicago {
    let mut next = *position;
    next.play(mv);
    next
}

#[test]
fn vectors_list_the_same_moves_and_lead_to_the_same_positions() {
    for (start, _, expected) in VECTORS {
        let start = position(start);
        let found: Vec<(String, String)> =
            moves(&start).iter().map(|&mv| (start.move_text(mv, Style::Own), text(&after(&start, mv)))).collect();
        let expected: Vec<(String, String)> =
            expected.iter().map(|(mv, next, _)| ((*mv).to_owned(), (*next).to_owned())).collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn the_twin_gives_the_values_of_the_vectors() {
    for (start, value, expected) in VECTORS {
        let for_first = |twin: &Twin| if twin.turn() == 0 { twin.minimax() } else { -twin.minimax() };
        let start = Twin::new(start);
        assert_eq!(for_first(&start), *value);
        let values: Vec<i32> = start.moves().iter().map(|(_, next)| for_first(next)).collect();
        assert_eq!(values, expected.iter().map(|(_, _, value)| *value).collect::<Vec<_>>());
    }
}

#[test]
fn whole_games_end_as_recorded() {
    let games = [
        (
            EXAMPLE,
            "3FR 2FM 1RF 2RW 1FM 1MM 1CS 2WM 2FS 1RC 1SC 2RS 3WC 1SW 2WM 1CW 1RS",
            "CF 1 453521 WWRRCFFFS/WRRRCFSM 2",
            &[38, 30][..],
        ),
        (
            "MRWW/WMSR/FSCR/FMSM/CMWS/RFSW/FWSC/MCCF/RRFC 2 766666 -/-/-/- 1",
            "2FC 1RF 1FM 1FM 2MC 2RS 2WC 2WS 2RS 3WR 3CS 1RC 3WM 3FW 1FW 1SC",
            "MSR/M 1 551523 WRFM/WRRF/WCFF/WRFS 1",
            &[18, 20, 16, 17],
        ),
    ];
    for (start, words, last, scores) in games {
        let mut position = position(start);
        for word in words.split(' ') {
            assert!(position.outcome().is_none());
            let mv = position.parse_move(word).unwrap();
            // The sold letter only repeats what the rest says.
            assert_eq!(position.parse_move(&word[..2]), Ok(mv));
            position.play(mv);
        }
        assert_eq!(text(&position), last);
        assert_eq!(position.outcome().map(|outcome| outcome.points().to_vec()), Some(scores.to_vec()));
        assert!(moves(&position).is_empty() && position.max_plies() == 0);
    }
}

#[test]
fn a_move_changes_what_it_should() {
    let mut position = position(EXAMPLE);
    position.play(position.parse_move("2FC").unwrap());
    assert_eq!(text(&position), "MRWW/WMSR/SCR/FMSM/MWS/RFSW/FWSC/MCCF/RRFC 4 765666 F/- 2");
    assert_eq!(position.points(), [6, 0, 0, 0]);
}

#[test]
fn moves_are_read_in_every_spelling() {
    let position = position(EXAMPLE);
    let expected = position.parse_move("2FC").unwrap();
    for word in ["2F", "2f", "2fc", "2coffee", "2cafe", "2café", "2CAFÉ", "2coffeecocoa", "2caféC", "2FCacao"] {
        assert_eq!(position.parse_move(word), Ok(expected), "{word}");
    }
    for (word, reason) in [
        ("2FW", "no move '2FW' is possible: who keeps coffee there sells cocoa"),
        ("2W", "no move '2W' is possible: 2 on there are coffee and cocoa to choose from"),
        ("4FC", "no move '4FC' is possible: the trader goes 1 to 3 stacks from here"),
        ("0FC", "no move '0FC' is possible: the trader goes 1 to 3 stacks from here"),
    ] {
        assert_eq!(position.parse_move(word).unwrap_err().to_string(), reason);
    }
    for word in ["", "2", "F", "FC", "é", "2é", "22F", "2FCC", "2-F", "٢F"] {
        assert!(position.parse_move(word).unwrap_err().to_string().contains("is no move"), "{word}");
    }
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    for (text, reason) in [
        ("", "is no position"),
        ("SC/S/M 3 435333 WWRCCFMM/WRRCCFFS", "is no position"),
        ("SC/S/M 4 435333 WWRCCFMM/WRRCCFFS 1", "'4' is no trader: expected a number from 1 to 3"),
        ("SC/S/M 0 435333 WWRCCFMM/WRRCCFFS 1", "'0' is no trader"),
        ("SC/S/M 3 435333 WWRCCFMM/WRRCCFFS 3", "'3' is no seat to move: expected a number from 1 to 2"),
        ("SC/S/M 3 43533 WWRCCFMM/WRRCCFFS 1", "are no prices"),
        ("SC/S/M 3 835333 WWRCCFMM/WRRCCFFS 1", "wheat cannot cost 8: expected 1 to 7"),
        ("SC/S/M 3 035333 WWRCCFMM/WRRCCFFS 1", "wheat cannot cost 0: expected 1 to 7"),
        ("SC/S/M 3 475333 WWRCCFMM/WRRCCFFS 1", "rice cannot cost 7: expected 0 to 6"),
        ("SC/S/M 3 335333 WWRCCFMM/WRRCCFFS 1", "the wheat does not add up: 0 in stacks, 3 kept and 4 sold make 7"),
        ("SX/S/M 3 435333 WWRCCFMM/WRRCCFFS 1", "'X' in stack 1 is no good"),
        ("SC//M 3 435333 WWRCCFMM/WRRCCFFS 1", "stack 2 '' has 0 tokens: expected 1 to 4"),
        ("SCSMS/S/M 3 435333 WWRCCFMM/WRRCCFFS 1", "stack 1 'SCSMS' has 5 tokens: expected 1 to 4"),
        ("S/S/S/S/S/S/S/S/S/S 3 435333 WWRCCFMM/WRRCCFFS 1", "has 10 stacks: there are at most 9"),
        ("SC/S/M 3 435333 WWRCCFMMWRRCCFFS 1", "has 1 reserves: expected 2 to 4"),
        ("SC/S/M 3 435333 WWRCCFMM/ 1", "reserve 2 is missing"),
        ("SC/S/M 3 435333 WWRCCFMM/W-RCCFFS 1", "'-' in reserve 2 is no good"),
        ("SC/S/M 3 435333 WWRCCFM/WRRCCFFSM 1", "seat 1 cannot be to move with reserves of 7, 9 tokens"),
        ("SC/S/M 3 435333 WWRCCFMMW/RRCCFFS 1", "seat 1 cannot be to move with reserves of 9, 7 tokens"),
        ("SC/S/M 3 435334 WWRCCFM/WRRCCFFSM 2", "the maize does not add up"),
        ("SC/S/MM 3 435333 WWRCCFM/WRRCCFFS 1", "15 tokens were kept but 16 sold"),
        ("SC/S/M 3 435333 WWRCCFMM/WRRCCFFS 1 players=2", "'players=2' does not belong into a position"),
        ("SC/S/M 3 435333 WWRCCFMM/WRRCCFFS 1 movement=expert x", "does not belong into a position"),
    ] {
        let error = Chicago::parse(text, &RULES).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let expert = Rules { movement: Movement::Expert, ..RULES };
    assert!(Chicago::parse(&format!("{EXAMPLE} movement=basic"), &expert).is_err());
    assert_eq!(moves(&Chicago::parse(EXAMPLE, &expert).unwrap()).len(), 17);
    // Letters may be small and reserves in any order; what is printed is canonical.
    let spelt = position("sc/s/m 3 435333 mwrcwcfm/wrrccffs 1");
    assert_eq!(text(&spelt), "SC/S/M 3 435333 WWRCCFMM/WRRCCFFS 1");
}

#[test]
fn deals_follow_from_the_seed_alone() {
    for (seed, seats, expected) in [(42, 2, DEAL_42), (2015, 3, DEAL_2015)] {
        let deal = Chicago::drawn(&Rules { seats, ..RULES }, seed).unwrap();
        assert_eq!(text(&deal), expected);
    }
    assert_eq!(text(&Chicago::start(&RULES)), EXAMPLE);
}

const DEAL_42: &str = "MSSC/MMSF/SFFC/RRCW/RRWW/MRWC/FCMW/CWFS/FMRS 7 766666 -/- 1";
const DEAL_2015: &str = "CSSR/CRRF/SSRW/CFFM/SWMC/WMMF/WMFS/FRWM/RCWC 4 766666 -/-/- 1";

/// Random games, with the engine and its twin side by side.
#[test]
fn the_twin_agrees_over_whole_games() {
    let mut rng = Rng::new(7);
    for game in 0..600 {
        let movement = if game % 2 == 0 { Movement::Basic } else { Movement::Expert };
        let rules = Rules { seats: 2 + game / 2 % 3, movement };
        let mut position = Chicago::drawn(&rules, rng.bits()).unwrap();
        let mut twin = Twin::new(&text(&position));
        let bound = position.max_plies();
        let mut plies = 0;
        loop {
            let words: Vec<String> = moves(&position).iter().map(|&mv| position.move_text(mv, Style::Own)).collect();
            let mut expected = twin.moves();
            assert_eq!(words, expected.iter().map(|(word, _)| word.clone()).collect::<Vec<_>>());
            assert_eq!(position.outcome().is_some(), twin.is_over());
            assert_eq!(position.points()[..rules.seats], twin.scores());
            assert_eq!(position.turn(), Seat::new(twin.turn()));
            assert!(plies + position.max_plies() <= bound && (position.max_plies() == 0) == twin.is_over());
            let read = Chicago::parse(&twin.text(), &RULES).unwrap();
            assert_eq!((text(&position), position, position.key()), (twin.text(), read, read.key()));
            if twin.is_over() {
                break;
            }
            let choice = rng.below(words.len());
            position.play(position.parse_move(&words[choice]).unwrap());
            twin = expected.swap_remove(choice).1;
            plies += 1;
        }
    }
}

#[test]
fn different_positions_have_different_keys() {
    let mut seen = std::collections::HashMap::new();
    let mut stack = vec![(Chicago::start(&RULES), 0)];
    while let Some((position, ply)) = stack.pop() {
        assert_eq!(*seen.entry(position.key()).or_insert(position), position);
        if ply < 5 {
            stack.extend(moves(&position).iter().map(|&mv| (after(&position, mv), ply + 1)));
        }
    }
    for variant in ["-/-/- 1", "-/-/-/- 1", "-/- 2", "-/- 1 movement=expert"] {
        let position = position(&EXAMPLE.replace("-/- 1", variant));
        assert!(seen.insert(position.key(), position).is_none());
    }
}

#[test]
fn the_drawing_fits_a_terminal() {
    for seats in 2..=4 {
        let mut position = Chicago::drawn(&Rules { seats, ..RULES }, 5).unwrap();
        loop {
            for line in position.draw().lines() {
                assert!(line.is_ascii() && line.len() <= 80 && !line.trim().is_empty(), "{line}");
            }
            let Some(&mv) = moves(&position).last() else { break };
            position.play(mv);
        }
    }
}
