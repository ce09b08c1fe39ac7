#!/usr/bin/env python3
"""Play a match between engines in any game, with two to four seats.

Every opening is drawn at random from the seed and played once in each rotation of the seats, so that
no engine gains from where it sits. A judge, our own binary, keeps the position: an illegal move, a
crash or a timeout loses the game for that seat, with the reason told.

An engine is a command line in quotes. The word `self` stands for our binary; NAME=VALUE words after
it set options. The environment variable LUDION names another binary than target/release/ludion.
Examples:

  match.py --game connect4 --engine self --engine "self Search=classic" --movetime 50
  match.py --game quoridor4 --engine self --engine "self Search=greedy" --nodes 20000 --games 40
  match.py --game chicago --seats 3 --setup --engine self --engine "self Search=random" --depth 4
  match.py --game oware --engine self --engine "python3 my_engine.py" --time 1000 --inc 10
"""

import argparse
import json
import math
import random
import shlex
import signal
import sys
import time

from engine import Engine, EngineError, find_ludion, table

LATE = 0.010  # seconds past the move time that count as an overrun


class Forfeit(Exception):
    """A seat has lost by its own fault."""


class Player:
    """An engine of the match and what it has achieved."""

    def __init__(self, text):
        self.name, self.options = text, []
        self.command = shlex.split(text)
        if self.command[:1] == ["self"]:
            options = [word for word in self.command[1:] if "=" in word]
            self.command = [find_ludion()] + [word for word in self.command[1:] if "=" not in word]
            self.options = ["setoption name {} value {}".format(*option.split("=", 1)) for option in options]
        if not self.command:
            raise EngineError("an engine needs a command")
        self.shares, self.margins = [], []  # one number for each game and seat
        self.forfeits = self.late = 0
        self.worst = -math.inf  # seconds past the move time

    def summary(self):
        """Returns the figures for the table and the JSON line."""
        score, score_error = mean_and_error(self.shares)
        margin, margin_error = mean_and_error(self.margins)
        wins, losses = self.shares.count(1), self.shares.count(0)
        return {"engine": self.name, "games": len(self.shares), "wins": wins,
                "draws": len(self.shares) - wins - losses, "losses": losses, "forfeits": self.forfeits,
                "score %": round(100 * score, 2), "score +-": round(100 * score_error, 2),
                "margin": round(margin, 3), "margin +-": round(margin_error, 3),
                "late": self.late, "worst ms": round(1000 * self.worst, 1) if self.worst > -math.inf else None}


def mean_and_error(values):
    """Returns the mean and its 95 % error, 1.96 standard errors."""
    n = len(values)
    mean = sum(values) / n if n else 0.0
    variance = sum((value - mean) ** 2 for value in values) / (n - 1) if n > 1 else 0.0
    return mean, 1.96 * math.sqrt(variance / n) if n else 0.0


class Match:
    """The judge, the players and one running process for each chair."""

    def __init__(self, args):
        self.args = args
        self.players = [Player(text) for text in args.engine]
        self.rules = [f"setoption name Game value {args.game}"] if args.game else []
        self.rules += ["setoption name {} value {}".format(*rule.split("=", 1)) for rule in args.rule]
        self.judge = Engine([find_ludion()])
        self.judge.ask(*self.rules)
        if args.seats and self.judge.ask("query players") != [str(args.seats)]:
            self.rules.append(f"setoption name Players value {args.seats}")
            self.judge.ask(self.rules[-1])
        self.seats = int(self.judge.ask("query players")[0])
        if len(self.players) > self.seats:
            raise EngineError(f"{len(self.players)} engines, but only {self.seats} seats")
        # The last engine fills the chairs that are left; each chair has a process of its own.
        self.chairs = self.players + self.players[-1:] * (self.seats - len(self.players))
        self.engines = [None] * self.seats

    def engine(self, chair):
        """Returns the running process of a chair, started anew if it is gone."""
        if self.engines[chair] is None:
            player = self.chairs[chair]
            engine = self.engines[chair] = Engine(player.command)
            engine.handshake()
            engine.send(*self.rules, *player.options, "isready")
            for line in engine.until("readyok"):
                if line.startswith("info string error"):
                    print(f"{player.name}: {line}", file=sys.stderr)
        return self.engines[chair]

    def opening(self, number):
        """Sets up an opening; the same number gives the same start and moves."""
        rng = random.Random(f"{self.args.seed} opening {number}")
        for _ in range(1000):
            start = "startpos"
            if self.args.setup:
                start = "fen " + self.judge.ask(f"position random {rng.randrange(1, 2**31)}", "query fen")[0]
            legal = self.judge.ask("position " + start, "list")[0].split()
            moves = []
            while legal and len(moves) < self.args.openings:
                moves.append(rng.choice(legal))
                legal = self.judge.ask("play " + moves[-1], "list")[0].split()
            if legal:
                return start, moves
        raise EngineError(f"no game lasts {self.args.openings} random plies: choose fewer --openings")

    def think(self, chair, seat, position, clocks):
        """Returns the move of one engine, and counts its time."""
        args, engine, player = self.args, self.engine(chair), self.chairs[chair]
        limits = [f"{name} {getattr(args, name)}" for name in ("movetime", "nodes", "depth") if getattr(args, name)]
        if args.time:
            limits += [f"p{i}time {max(1, int(1000 * clock))} p{i}inc {args.inc}" for i, clock in enumerate(clocks, 1)]
        began = time.perf_counter()
        engine.send(position, " ".join(["go", *limits]))
        words = engine.until("bestmove", clocks[seat] if args.time else args.timeout)[-1].split()
        used = engine.moment - began
        if args.movetime:
            player.late += used - args.movetime / 1000 > LATE
            player.worst = max(player.worst, used - args.movetime / 1000)
        if args.time and used > clocks[seat]:
            raise Forfeit("out of time")
        clocks[seat] += args.inc / 1000 - used
        return words[1] if len(words) > 1 else "(none)"

    def legal(self, move):
        """Asks the judge about a move; a text that it cannot read is no move."""
        try:
            return self.judge.ask(f"query islegal {move}") == ["true"]
        except EngineError:
            return False

    def play(self, number):
        """Plays one game and books it."""
        start, moves = self.opening(number // self.seats)
        chairs = [(seat + number) % self.seats for seat in range(self.seats)]  # who sits where
        clocks = [(self.args.time or 0) / 1000] * self.seats
        rng = random.Random(f"{self.args.seed} game {number}")
        seat = 0
        try:
            for seat, chair in enumerate(chairs):
                engine = self.engine(chair)
                engine.send(f"setoption name Seed value {rng.randrange(1, 2**31)}", "uginewgame", "isready")
                engine.until("readyok")
            while self.judge.ask("query gameover") == ["false"]:
                seat = int(self.judge.ask("query turn")[0]) - 1
                position = " ".join(["position", start] + (["moves", *moves] if moves else []))
                move = self.think(chairs[seat], seat, position, clocks)
                if not self.legal(move):
                    raise Forfeit(f"illegal move {move} after: {position}")
                self.judge.ask("play " + move)
                moves.append(move)
            ranks, scores = (self.judge.ask(f"query {word}")[0].split() for word in ("ranks", "scores"))
            scores = [int(score) for score in scores]
            shares = [(rank == "1") / ranks.count("1") for rank in ranks]
            for chair, own, others in zip(chairs, scores, (scores[:i] + scores[i + 1:] for i in range(self.seats))):
                self.chairs[chair].margins.append(own - max(others))
        except (Forfeit, EngineError) as reason:
            if self.judge.process.poll() is not None:
                raise EngineError(f"the judge failed in game {number + 1}") from None
            player = self.chairs[chairs[seat]]
            player.forfeits += 1
            print(f"game {number + 1}: {player.name} (seat {seat + 1}) loses: {reason}", file=sys.stderr)
            if self.engines[chairs[seat]]:
                self.engines[chairs[seat]].close()
                self.engines[chairs[seat]] = None
            shares = [0 if other == seat else 1 / (self.seats - 1) for other in range(self.seats)]
        for chair, share in zip(chairs, shares):
            self.chairs[chair].shares.append(share)

    def report(self):
        """Prints the table, and the JSON line if wanted."""
        summaries = [player.summary() for player in self.players]
        print(table([list(summaries[0])] + [["-" if v is None else v for v in s.values()] for s in summaries]))
        if self.args.json:
            print(json.dumps({"game": self.args.game, "seats": self.seats, "engines": summaries}))


def parse_args():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="The table counts one result per game and seat: a win scores 100 %, a first place shared by k "
               "seats 1/k.\nMargin: points above the best other seat, games without forfeit. Errors (+-) are "
               "95 %. Late: answers more\nthan 10 ms past the move time; worst: the latest. Exit code: 0 "
               "complete, 1 interrupted or an engine failed,\n2 bad usage.")
    parser.add_argument("--game", help="game to play (default: that of the engines)")
    parser.add_argument("--engine", action="append", required=True, metavar="COMMAND",
                        help="an engine, once for each; with fewer engines than seats the last fills the rest")
    parser.add_argument("--games", type=int, default=100, help="games, rounded up to whole rotations (100)")
    parser.add_argument("--seats", type=int, choices=(2, 3, 4), help="seats, where the game leaves a choice")
    parser.add_argument("--rule", action="append", default=[], metavar="NAME=VALUE", help="rule option, for all")
    parser.add_argument("--openings", type=int, metavar="N", help="random plies to start with (4; 0 with --setup)")
    parser.add_argument("--setup", action="store_true", help="draw each set-up with `position random`")
    parser.add_argument("--seed", type=int, default=1, help="seed of all that is random (1)")
    parser.add_argument("--movetime", type=int, metavar="MS", help="milliseconds for each move")
    parser.add_argument("--nodes", type=int, metavar="N", help="nodes for each move")
    parser.add_argument("--depth", type=int, metavar="N", help="depth for each move")
    parser.add_argument("--time", type=int, metavar="MS", help="milliseconds on each clock at the start")
    parser.add_argument("--inc", type=int, default=0, metavar="MS", help="milliseconds added for each move (0)")
    parser.add_argument("--timeout", type=float, metavar="S",
                        help="seconds after which a move is a loss (move time + 2, else 60)")
    parser.add_argument("--json", action="store_true", help="print the figures as a line of JSON, too")
    args = parser.parse_args()
    if not (args.movetime or args.nodes or args.depth or args.time):
        parser.error("give a limit: --movetime, --nodes, --depth or --time")
    if any("=" not in rule for rule in args.rule):
        parser.error("--rule takes NAME=VALUE")
    if args.openings is None:
        args.openings = 0 if args.setup else 4
    if args.timeout is None:
        args.timeout = args.movetime / 1000 + 2 if args.movetime else 60
    return parser, args


def main():
    parser, args = parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        match = Match(args)
    except EngineError as error:
        parser.error(str(error))
    total = -(-args.games // match.seats) * match.seats
    failed = False
    try:
        for number in range(total):
            if sys.stderr.isatty():
                print(f"\rgame {number + 1} of {total} ", end="", file=sys.stderr)
            match.play(number)
    except (KeyboardInterrupt, EngineError) as error:
        print(str(error) or "interrupted", file=sys.stderr)
        failed = True
    if sys.stderr.isatty():
        print(file=sys.stderr)
    match.report()
    return int(failed or any(player.forfeits for player in match.players))


if __name__ == "__main__":
    sys.exit(main())
