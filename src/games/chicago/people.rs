//! What people see and hear of the game: tops and heights of the stacks, all tokens on request, and what a trade does.

use super::goods::Good;
use super::position::{Chicago, Trade};
use crate::game::{Position, Seat};
use crate::telling::{Saying, Value, View, width};

/// The width of a stack in the circle, and of a column of the table.
const STACK: usize = 14;
const COLUMN: usize = 9;
const NAME: usize = 12;

/// The circle, the last trade, and the table of prices and reserves.
pub(super) fn show(position: &Chicago, last: Option<Trade>, view: &View) -> String {
    let mut lines = circle(position, view);
    let trade = last.map_or_else(
        || Saying::new("legend"),
        |trade| {
            let saying = Saying::new("last-trade").with("n", trade.distance());
            saying.with("kept", word(trade.kept())).with("sold", word(trade.sold()))
        },
    );
    lines.push(view.faint(&view.book.say(&trade)));
    let heads = Good::all().map(|good| format!("{} {}", good.letter(), view.book.word(good.name())));
    lines.push(row("", heads, view.book.word("points")));
    lines.push(row(view.book.word("price"), position.prices.iter().map(ToString::to_string), ""));
    lines.push(row(view.book.word("in-stacks"), position.left().iter().map(ToString::to_string), ""));
    for seat in Seat::all(position.seats()) {
        let mark = if seat == position.turn() && !position.is_over() { view.pick(" ◀", " <") } else { "" };
        let name = view.of_seat(seat, &format!("{}{mark}", view.book.seat(seat)));
        let none = |&kept: &u8| if kept == 0 { view.pick("·", ".").to_owned() } else { kept.to_string() };
        let kept = position.reserves[seat.index()].iter().map(none);
        lines.push(row(&name, kept, &position.points()[seat.index()].to_string()));
    }
    lines.join("\n")
}

fn word(good: Good) -> Value {
    Value::Word(good.name())
}

/// The stacks in a ring of two rows, clockwise from the top left; the trader's in brackets.
fn circle(position: &Chicago, view: &View) -> Vec<String> {
    let cells: Vec<String> = position
        .stacks()
        .iter()
        .enumerate()
        .map(|(index, stack)| {
            let tokens: Vec<Good> = stack.tokens().collect();
            let text = if view.full {
                tokens.iter().map(|good| good.letter()).collect::<String>()
            } else {
                let (name, times) = (view.book.word(stack.top().name()), view.pick("×", "x"));
                format!("{} {name} {times}{}", stack.top().letter(), tokens.len())
            };
            let is_trader = index == usize::from(position.trader);
            let text = if is_trader { view.marked(&format!("[{text}]")) } else { format!(" {text} ") };
            format!("{text}{}", " ".repeat(STACK.saturating_sub(width(&text))))
        })
        .collect();
    let (top, bottom) = cells.split_at(cells.len().div_ceil(2));
    let wide = STACK * top.len();
    let gap = " ".repeat(STACK * (top.len() - bottom.len()) / 2);
    let bottom = format!("{gap}{}", bottom.iter().rev().cloned().collect::<String>());
    let fill = " ".repeat(wide.saturating_sub(width(&bottom)));
    let [begin, end, side, low, high] =
        if view.unicode { ["╭→", "→╮", "│", "╰←", "←╯"] } else { [".>", ">.", "|", "'<", "<'"] };
    vec![
        format!(" {begin} {}{end}", top.concat()),
        format!(" {side}  {} {side}", " ".repeat(wide)),
        format!(" {low} {bottom}{fill}{high}"),
    ]
}

/// One line of the table under the circle.
fn row(name: &str, cells: impl Iterator<Item = String>, last: &str) -> String {
    let padded = |text: &str, columns: usize| format!("{}{text}", " ".repeat(columns.saturating_sub(width(text))));
    let name = format!("{name}{}", " ".repeat(NAME.saturating_sub(width(name))));
    let cells = cells.fold(name, |line, cell| line + &padded(&cell, COLUMN));
    (cells + &padded(last, COLUMN)).trim_end().to_owned()
}

/// What is kept and sold, with prices.
pub(super) fn effects(position: &Chicago, mv: Trade) -> Vec<Saying> {
    let next = position.after(mv);
    let price = |good: Good| next.prices[good.index()];
    vec![
        Saying::new("keeps").with("good", word(mv.kept())).with("n", price(mv.kept())),
        Saying::new("sells").with("good", word(mv.sold())).with("n", price(mv.sold())),
    ]
}

/// The same, and whom the fall of the price costs something.
pub(super) fn reasons(position: &Chicago, mv: Trade) -> Vec<Saying> {
    let mut reasons = effects(position, mv);
    for seat in Seat::all(position.seats()).filter(|&seat| seat != position.turn()) {
        let cost = position.reserves[seat.index()][mv.sold().index()];
        if cost > 0 {
            reasons.push(Saying::new("costs").with("seat", seat).with("n", cost));
        }
    }
    reasons
}
