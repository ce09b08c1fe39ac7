//! What the engine says unasked while it thinks, as lines.

use std::time::Duration;

use crate::score::{Bound, Proven, Score};

/// Which of the two protocols the client has chosen by its first handshake word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// No handshake yet; answers are as under UGI.
    #[default]
    Plain,
    /// The Universal Game Interface.
    Ugi,
    /// The Universal Chess Interface.
    Uci,
}

/// What a search reports, its moves already written out.
#[derive(Clone, Debug)]
pub struct Info {
    /// Finished depth.
    pub depth: u32,
    /// Deepest ply visited.
    pub seldepth: u32,
    /// Rank of the line, from 1.
    pub multipv: usize,
    /// Value for the seat to move.
    pub score: Score,
    /// Whether the value is a bound only.
    pub bound: Bound,
    /// Visited nodes.
    pub nodes: u64,
    /// Positions answered by exact knowledge.
    pub tbhits: u64,
    /// Permill of the table in use.
    pub hashfull: u32,
    /// Time since the search began.
    pub elapsed: Duration,
    /// The expected line of play, as printed.
    pub pv: String,
    /// Values for every seat, from searches that have them.
    pub scores: Vec<Score>,
    /// What is certain about the result.
    pub proven: Option<Proven>,
    /// The exact value in the game's own unit.
    pub exact: Option<i32>,
    /// Seats at the board.
    pub seats: u32,
}

impl Info {
    /// The lines a client reads; the last one carries the score.
    #[must_use]
    pub fn lines(&self, dialect: Dialect) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.scores.is_empty() {
            let scores: Vec<String> = self.scores.iter().map(|score| score.value().to_string()).collect();
            lines.push(format!("info string scores {}", scores.join(" ")));
        }
        if self.multipv == 1 {
            if let Some(proven) = self.proven {
                lines.push(format!("info string proven {}", self.proven_words(proven)));
            }
            if let Some(exact) = self.exact {
                lines.push(format!("info string exact {exact}"));
            }
        }
        let bound = match self.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let millis = self.elapsed.as_millis();
        let nps = u128::from(self.nodes) * 1_000_000 / self.elapsed.as_micros().max(1);
        let pv = if self.pv.is_empty() { String::new() } else { format!(" pv {}", self.pv) };
        lines.push(format!(
            "info depth {} seldepth {} multipv {} score {}{bound} nodes {} nps {nps} hashfull {} tbhits {} time {millis}{pv}",
            self.depth,
            self.seldepth,
            self.multipv,
            self.score_words(dialect),
            self.nodes,
            self.hashfull,
            self.tbhits,
        ));
        lines
    }

    fn score_words(&self, dialect: Dialect) -> String {
        match self.score.plies_to_end() {
            None => format!("cp {}", self.score.value()),
            Some(plies) if dialect == Dialect::Uci => {
                let moves = plies.unsigned_abs().div_ceil(self.seats).cast_signed();
                format!("mate {}", moves * plies.signum())
            }
            Some(plies) => format!("mate {plies}"),
        }
    }

    fn proven_words(&self, proven: Proven) -> String {
        let word = proven.word();
        match self.score.plies_to_end() {
            Some(plies) => format!("{word} in {} {}", plies.abs(), if plies.abs() == 1 { "ply" } else { "plies" }),
            None => word.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(score: Score) -> Info {
        Info {
            depth: 5,
            seldepth: 7,
            multipv: 1,
            score,
            bound: Bound::Exact,
            nodes: 1000,
            tbhits: 0,
            hashfull: 1,
            elapsed: Duration::from_millis(2),
            pv: "4 4".to_owned(),
            scores: Vec::new(),
            proven: None,
            exact: None,
            seats: 2,
        }
    }

    #[test]
    fn distances_are_plies_in_ugi_and_moves_in_uci() {
        let words = |score, dialect| info(score).score_words(dialect);
        assert_eq!(words(Score::win_in(5), Dialect::Ugi), "mate 5");
        assert_eq!(words(Score::win_in(5), Dialect::Uci), "mate 3");
        assert_eq!(words(Score::loss_in(4), Dialect::Uci), "mate -2");
        assert_eq!(words(Score::loss_in(0), Dialect::Uci), "mate 0");
        assert_eq!(words(Score::cp(-37), Dialect::Uci), "cp -37");
    }

    #[test]
    fn the_line_with_the_score_comes_last() {
        let mut info = info(Score::win_in(3));
        info.proven = Some(Proven::Win);
        info.exact = Some(18);
        let lines = info.lines(Dialect::Plain);
        assert_eq!(lines[0], "info string proven win in 3 plies");
        assert_eq!(lines[1], "info string exact 18");
        assert_eq!(
            lines[2],
            "info depth 5 seldepth 7 multipv 1 score mate 3 nodes 1000 nps 500000 hashfull 1 tbhits 0 time 2 pv 4 4"
        );
    }
}
