//! A slow twin of the rules of Chicago Stock Exchange: plain vectors of letters, every rule written out, no regard for
//! speed. It shares no code with the engine and knows positions and moves only as texts.

const LETTERS: &str = "WRCFSM";

/// A position as its text lists it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Twin {
    stacks: Vec<Vec<char>>,
    trader: usize,
    prices: Vec<i32>,
    reserves: Vec<Vec<char>>,
    turn: usize,
    expert: bool,
}

impl Twin {
    /// Reads a position text that is known to be right.
    pub(super) fn new(text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        let letters = |word: &str| word.chars().filter(|letter| *letter != '-').collect::<Vec<char>>();
        Self {
            stacks: words[0].split('/').map(letters).collect(),
            trader: words[1].parse::<usize>().unwrap() - 1,
            prices: words[2].chars().map(|digit| digit.to_digit(10).unwrap().cast_signed()).collect(),
            reserves: words[3].split('/').map(letters).collect(),
            turn: words[4].parse::<usize>().unwrap() - 1,
            expert: words.get(5) == Some(&"movement=expert"),
        }
    }

    /// The position text.
    pub(super) fn text(&self) -> String {
        let stacks: Vec<String> = self.stacks.iter().map(|stack| stack.iter().collect()).collect();
        let prices: String = self.prices.iter().map(i32::to_string).collect();
        let reserve = |tokens: &Vec<char>| {
            let mut tokens = tokens.clone();
            tokens.sort_by_key(|token| LETTERS.find(*token));
            if tokens.is_empty() { "-".to_owned() } else { tokens.iter().collect() }
        };
        let reserves: Vec<String> = self.reserves.iter().map(reserve).collect();
        let variant = if self.expert { " movement=expert" } else { "" };
        let (trader, turn) = (self.trader + 1, self.turn + 1);
        format!("{} {trader} {prices} {} {turn}{variant}", stacks.join("/"), reserves.join("/"))
    }

    /// Whether two stacks or fewer are left.
    pub(super) fn is_over(&self) -> bool {
        self.stacks.len() <= 2
    }

    /// The index of the seat to move.
    pub(super) fn turn(&self) -> usize {
        self.turn
    }

    /// What every seat's tokens are worth at the prices of now.
    pub(super) fn scores(&self) -> Vec<i32> {
        let price = |token: &char| self.prices[LETTERS.find(*token).unwrap()];
        self.reserves.iter().map(|tokens| tokens.iter().map(price).sum()).collect()
    }

    /// The legal moves with the positions they lead to, in listing order.
    pub(super) fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        if self.is_over() {
            return moves;
        }
        for distance in 1..=self.farthest() {
            let landing = self.step(self.trader, distance);
            let before = (landing + self.stacks.len() - 1) % self.stacks.len();
            let after = self.step(landing, 1);
            let (first, second) = (self.stacks[before][0], self.stacks[after][0]);
            let mut choices = vec![(first, second)];
            if first != second {
                choices.push((second, first));
            }
            for (kept, sold) in choices {
                moves.push((format!("{distance}{kept}{sold}"), self.traded(landing, [before, after], kept, sold)));
            }
        }
        moves
    }

    /// The best final lead of the seat to move over the other of two seats: plain minimax, every line to its end.
    pub(super) fn minimax(&self) -> i32 {
        if self.is_over() {
            let scores = self.scores();
            return scores[self.turn] - scores[1 - self.turn];
        }
        self.moves().iter().map(|(_, next)| -next.minimax()).max().unwrap()
    }

    fn step(&self, from: usize, distance: usize) -> usize {
        (from + distance) % self.stacks.len()
    }

    fn farthest(&self) -> usize {
        if !self.expert {
            return 3;
        }
        let left = self.stacks[self.trader][0];
        let mut distance = 1;
        while self.stacks[self.step(self.trader, distance)][0] != left {
            distance += 1;
        }
        distance
    }

    fn traded(&self, landing: usize, taken: [usize; 2], kept: char, sold: char) -> Self {
        let mut next = self.clone();
        for stack in taken {
            next.stacks[stack].remove(0);
        }
        next.reserves[self.turn].push(kept);
        next.prices[LETTERS.find(sold).unwrap()] -= 1;
        next.trader = next.stacks[..landing].iter().filter(|stack| !stack.is_empty()).count();
        next.stacks.retain(|stack| !stack.is_empty());
        next.turn = (self.turn + 1) % self.reserves.len();
        next
    }
}
