//! The texts of the game: cells and walls as moves, positions of five fields, a board for people.

use super::grid::{Cell, Cells, Direction, SIDE, cells};
use super::people;
use super::picture;
use super::position::{Action, Quoridor, Rules, ThirdPawn};
use super::setup::{self, square, why_no_room};
use crate::game::{MoveList, Notation, Position, Seat, Style, TextError};
use crate::option::{Settings, quoted};
use crate::picture::Picture;
use crate::telling::{Saying, View};

/// The seats' colours, with the letters of their pawns.
pub(super) const COLOURS: [(&str, char); 4] = [("blue", 'B'), ("red", 'R'), ("green", 'G'), ("yellow", 'Y')];

impl<const SEATS: usize> Notation for Quoridor<SEATS> {
    fn rules(settings: &Settings) -> Result<Rules, TextError> {
        let max_plies = settings.number("MaxPlies");
        let max_plies = u16::try_from(max_plies).ok().filter(|&plies| plies > 0);
        Ok(Rules {
            third_pawn: if settings.text("ThirdPawn") == "sidestep" { ThirdPawn::Sidestep } else { ThirdPawn::Blocks },
            max_plies: max_plies.ok_or_else(|| TextError::new("MaxPlies must be at least 1"))?,
        })
    }

    fn parse(text: &str, rules: &Rules) -> Result<Self, TextError> {
        setup::parse(text, *rules)
    }

    fn text(&self, _: Style) -> String {
        let list = |set: Cells| if set == 0 { "-".to_owned() } else { listed(set) };
        let pawns: Vec<String> = self.pawns.iter().map(ToString::to_string).collect();
        let hands: Vec<String> = self.hands.iter().map(ToString::to_string).collect();
        let (horizontal, vertical) = (list(self.walls.horizontal), list(self.walls.vertical));
        format!("{horizontal} / {vertical} / {} / {} / {}", pawns.join(" "), hands.join(" "), self.turn())
    }

    fn parse_move(&self, word: &str) -> Result<Action, TextError> {
        let mv = named(word).ok_or_else(|| {
            TextError::new(format!(
                "{} is no move: expected a cell such as e2, a wall such as e3h or e3v, or pass",
                quoted(word)
            ))
            .says(Saying::new("why-move"))
        })?;
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        if moves.contains(&mv) {
            return Ok(mv);
        }
        Err(self.why_not(mv).within(|reason| format!("no move {} is possible: {reason}", quoted(word))))
    }

    fn move_text(&self, mv: Action, _: Style) -> String {
        match mv {
            Action::Step(cell) => cell.to_string(),
            Action::Horizontal(anchor) => format!("{anchor}h"),
            Action::Vertical(anchor) => format!("{anchor}v"),
            Action::Pass => "pass".to_owned(),
        }
    }

    fn show(&self, last: Option<Action>, view: &View) -> String {
        people::show(self, last, view)
    }

    fn effects(&self, mv: Action) -> Vec<Saying> {
        people::effects(self, mv)
    }

    fn picture(&self, last: Option<Action>) -> Picture {
        picture::picture(self, last)
    }

    fn draw(&self) -> String {
        let header = ('a'..='i').fold("  ".to_owned(), |line, column| format!("{line}  {column} "));
        let border = format!("  +{}+", ["---"; SIDE].join("-"));
        let mut lines = vec![header.trim_end().to_owned(), border.clone()];
        for row in (0..SIDE).rev() {
            lines.push(self.drawn_row(row));
            if row > 0 {
                lines.push(self.drawn_gap(row - 1));
            }
        }
        lines.extend([border, header.trim_end().to_owned()]);
        for seat in Seat::all(SEATS) {
            let (_, letter) = COLOURS[seat.index()];
            let walls = self.hands[seat.index()];
            let plural = if walls == 1 { "wall" } else { "walls" };
            let mark = if seat == self.turn() { " *" } else { "" };
            let goal = ["up", "right", "down", "left"][if SEATS == 2 { 2 * seat.index() } else { seat.index() }];
            lines.push(format!("{letter} {} goes {goal}, {walls} {plural} in hand{mark}", self.seat_name(seat)));
        }
        lines.join("\n")
    }

    fn facts(&self) -> Vec<(&'static str, i32)> {
        let walls = self.walls.horizontal.count_ones() + self.walls.vertical.count_ones();
        vec![("walls", i32::try_from(walls).unwrap_or(0))]
    }

    /// Walls in hand, and the steps of a shortest way to the goal.
    fn holdings(&self, seat: Seat) -> Vec<(&'static str, i32)> {
        let pawn = self.pawns[seat.index()].set();
        let steps = self.walls.ways().distance(pawn, Self::goal(seat.index())).unwrap_or(0);
        vec![("walls", i32::from(self.hands[seat.index()])), ("steps", i32::try_from(steps).unwrap_or(0))]
    }

    fn seat_name(&self, seat: Seat) -> String {
        format!("seat {seat} ({})", COLOURS[seat.index()].0)
    }
}

/// Cells sorted by column, then row, without separators.
fn listed(set: Cells) -> String {
    let mut sorted: Vec<Cell> = cells(set).collect();
    sorted.sort_by_key(|cell| (cell.column(), cell.row()));
    sorted.iter().map(ToString::to_string).collect()
}

/// The turn a word stands for, be it legal or not.
fn named(word: &str) -> Option<Action> {
    let letters: Vec<char> = word.chars().map(|letter| letter.to_ascii_lowercase()).collect();
    match letters[..] {
        ['p', 'a', 's', 's'] => Some(Action::Pass),
        [column, row] => square(&[column, row]).map(Action::Step),
        [column, row, 'h'] => square(&[column, row]).map(Action::Horizontal),
        [column, row, 'v'] => square(&[column, row]).map(Action::Vertical),
        _ => None,
    }
}

impl<const SEATS: usize> Quoridor<SEATS> {
    /// Why a turn is not legal, for people.
    fn why_not(&self, mv: Action) -> TextError {
        if self.winner().is_some() {
            return TextError::new("the game is over").says(Saying::new("why-over"));
        }
        match mv {
            Action::Step(cell) if self.crowd() & cell.set() != 0 => {
                let saying = Saying::new("why-pawn").with("cell", cell.to_string());
                TextError::new(format!("a pawn stands on {cell}")).says(saying)
            }
            Action::Step(_) => {
                let reach: Vec<String> = cells(self.steps()).map(|cell| cell.to_string()).collect();
                let pawn = self.pawns[self.turn().index()];
                if reach.is_empty() {
                    let text = format!("from {pawn} the pawn cannot go anywhere");
                    return TextError::new(text).says(Saying::new("why-stuck").with("cell", pawn.to_string()));
                }
                let reach = reach.join(" ");
                let saying = Saying::new("why-reach").with("cell", pawn.to_string()).with("cells", reach.clone());
                TextError::new(format!("from {pawn} the pawn reaches {reach}")).says(saying)
            }
            Action::Horizontal(anchor) => self.why_no_wall(mv, anchor, 'h'),
            Action::Vertical(anchor) => self.why_no_wall(mv, anchor, 'v'),
            Action::Pass => TextError::new("who can move must move").says(Saying::new("why-pass")),
        }
    }

    fn why_no_wall(&self, mv: Action, anchor: Cell, letter: char) -> TextError {
        if let Some(reason) = why_no_room(&self.walls, anchor, letter) {
            return reason;
        }
        if self.hands[self.turn().index()] == 0 {
            let saying = Saying::new("why-none").with("seat", self.turn());
            return TextError::new(format!("{} has no walls left", self.seat_name(self.turn()))).says(saying);
        }
        let ways = self.walls.or(&mv.wall()).ways();
        let is_cut = |seat: &Seat| !ways.connect(self.pawns[seat.index()].set(), Self::goal(seat.index()));
        let cut: Vec<Seat> = Seat::all(SEATS).filter(is_cut).collect();
        let names: Vec<String> = cut.iter().map(|&seat| self.seat_name(seat)).collect();
        let saying = Saying::new("why-cut").with("seat", cut.first().copied().unwrap_or(self.turn()));
        TextError::new(format!("it would leave {} no way to the goal", names.join(" and "))).says(saying)
    }

    fn drawn_row(&self, row: usize) -> String {
        let ways = self.walls.ways();
        let mut line = format!("{} |", row + 1);
        for column in 0..SIDE {
            let Some(cell) = Cell::new(column, row) else { continue };
            let pawn = self.pawns.iter().position(|&pawn| pawn == cell).map_or('.', |seat| COLOURS[seat].1);
            let is_open = ways.step(cell.set(), Direction::East) != 0;
            let edge = if column == SIDE - 1 {
                '|'
            } else if is_open {
                ' '
            } else {
                '#'
            };
            line.extend([' ', pawn, ' ', edge]);
        }
        format!("{line} {}", row + 1)
    }

    /// The line between a row and the one above: walls, and a mark where four cells meet.
    fn drawn_gap(&self, row: usize) -> String {
        let ways = self.walls.ways();
        let mut line = "  |".to_owned();
        for column in 0..SIDE {
            let Some(cell) = Cell::new(column, row) else { continue };
            let is_open = ways.step(cell.set(), Direction::North) != 0;
            line.push_str(if is_open { "   " } else { "===" });
            line.push(if column == SIDE - 1 {
                '|'
            } else if self.walls.horizontal & cell.set() != 0 {
                '='
            } else if self.walls.vertical & cell.set() != 0 {
                '#'
            } else {
                '+'
            });
        }
        line
    }
}
