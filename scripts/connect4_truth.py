#!/usr/bin/env python3
"""Hold the Connect Four player to the truth: how soon it answers exactly, and whether it keeps what is won.

  connect4_truth.py answers            random positions, the exact answer of each, timed (OwnBook on)
  connect4_truth.py games              games from random openings, every move of the player judged

Boards of 9x7, 7x9 and larger are not solved, so there is no truth to hold them to.

`answers` takes a new game for every position, and time without limit; the table tells how the times of
each ply are spread. `games` lets the player, with OwnBook and 1 s a move unless told, meet other players
by turns, from either seat. A judge without a book, and with all the time it needs, tells the exact score
before and after each move of the player: a move keeps the score or it does not. A game that was won
for the player at any of its moves and did not end so is a win thrown away.

The environment variable LUDION names another binary than target/release/ludion.
Exit code: 0, or 1 if a win was thrown away or an answer was not exact.
"""

import argparse
import math
import random
import sys
import time

from engine import Engine, EngineError, find_ludion, table

OPPONENTS = ("Search=pvs", "Search=classic", "Search=greedy", "Search=random", "Search=auto")
TRUTH = "depth 99"  # beyond the end of every game: exact, however long it takes
PATIENCE = 600.0  # seconds for one exact answer


def start(size, *options):
    """Returns a greeted engine for boards of this size, with these options."""
    engine = Engine([find_ludion()])
    engine.handshake()
    for option in (f"Game=connect4-{size}", *options):
        engine.ask("setoption name {} value {}".format(*option.split("=", 1)))
    return engine


def opening(engine, rng, plies):
    """Sets up an unfinished position after so many random moves; returns them."""
    for _ in range(1000):
        moves, legal = [], engine.ask("position startpos", "list")[0].split()
        while legal and len(moves) < plies:
            moves.append(rng.choice(legal))
            legal = engine.ask("play " + moves[-1], "list")[0].split()
        if legal:
            return moves
    raise EngineError(f"no game lasts {plies} random plies: choose fewer --plies")


def go(engine, moves, limits):
    """Sends `go` in the position after the moves; returns the move, the exact score if told, and the seconds."""
    engine.ask("position startpos" + (" moves " + " ".join(moves) if moves else ""))
    began = time.perf_counter()
    engine.send("go " + limits)
    lines = engine.until("bestmove", PATIENCE)
    exact = [int(line.split()[3]) for line in lines if line.startswith("info string exact")]
    return lines[-1].split()[1], exact[0] if exact else None, engine.moment - began


def show(done, of):
    """Tells on a terminal how far the work is."""
    if sys.stderr.isatty():
        print(f"\r{done} of {of}\x1b[K", end="\n" if done == of else "", file=sys.stderr, flush=True)


def answers(args):
    """Times the exact answers; returns whether all were exact."""
    rng = random.Random(args.seed)
    times, inexact = {}, 0
    with start(args.size, "OwnBook=true", *args.option) as engine:
        for number in range(args.positions):
            moves = opening(engine, rng, number % (args.plies + 1))
            engine.ask("uginewgame")
            _, exact, seconds = go(engine, moves, TRUTH)
            inexact += exact is None
            times.setdefault(len(moves), []).append(seconds)
            show(number + 1, args.positions)
    rows = [["ply", "positions", "p50 ms", "p90", "p99", "slowest", "above 1 s"]]
    for ply, found in [*sorted(times.items()), ("all", sum(times.values(), []))]:
        found.sort()
        shares = [found[min(len(found) - 1, int(share * len(found)))] for share in (0.5, 0.9, 0.99)]
        late = sum(seconds > 1 for seconds in found)
        rows.append([ply, len(found), *(f"{1000 * seconds:.1f}" for seconds in (*shares, found[-1])), late])
    print(table(rows))
    print(f"not exact: {inexact}")
    return inexact == 0


def worth(judge, cells, moves):
    """Returns the exact score after the moves for who is to move then, also where the game is over."""
    position = "position startpos" + (" moves " + " ".join(moves) if moves else "")
    result, legal = judge.ask(position, "query result", "list")
    if legal:
        exact = go(judge, moves, TRUTH)[1]
        if exact is None:
            raise EngineError("the judge finds no exact score: are boards of this size solved?")
        return exact
    return 0 if result == "draw" else -(1 + (cells - len(moves)) // 2)


class Record:
    """What happened against one opponent."""

    def __init__(self):
        self.results = {"win": 0, "draw": 0, "loss": 0}
        self.moves = self.kept = self.thrown_away = 0

    def row(self, name):
        """Returns the figures for the table."""
        return [name, sum(self.results.values()), *self.results.values(), self.moves, self.kept, self.thrown_away]


def play_game(engines, judge, moves, seat, args, record):
    """Plays a game on from the moves; the engine in this seat is the one that is judged."""
    cells = math.prod(map(int, args.size.split("x")))
    was_won = False
    for engine in engines:
        engine.ask("uginewgame")
    before = worth(judge, cells, moves)
    while True:
        mover = len(moves) % 2
        moves = [*moves, go(engines[mover], moves, f"movetime {args.movetime}")[0]]
        after = worth(judge, cells, moves)
        if mover == seat:
            record.moves += 1
            was_won |= before > 0
            if after == -before:
                record.kept += 1
            elif sys.stderr.isatty():
                print(f"let slip: {' '.join(moves)}, worth {before} before", file=sys.stderr)
        if not judge.ask("list")[0]:
            break
        before = after
    # The last mover has won unless the game is drawn.
    result = "draw" if after == 0 else "win" if mover == seat else "loss"
    record.results[result] += 1
    record.thrown_away += was_won and result != "win"


def games(args):
    """Plays the games; returns whether no win was thrown away."""
    rng = random.Random(args.seed)
    opponents = args.opponent or OPPONENTS
    records = {name: Record() for name in opponents}
    with start(args.size, "OwnBook=true", *args.option) as player, \
            start(args.size, f"Hash={args.judge_hash}") as judge:
        others = {name: start(args.size, name) for name in opponents}
        for number in range(args.games):
            name = opponents[number % len(opponents)]
            seat = number // len(opponents) % 2
            moves = opening(judge, rng, rng.randint(0, args.plies))
            engines = [player, others[name]] if seat == 0 else [others[name], player]
            play_game(engines, judge, moves, seat, args, records[name])
            show(number + 1, args.games)
    rows = [["against", "games", "won", "drawn", "lost", "moves", "score kept", "wins thrown away"]]
    print(table(rows + [record.row(name) for name, record in records.items()]))
    return not any(record.thrown_away for record in records.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("answers", "games"))
    parser.add_argument("--size", default="7x6", metavar="WxH", help="size of the board (%(default)s)")
    parser.add_argument("--positions", type=int, default=1000, metavar="N", help="positions of `answers` (%(default)s)")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="number of `games` (%(default)s)")
    parser.add_argument("--plies", type=int, default=12, metavar="N",
                        help="at most so many random moves before each (%(default)s)")
    parser.add_argument("--movetime", type=int, default=1000, metavar="MS", help="of both players (%(default)s)")
    parser.add_argument("--opponent", action="append", metavar="NAME=VALUE",
                        help="option that makes our binary an opponent; repeatable (default: every player)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE",
                        help="to set for the player; repeatable")
    parser.add_argument("--judge-hash", type=int, default=1024, metavar="MB",
                        help="the judge's table, kept over all games (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the openings (%(default)s)")
    args = parser.parse_args()
    try:
        return 0 if {"answers": answers, "games": games}[args.part](args) else 1
    except EngineError as error:
        print(error, file=sys.stderr)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
