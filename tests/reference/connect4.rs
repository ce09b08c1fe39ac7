//! Connect Four once more, slowly: a grid of cells and loops over it, to be compared with the bit boards.

/// A board of columns, each a pile of stones from the bottom up; a stone is the seat that dropped it, from 0.
#[derive(Clone, Debug)]
pub(crate) struct Twin {
    height: usize,
    columns: Vec<Vec<usize>>,
}

impl Twin {
    /// The empty board.
    pub(crate) fn new(width: usize, height: usize) -> Self {
        Self { height, columns: vec![Vec::new(); width] }
    }

    /// The columns that take a stone, from 1; none when the game is over.
    pub(crate) fn legal(&self) -> Vec<usize> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        (1..=self.columns.len()).filter(|column| self.columns[column - 1].len() < self.height).collect()
    }

    /// Drops a stone of the seat to move into a column, counted from 1.
    pub(crate) fn play(&mut self, column: usize) {
        let seat = self.turn();
        self.columns[column - 1].push(seat);
    }

    /// The winner, `None` within for a draw; nothing while the game goes on.
    pub(crate) fn outcome(&self) -> Option<Option<usize>> {
        for column in 0..self.columns.len() {
            for row in 0..self.height {
                for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    if let Some(seat) = self.four_from(column, row, right, up) {
                        return Some(Some(seat));
                    }
                }
            }
        }
        (self.stones() == self.columns.len() * self.height).then_some(None)
    }

    /// The position text.
    pub(crate) fn text(&self) -> String {
        let mut rows = Vec::new();
        for row in (0..self.height).rev() {
            let letters: String = (0..self.columns.len())
                .map(|column| match self.columns[column].get(row) {
                    Some(0) => 'x',
                    Some(_) => 'o',
                    None => '.',
                })
                .collect();
            rows.push(with_digits(&letters));
        }
        format!("{} {}", rows.join("/"), if self.turn() == 0 { "x" } else { "o" })
    }

    fn stones(&self) -> usize {
        self.columns.iter().map(Vec::len).sum()
    }

    fn turn(&self) -> usize {
        self.stones() % 2
    }

    /// The seat that owns all four cells in a direction.
    fn four_from(&self, column: usize, row: usize, right: isize, up: isize) -> Option<usize> {
        let stone = |step: isize| {
            let column = column.checked_add_signed(right * step)?;
            let row = row.checked_add_signed(up * step)?;
            self.columns.get(column)?.get(row).copied()
        };
        let seat = stone(0)?;
        (1..4).all(|step| stone(step) == Some(seat)).then_some(seat)
    }
}

/// Runs of dots as numbers.
fn with_digits(letters: &str) -> String {
    let mut text = String::new();
    let mut run = 0;
    for letter in letters.chars() {
        if letter == '.' {
            run += 1;
            continue;
        }
        if run > 0 {
            text += &run.to_string();
        }
        run = 0;
        text.push(letter);
    }
    if run > 0 {
        text += &run.to_string();
    }
    text
}
