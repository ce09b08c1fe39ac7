//! Questions of people, slips included, and the answers that must come first. One table per game and language.

use ludion::assistant::{Assistant, Finding, Language, Lore};
use ludion::game::Style;
use ludion::option::Settings;
use ludion::register::GAMES;
use ludion::score::Proven;
use ludion::session::facts;

/// Fewer questions than this would prove little.
const LEAST_QUESTIONS: usize = 20;

macro_rules! game {
    ($name:literal) => {
        (
            $name,
            Lore {
                english: include_str!(concat!("../../src/games/", $name, "/ask.en.toml")),
                french: include_str!(concat!("../../src/games/", $name, "/ask.fr.toml")),
            },
            [include_str!(concat!($name, ".en.txt")), include_str!(concat!($name, ".fr.txt"))],
        )
    };
}

/// The lines of a table: a question, `=`, the name of the answer.
fn questions(table: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split_once(" = ").unwrap_or_else(|| panic!("no answer named: {line}")))
}

#[test]
fn questions_find_their_answers_in_their_language() {
    let mut wrong = Vec::new();
    for (game, lore, tables) in
        [game!("connect4"), game!("chicago"), game!("quoridor"), game!("oware"), game!("bellum")]
    {
        for (language, table) in Language::ALL.into_iter().zip(tables) {
            let count = questions(table).count();
            assert!(count >= LEAST_QUESTIONS, "{game} {language:?} has {count} questions");
            for (question, id) in questions(table) {
                // Every question is somebody's first, so that nothing leans on the one before.
                let reply = Assistant::new(&lore).unwrap_or_else(|error| panic!("{game}: {error}")).ask(question);
                if (reply.id.as_str(), reply.language) != (id, language) {
                    wrong.push(format!("{game} {question} = {} {:?}, not {id}", reply.id, reply.language));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} questions went wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_same_question_again_gets_the_next_answer() {
    let (_, lore, _) = game!("quoridor");
    let mut assistant = Assistant::new(&lore).unwrap();
    let mut said = Vec::new();
    for _ in 0..3 {
        said.push(format!("{:?}", assistant.ask("How do I jump?")));
    }
    assert_ne!(said[0], said[1]);
    assert_ne!(said[1], said[2]);
    assistant.ask("Who begins?");
    assert_eq!(format!("{:?}", assistant.ask("how do i JUMP")), said[0]);
}

#[test]
fn what_is_not_understood_is_admitted_in_the_language_of_the_question() {
    let (_, lore, _) = game!("quoridor");
    for (question, language) in [
        ("what is the weather like in the mountains", Language::English),
        ("quel temps fait-il dans les montagnes du nord", Language::French),
        ("", Language::English),
        ("?!", Language::English),
    ] {
        let reply = Assistant::new(&lore).unwrap().ask(question);
        assert_eq!((reply.id.as_str(), reply.language), ("unknown", language), "{question}");
    }
}

#[test]
fn what_is_certain_is_said_as_such() {
    let game = GAMES.iter().find(|game| game.name == "oware").unwrap();
    let settings = Settings::new(game.options);
    let facts = facts((game.open)(&settings, Style::Own).unwrap().as_ref(), &settings);
    let assistant = Assistant::new(&game.lore).unwrap();
    // The value contains the bonus for the win, which is no seeds.
    let certain = |proven, margin| Finding {
        best: "A".to_owned(),
        value: 4_700,
        end: None,
        proven: Some(proven),
        margin,
        values: Vec::new(),
        line: Vec::new(),
    };
    for (finding, english, french) in [
        (
            certain(Proven::Win, Some(22)),
            "seat 1 (South) wins by 22 seeds with best play",
            "siège 1 (Sud) gagne de 22 graines si chacun joue au mieux",
        ),
        (
            certain(Proven::Loss, Some(-1)),
            "seat 1 (South) loses by 1 seed with best play",
            "siège 1 (Sud) perd de 1 graine si chacun joue au mieux",
        ),
        (certain(Proven::Win, None), "seat 1 (South) is sure to win", "siège 1 (Sud) est sûr de gagner"),
        (
            certain(Proven::Loss, None),
            "seat 1 (South) loses against best play",
            "siège 1 (Sud) perd si l'autre joue au mieux",
        ),
        (certain(Proven::Draw, Some(0)), "it is a draw with best play", "la partie est nulle si chacun joue au mieux"),
    ] {
        assert_eq!(assistant.verdict(Language::English, &facts, &finding), english);
        assert_eq!(assistant.verdict(Language::French, &facts, &finding), french);
    }
}

#[test]
fn every_answer_of_every_game_can_be_filled_in() {
    for game in GAMES {
        let settings = Settings::new(game.options);
        let board = (game.open)(&settings, Style::Own).unwrap();
        let facts = facts(board.as_ref(), &settings);
        let finding = Finding {
            best: "best".to_owned(),
            value: 120,
            end: None,
            proven: None,
            margin: None,
            values: Vec::new(),
            line: Vec::new(),
        };
        for reply in Assistant::new(&game.lore).unwrap().replies() {
            let said = reply.say(&facts, Some(&finding));
            assert!(!said.contains(['{', '}', '\n']) && !said.is_empty(), "{} {}: {said}", game.name, reply.id);
        }
    }
}
