//! The texts of the game: trades as moves, stacks, prices and reserves as positions, and the exchange for people.

use super::goods::Good;
use super::people;
use super::picture;
use super::position::{Chicago, Movement, Rules, Trade};
use super::setup;
use crate::game::{MAX_SEATS, MoveList, Notation, Position, Seat, Style, TextError};
use crate::option::{Settings, quoted};
use crate::picture::Picture;
use crate::telling::{Saying, Value, View};

impl Notation for Chicago {
    fn rules(settings: &Settings) -> Result<Rules, TextError> {
        let seats = settings.number("Players");
        let movement = if settings.text("Movement") == "expert" { Movement::Expert } else { Movement::Basic };
        match usize::try_from(seats) {
            Ok(seats) if (2..=MAX_SEATS).contains(&seats) => Ok(Rules { seats, movement }),
            _ => Err(TextError::new(format!("{seats} players cannot play: expected 2 to {MAX_SEATS}"))),
        }
    }

    fn parse(text: &str, rules: &Rules) -> Result<Self, TextError> {
        setup::parse(text, *rules)
    }

    fn text(&self, _: Style) -> String {
        let stacks: Vec<String> =
            self.stacks().iter().map(|stack| stack.tokens().map(Good::letter).collect()).collect();
        let prices: String = self.prices.iter().map(ToString::to_string).collect();
        let reserves: Vec<String> = Seat::all(self.seats()).map(|seat| self.reserve_text(seat)).collect();
        let variant = if self.movement == Movement::Expert { " movement=expert" } else { "" };
        let (stacks, reserves, trader) = (stacks.join("/"), reserves.join("/"), self.trader + 1);
        format!("{stacks} {trader} {prices} {reserves} {}{variant}", self.turn())
    }

    fn parse_move(&self, word: &str) -> Result<Trade, TextError> {
        let unknown = || {
            TextError::new(format!(
                "{} is no move: expected a distance, the good to keep and perhaps the good to sell, such as 2FC or 2coffee",
                quoted(word)
            ))
            .says(Saying::new("why-trade"))
        };
        let distance = word.chars().next().and_then(|digit| digit.to_digit(10)).ok_or_else(unknown)? as usize;
        let (kept, sold) = Good::one_or_two(&word[1..]).ok_or_else(unknown)?;
        let refused = |why: String, saying: Saying| {
            Err(TextError::new(format!("no move {} is possible: {why}", quoted(word))).says(saying))
        };
        if self.is_over() {
            return refused("the game is over".to_owned(), Saying::new("why-over"));
        }
        let reach = self.reach();
        if !(1..=reach).contains(&distance) {
            let far = if reach == 1 { "1 stack".to_owned() } else { format!("1 to {reach} stacks") };
            return refused(format!("the trader goes {far} from here"), Saying::new("why-far").with("n", reach));
        }
        let (before, after) = self.offer(distance);
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        let named = moves.iter().find(|mv| mv.distance() == distance && mv.kept() == kept);
        match (named, sold) {
            (None, _) => {
                let why = format!("{distance} on there are {} and {} to choose from", before.name(), after.name());
                let saying = Saying::new("why-offer").with("n", distance).with("one", Value::Word(before.name()));
                refused(why, saying.with("other", Value::Word(after.name())))
            }
            (Some(mv), Some(sold)) if sold != mv.sold() => {
                let saying = Saying::new("why-sold").with("kept", Value::Word(kept.name()));
                let why = format!("who keeps {} there sells {}", kept.name(), mv.sold().name());
                refused(why, saying.with("sold", Value::Word(mv.sold().name())))
            }
            (Some(mv), _) => Ok(*mv),
        }
    }

    fn move_text(&self, mv: Trade, _: Style) -> String {
        format!("{}{}{}", mv.distance(), mv.kept().letter(), mv.sold().letter())
    }

    fn show(&self, last: Option<Trade>, view: &View) -> String {
        people::show(self, last, view)
    }

    fn effects(&self, mv: Trade) -> Vec<Saying> {
        people::effects(self, mv)
    }

    fn reasons(&self, mv: Trade) -> Vec<Saying> {
        people::reasons(self, mv)
    }

    fn picture(&self, last: Option<Trade>) -> Picture {
        picture::picture(self, last)
    }

    fn draw(&self) -> String {
        let mut lines = self.circle();
        lines.push(table_row("", Good::all().map(|good| good.name().to_owned()), "points"));
        lines.push(table_row("price", self.prices.iter().map(ToString::to_string), ""));
        lines.push(table_row("in stacks", self.left().iter().map(ToString::to_string), ""));
        for seat in Seat::all(self.seats()) {
            let name = format!("{} {}", self.seat_name(seat), if seat == self.turn() { "*" } else { "" });
            let kept = self.reserves[seat.index()].iter().map(ToString::to_string);
            lines.push(table_row(&name, kept, &self.points()[seat.index()].to_string()));
        }
        lines.push(format!("* {}", if self.is_over() { "would be next; the game is over" } else { "to move" }));
        lines.join("\n")
    }

    /// The prices by the names of the goods, and what is left in the circle.
    fn facts(&self) -> Vec<(&'static str, i32)> {
        let prices = Good::all().map(|good| (good.name(), i32::from(self.prices[good.index()])));
        let tokens: i32 = self.left().iter().map(|&left| i32::from(left)).sum();
        let stacks = i32::try_from(self.stacks().len()).unwrap_or(0);
        let trader = i32::from(self.trader) + 1;
        prices.chain([("stacks", stacks), ("tokens", tokens), ("trader", trader)]).collect()
    }

    fn holdings(&self, seat: Seat) -> Vec<(&'static str, i32)> {
        vec![("tokens", self.reserves[seat.index()].iter().map(|&kept| i32::from(kept)).sum())]
    }
}

impl Chicago {
    /// A seat's tokens in the fixed order.
    fn reserve_text(&self, seat: Seat) -> String {
        let kept = self.reserves[seat.index()];
        let text: String =
            Good::all().flat_map(|good| std::iter::repeat_n(good.letter(), usize::from(kept[good.index()]))).collect();
        if text.is_empty() { "-".to_owned() } else { text }
    }

    /// The stacks in a ring of two rows, clockwise from the top left, each with its tokens from the top down.
    fn circle(&self) -> Vec<String> {
        let cells: Vec<String> = self
            .stacks()
            .iter()
            .enumerate()
            .map(|(index, stack)| {
                let tokens: String = stack.tokens().map(Good::letter).collect();
                let text = format!("{}:{tokens}", index + 1);
                if index == usize::from(self.trader) { format!("[{text}]") } else { format!(" {text} ") }
            })
            .collect();
        let row = |cells: &mut dyn Iterator<Item = &String>| {
            let row = cells.fold(String::new(), |row, cell| format!("{row}{cell:<12}"));
            row.trim_end().to_owned()
        };
        let (top, bottom) = cells.split_at(cells.len().div_ceil(2));
        let top = row(&mut top.iter());
        let indent = if cells.len().is_multiple_of(2) { "" } else { "      " };
        let bottom = format!("{indent}{}", row(&mut bottom.iter().rev()));
        let width = top.len().max(bottom.len());
        vec![
            format!("  .-> {top:<width$} ->-."),
            format!("  |   {:<width$}    |", ""),
            format!("  '-<-{bottom:<width$} <--'"),
            "top token first, [n:...] is the trader's stack, moves go clockwise".to_owned(),
        ]
    }
}

/// One line of the table under the circle.
fn table_row(name: &str, cells: impl Iterator<Item = String>, last: &str) -> String {
    let cells = cells.fold(String::new(), |row, cell| format!("{row}{cell:>8}"));
    format!("{name:<10}{cells}{last:>8}").trim_end().to_owned()
}
