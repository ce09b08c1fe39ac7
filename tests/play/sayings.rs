//! What games say about moves: effects, reasons and refusals, in both languages.

use ludion::assistant::{Assistant, Language};
use ludion::protocol::{Base, Command};
use ludion::register::{self, GAMES};
use ludion::session::Board;

fn at(game: &str, position: &str) -> Box<dyn Board> {
    let choice = register::choose(game, &[]).unwrap();
    let mut board = (choice.game.open)(&choice.settings, choice.style).unwrap();
    let Some(Command::Position { base, moves }) = Command::parse(&format!("position {position}")).unwrap() else {
        panic!("{position}");
    };
    board.set(&base, 1, &moves).unwrap();
    board
}

fn said(game: &str, sayings: &[ludion::telling::Saying], language: Language) -> String {
    let choice = register::choose(game, &[]).unwrap();
    Assistant::new(&choice.game.lore).unwrap().book(language).say_all(sayings)
}

#[test]
fn moves_are_explained_in_words() {
    let [english, french] = Language::ALL;
    let mut wrong = Vec::new();
    for (game, position, mv, language, expected) in [
        ("connect4", "moves 1 4 1 5 1", "1", english, "stops a four at a4"),
        ("connect4", "moves 1 4 1 5 1", "1", french, "empêche quatre jetons alignés en a4"),
        ("connect4", "moves 3 3 4 4", "5", english, "threatens four at b1 f1"),
        ("connect4", "moves 4 1 4 1", "4", french, "menace d'aligner quatre jetons en d4"),
        ("oware", "fen 4-4-4-4-4-2-1-2-4-4-4-4-4-3-S", "F", english, "captures 5 seeds"),
        ("oware", "fen 1-0-0-0-0-4-0-0-0-0-0-1-20-22-S", "A", english, "saves 2 seeds"),
        ("oware", "fen 1-0-0-0-0-4-0-0-0-0-0-1-20-22-S", "A", french, "sauve 2 graines"),
        ("quoridor", "startpos", "e2", english, "shortens its own way, 7 steps to go"),
        ("quoridor", "startpos", "e8h", english, "lengthens the way of seat 2 (red) by 1, lengthens its own way by 1"),
        (
            "quoridor4",
            "startpos",
            "a5v",
            french,
            "allonge le chemin de siège 2 (rouge) de 1, allonge le chemin de siège 4 (jaune) de 1",
        ),
        (
            "chicago",
            "fen MRWW/WMSR/FSCR/FMSM/CMWS/RFSW/FWSC/MCCF/RRFC 2 766666 -/- 1",
            "1WF",
            english,
            "keeps wheat (worth 7), sells coffee (falls to 5)",
        ),
        (
            "chicago",
            "fen MRWW/WMSR/FSCR/FMSM/CMWS/RFSW/FWSC/MCCF/RRFC 2 766666 -/- 1",
            "1WF",
            french,
            "garde blé (vaut 7), vend café (tombe à 5)",
        ),
        (
            "bellum",
            "fen 1 9 Ma5:8,Gc6:12,mb5:4,gf1:9",
            "a5Fb5",
            english,
            "the Magicien casts Boule de feu, kills the Magicien on b5",
        ),
        (
            "bellum",
            "fen 1 9 Ma5:8,Gc6:12,mb5:5,gf1:9",
            "a5Fb5",
            french,
            "Magicien lance Boule de feu, enlève 4 à Magicien en b5",
        ),
        ("bellum", "fen 1 9 Ma5:8,Gc6:12,mb5:5,gf1:9", "a5a6", english, "the Magicien goes to a6"),
    ] {
        let board = at(game, position);
        assert!(board.is_legal(mv), "{game} {position} {mv}: {:?}", board.moves());
        let told = said(game, &board.reasons(mv), language);
        if told != expected {
            wrong.push(format!("{game} {position} {mv}: {told}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn refusals_are_told_in_french() {
    for (game, position, word, expected) in [
        ("connect4", "moves 1 1 1 1 1 1", "1", "la colonne 1 est pleine"),
        ("connect4", "startpos", "d3", "dans la colonne 4, le jeton tombe en d1"),
        ("connect4", "startpos", "99", "un coup est une colonne de 1 à 7, ou sa lettre"),
        ("oware", "fen 0-4-4-4-4-4-4-4-4-4-4-4-4-0-S", "A", "la case est vide"),
        ("oware", "startpos", "a", "c'est à siège 1 (Sud) de jouer, avec ses propres cases"),
        (
            "oware",
            "fen 1-0-0-0-0-4-0-0-0-0-0-0-20-23-S",
            "A",
            "l'adversaire n'a plus de graines, il faut lui en donner",
        ),
        ("quoridor", "startpos", "e5", "de e1 le pion peut aller en d1 f1 e2"),
        ("quoridor", "moves e3h", "e3v", "elle croiserait e3h"),
        ("quoridor", "startpos", "hop", "un coup est une case (e2) ou une barrière (e3h, e3v)"),
        (
            "chicago",
            "fen MRWW/WMSR/FSCR/FMSM/CMWS/RFSW/FWSC/MCCF/RRFC 2 766666 -/- 1",
            "4WF",
            "le trader avance de 3 au plus",
        ),
        ("bellum", "fen 1 9 Ma5:8,Gc6:12,mb5:5,gf1:9", "a1a2", "il n'y a personne en a1"),
        (
            "bellum",
            "fen 1 9 Ma5:8,Gc6:12,mb5:5,gf1:9",
            "b5b6",
            "Magicien en b5 est à siège 2, mais c'est à siège 1 de jouer",
        ),
    ] {
        let error = at(game, position).read(word).unwrap_err();
        let saying = error.saying().unwrap_or_else(|| panic!("{game} {word}: {error}"));
        assert_eq!(said(game, std::slice::from_ref(saying), Language::French), expected, "{game} {word}");
    }
}

#[test]
fn every_saying_and_every_board_is_complete_in_both_languages() {
    for game in GAMES {
        let assistant = Assistant::new(&game.lore).unwrap();
        let [english, french] = Language::ALL.map(|language| assistant.book(language));
        for id in english.phrases.keys() {
            assert!(french.has(id), "{}: {id}", game.name);
        }
        let mut board = (game.open)(&ludion::option::Settings::new(game.options), ludion::game::Style::Own).unwrap();
        if board.set(&Base::Drawn(Some(3)), 3, "").is_err() {
            board.set(&Base::Start, 3, "").unwrap();
        }
        let mut plies = 0;
        while let Some(mv) = board.moves().get(plies * 7 % board.moves().len().max(1)).cloned() {
            for book in [&english, &french] {
                for saying in board.reasons(&mv).iter().chain(&board.effects(&mv)) {
                    let words = book.say(saying);
                    assert!(book.has(saying.id) && !words.contains('{'), "{}: {}: {words}", game.name, saying.id);
                }
            }
            board.play(&mv).unwrap();
            plies += 1;
            if plies == 80 {
                break;
            }
        }
        assert!(plies > 5, "{}", game.name);
    }
}
