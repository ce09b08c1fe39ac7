//! Position texts from outside: read, then checked against what play can lead to.

use super::goods::{GOODS, Good, STACK_HEIGHT, Stack, TOKENS_EACH};
use super::position::{Chicago, Movement, Rules, STACKS, small};
use crate::game::{MAX_SEATS, Notation, Position, Seat, Style, TextError};
use crate::option::quoted;

/// Reads and checks a position text; it decides the number of seats, and the movement if it says so.
///
/// # Errors
/// If the text is malformed or the position impossible.
pub(super) fn parse(text: &str, rules: Rules) -> Result<Chicago, TextError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [stacks, trader, prices, reserves, turn, variants @ ..] = &words[..] else {
        let example = Chicago::start(&rules).text(Style::Own);
        return Err(TextError::new(format!(
            "{} is no position: expected stacks, trader, prices, reserves and the seat to move, such as {example}",
            quoted(text)
        )));
    };
    let (stacks, count) = read_stacks(stacks)?;
    let (reserves, seats) = read_reserves(reserves)?;
    let position = Chicago {
        stacks,
        count: small(count),
        trader: small(read_number(trader, count, "trader")? - 1),
        prices: read_prices(prices)?,
        reserves,
        turn: Seat::new(read_number(turn, seats, "seat to move")? - 1),
        seats: small(seats),
        movement: read_movement(variants, rules.movement)?,
    };
    check_conservation(&position)?;
    check_reserves(&position)?;
    Ok(position)
}

fn read_good(letter: char, place: &str) -> Result<Good, TextError> {
    let unknown =
        || TextError::new(format!("{} in {place} is no good: expected one of WRCFSM", quoted(&letter.to_string())));
    Good::from_letter(letter).ok_or_else(unknown)
}

fn read_goods(letters: &str, place: &str) -> Result<Vec<Good>, TextError> {
    letters.chars().map(|letter| read_good(letter, place)).collect()
}

/// The stacks clockwise and how many there are.
fn read_stacks(text: &str) -> Result<([Stack; STACKS], usize), TextError> {
    let mut stacks = [Stack::EMPTY; STACKS];
    let count = text.split('/').count();
    if count > STACKS {
        return Err(TextError::new(format!("{} has {count} stacks: there are at most {STACKS}", quoted(text))));
    }
    for (index, (stack, letters)) in stacks.iter_mut().zip(text.split('/')).enumerate() {
        let place = format!("stack {}", index + 1);
        let height = letters.chars().count();
        if !(1..=STACK_HEIGHT).contains(&height) {
            return Err(TextError::new(format!(
                "{place} {} has {height} tokens: expected 1 to {STACK_HEIGHT}",
                quoted(letters)
            )));
        }
        *stack = Stack::new(read_goods(letters, &place)?);
    }
    Ok((stacks, count))
}

/// A number from 1 to `most`.
fn read_number(word: &str, most: usize, what: &str) -> Result<usize, TextError> {
    let number = word.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| TextError::new(format!("{} is no {what}: expected a number from 1 to {most}", quoted(word))))
}

fn read_prices(word: &str) -> Result<[u8; GOODS], TextError> {
    let digits: Option<Vec<u32>> = word.chars().map(|letter| letter.to_digit(10)).collect();
    let digits: [u32; GOODS] = digits.and_then(|digits| digits.try_into().ok()).ok_or_else(|| {
        TextError::new(format!("{} are no prices: expected {GOODS} digits in the order WRCFSM", quoted(word)))
    })?;
    let mut prices = [0; GOODS];
    for good in Good::all() {
        let highest = good.first_price();
        let lowest = highest - TOKENS_EACH;
        let price = u8::try_from(digits[good.index()]).unwrap_or(u8::MAX);
        if !(lowest..=highest).contains(&price) {
            let name = good.name();
            return Err(TextError::new(format!("{name} cannot cost {price}: expected {lowest} to {highest}")));
        }
        prices[good.index()] = price;
    }
    Ok(prices)
}

/// What each seat keeps, and how many seats there are.
fn read_reserves(word: &str) -> Result<([[u8; GOODS]; MAX_SEATS], usize), TextError> {
    let seats = word.split('/').count();
    if !(2..=MAX_SEATS).contains(&seats) {
        return Err(TextError::new(format!("{} has {seats} reserves: expected 2 to {MAX_SEATS}", quoted(word))));
    }
    let mut reserves = [[0_u8; GOODS]; MAX_SEATS];
    for (index, (reserve, letters)) in reserves.iter_mut().zip(word.split('/')).enumerate() {
        let place = format!("reserve {}", index + 1);
        if letters.is_empty() {
            return Err(TextError::new(format!("{place} is missing: expected letters, or - if there are none")));
        }
        for good in read_goods(if letters == "-" { "" } else { letters }, &place)? {
            reserve[good.index()] = reserve[good.index()].saturating_add(1);
        }
    }
    Ok((reserves, seats))
}

/// The movement: what the text says, else that of the rules.
fn read_movement(variants: &[&str], given: Movement) -> Result<Movement, TextError> {
    let movement = match variants {
        [] => return Ok(given),
        [word] if word.eq_ignore_ascii_case("movement=basic") => Movement::Basic,
        [word] if word.eq_ignore_ascii_case("movement=expert") => Movement::Expert,
        [word, ..] => {
            return Err(TextError::new(format!(
                "{} does not belong into a position: expected movement=basic, movement=expert or nothing",
                quoted(word)
            )));
        }
    };
    // A text without the word means the movement of the board, so an expert board cannot hold a basic position.
    if movement == Movement::Basic && given == Movement::Expert {
        return Err(TextError::new("'movement=basic' does not fit: this board is set to expert movement"));
    }
    Ok(movement)
}

/// Every token lies in a stack, is kept by somebody, or was sold for a point of its price.
fn check_conservation(position: &Chicago) -> Result<(), TextError> {
    for good in Good::all() {
        let lying: usize =
            position.stacks().iter().map(|stack| stack.tokens().filter(|token| *token == good).count()).sum();
        let kept: usize = position.reserves.iter().map(|reserve| usize::from(reserve[good.index()])).sum();
        let sold = usize::from(good.first_price() - position.prices[good.index()]);
        if lying + kept + sold != usize::from(TOKENS_EACH) {
            return Err(TextError::new(format!(
                "the {} does not add up: {lying} in stacks, {kept} kept and {sold} sold make {}, not {TOKENS_EACH}",
                good.name(),
                lying + kept + sold
            )));
        }
    }
    Ok(())
}

/// Every turn keeps one token and sells one, and the turns go round.
fn check_reserves(position: &Chicago) -> Result<(), TextError> {
    let sizes: Vec<u8> = position.reserves.iter().map(|reserve| reserve.iter().sum()).collect();
    let kept: u8 = sizes.iter().sum();
    let sold: u8 = Good::all().map(|good| good.first_price() - position.prices[good.index()]).sum();
    if kept != sold {
        return Err(TextError::new(format!("{kept} tokens were kept but {sold} sold: expected as many")));
    }
    let seats = position.seats();
    let from_turn: Vec<u8> = (0..seats).map(|step| sizes[(position.turn().index() + step) % seats]).collect();
    let rises = from_turn.windows(2).all(|pair| pair[0] <= pair[1]);
    if !rises || from_turn[seats - 1] > from_turn[0] + 1 {
        let sizes: Vec<String> = sizes[..seats].iter().map(ToString::to_string).collect();
        return Err(TextError::new(format!(
            "seat {} cannot be to move with reserves of {} tokens",
            position.turn(),
            sizes.join(", ")
        )));
    }
    Ok(())
}
