//! A slow twin of the rules of Quoridor: lists of squares, breadth-first search with a queue, every rule written out, no
//! regard for speed. It shares no code with the engine and knows positions and moves only as texts.

use std::collections::VecDeque;

/// Column and row, counted from 0.
type Square = (i32, i32);

const STEPS: [Square; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// A position as its text lists it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Twin {
    horizontal: Vec<Square>,
    vertical: Vec<Square>,
    pawns: Vec<Square>,
    hands: Vec<i32>,
    turn: usize,
    sidestep: bool,
}

impl Twin {
    /// Reads a position text that is known to be right.
    pub(crate) fn new(text: &str, sidestep: bool) -> Self {
        let fields: Vec<&str> = text.split('/').map(str::trim).collect();
        let squares = |list: &str| -> Vec<Square> {
            let letters: Vec<char> = list.chars().filter(|letter| *letter != '-' && *letter != ' ').collect();
            letters.chunks(2).map(|pair| (pair[0] as i32 - 'a' as i32, pair[1] as i32 - '1' as i32)).collect()
        };
        Self {
            horizontal: squares(fields[0]),
            vertical: squares(fields[1]),
            pawns: squares(fields[2]),
            hands: fields[3].split_whitespace().map(|count| count.parse().unwrap()).collect(),
            turn: fields[4].parse::<usize>().unwrap() - 1,
            sidestep,
        }
    }

    /// The position text.
    pub(crate) fn text(&self) -> String {
        let walls = |squares: &[Square]| {
            let mut names: Vec<String> = squares.iter().map(|&square| name(square)).collect();
            names.sort();
            if names.is_empty() { "-".to_owned() } else { names.concat() }
        };
        let pawns: Vec<String> = self.pawns.iter().map(|&pawn| name(pawn)).collect();
        let hands: Vec<String> = self.hands.iter().map(ToString::to_string).collect();
        let (horizontal, vertical) = (walls(&self.horizontal), walls(&self.vertical));
        format!("{horizontal} / {vertical} / {} / {} / {}", pawns.join(" "), hands.join(" "), self.turn + 1)
    }

    /// The seat that stands on its goal line.
    pub(crate) fn winner(&self) -> Option<usize> {
        (0..self.pawns.len()).find(|&seat| self.is_goal(seat, self.pawns[seat]))
    }

    /// The length of a shortest way of a seat to its goal, other pawns disregarded.
    pub(crate) fn distance(&self, seat: usize) -> Option<usize> {
        let mut distances = [[None; 9]; 9];
        let mut queue = VecDeque::from([(self.pawns[seat], 0)]);
        while let Some(((column, row), so_far)) = queue.pop_front() {
            let known = &mut distances[usize::try_from(row).unwrap()][usize::try_from(column).unwrap()];
            if known.is_some() {
                continue;
            }
            *known = Some(so_far);
            if self.is_goal(seat, (column, row)) {
                return Some(so_far);
            }
            let around = STEPS.iter().filter_map(|&step| self.open_neighbour((column, row), step));
            queue.extend(around.map(|next| (next, so_far + 1)));
        }
        None
    }

    /// The legal moves with the positions they lead to, in listing order.
    pub(crate) fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        if self.winner().is_some() {
            return moves;
        }
        let mut steps = self.steps();
        steps.sort_by_key(|&(column, row)| (row, column));
        steps.dedup();
        for square in steps {
            let mut next = self.passed();
            next.pawns[self.turn] = square;
            moves.push((name(square), next));
        }
        for letter in ["h", "v"] {
            for anchor in (0..8).flat_map(|row| (0..8).map(move |column| (column, row))) {
                if self.hands[self.turn] > 0 && self.has_room(anchor, letter) {
                    let mut next = self.passed();
                    next.hands[self.turn] -= 1;
                    if letter == "h" {
                        next.horizontal.push(anchor);
                    } else {
                        next.vertical.push(anchor);
                    }
                    if (0..self.pawns.len()).all(|seat| next.distance(seat).is_some()) {
                        moves.push((format!("{}{letter}", name(anchor)), next));
                    }
                }
            }
        }
        if moves.is_empty() {
            moves.push(("pass".to_owned(), self.passed()));
        }
        moves
    }

    /// The same with the next seat to move.
    fn passed(&self) -> Self {
        Self { turn: (self.turn + 1) % self.pawns.len(), ..self.clone() }
    }

    fn is_goal(&self, seat: usize, (column, row): Square) -> bool {
        match (self.pawns.len(), seat) {
            (_, 0) => row == 8,
            (2, 1) | (4, 2) => row == 0,
            (4, 1) => column == 8,
            _ => column == 0,
        }
    }

    /// The square one step on, if it is on the board and no wall is between.
    fn open_neighbour(&self, (column, row): Square, (right, up): Square) -> Option<Square> {
        let next = (column + right, row + up);
        if !(0..9).contains(&next.0) || !(0..9).contains(&next.1) {
            return None;
        }
        let is_walled = if up == 0 {
            let left = column.min(next.0);
            self.vertical.contains(&(left, row)) || self.vertical.contains(&(left, row - 1))
        } else {
            let low = row.min(next.1);
            self.horizontal.contains(&(column, low)) || self.horizontal.contains(&(column - 1, low))
        };
        (!is_walled).then_some(next)
    }

    fn steps(&self) -> Vec<Square> {
        let pawn = self.pawns[self.turn];
        let is_taken = |square: &Square| self.pawns.contains(square);
        let mut steps = Vec::new();
        for step in STEPS {
            let Some(next) = self.open_neighbour(pawn, step) else { continue };
            if !is_taken(&next) {
                steps.push(next);
                continue;
            }
            let behind = self.open_neighbour(next, step);
            let may_sidestep = match behind {
                Some(square) if !is_taken(&square) => {
                    steps.push(square);
                    false
                }
                Some(_) => self.sidestep,
                None => true,
            };
            if may_sidestep {
                let aside = STEPS.into_iter().filter(|other| other.0 * step.0 + other.1 * step.1 == 0);
                steps.extend(aside.filter_map(|aside| self.open_neighbour(next, aside)).filter(|it| !is_taken(it)));
            }
        }
        steps
    }

    fn has_room(&self, (column, row): Square, letter: &str) -> bool {
        let (along, across, step) = if letter == "h" {
            (&self.horizontal, &self.vertical, (1, 0))
        } else {
            (&self.vertical, &self.horizontal, (0, 1))
        };
        let shifted = |times: i32| (column + times * step.0, row + times * step.1);
        !across.contains(&(column, row)) && (-1..=1).all(|times| !along.contains(&shifted(times)))
    }
}

fn name((column, row): Square) -> String {
    format!("{}{}", char::from(b'a' + u8::try_from(column).unwrap()), row + 1)
}
