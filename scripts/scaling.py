#!/usr/bin/env python3
"""How much sooner several threads reach the depth of one thread.

Positions are drawn at random from the seed; those that are decided at a glance are left out. For each, one thread thinks for a while; the depth it finishes is then
searched from an empty table by one thread and by several, in turn, and the medians are compared. Give it quiet cores.

  scaling.py --game connect4 --option Search=pvs --threads 2
"""

import argparse
import math
import random
import statistics
import sys
import time

from engine import Engine, EngineError, find_ludion, table


def random_position(engine, args, number):
    """Returns the words of a position that is a few random plies from the start."""
    rng = random.Random(f"{args.seed} {number}")
    while True:
        start = "startpos"
        if args.setup:
            start = "fen " + engine.ask(f"position random {rng.randrange(1, 2**31)}", "query fen")[0]
        played = []
        while len(played) < args.plies:
            words = f"position {start}" + (" moves " + " ".join(played) if played else "")
            moves = engine.ask(words, "list")[0].split()
            if not moves:
                break
            played.append(rng.choice(moves))
        else:
            return f"position {start} moves " + " ".join(played)


def last_depth(lines):
    """Returns the last depth that was finished: the one whose score is no bound."""
    depths = [1]
    for line in lines:
        words = line.split()
        if "depth" in words and "bound" not in line:
            depths.append(int(words[words.index("depth") + 1]))
    return depths[-2] if len(depths) > 2 and depths[-1] == depths[-2] + 1 else depths[-1]


def seconds(engine, position, depth):
    """Returns how long a search from an empty table takes."""
    engine.ask("uginewgame", position)
    began = time.perf_counter()
    engine.send(f"go depth {depth}")
    engine.until("bestmove", 600)
    return engine.moment - began


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="connect4")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="for both (repeatable)")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--positions", type=int, default=8, metavar="N")
    parser.add_argument("--plies", type=int, default=4, help="random plies before each position (4)")
    parser.add_argument("--setup", action="store_true", help="draw each set-up with `position random`")
    parser.add_argument("--think", type=int, default=1500, metavar="MS", help="sets the depth (1500)")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--hash", type=int, default=64, metavar="MB")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    command = [find_ludion(), "--game", args.game, "--option", f"Hash={args.hash}"]
    for option in args.option:
        command += ["--option", option]
    engines = {n: Engine(command + ["--option", f"Threads={n}"]) for n in (1, args.threads)}
    rows = [("position", "depth", "1 thread", f"{args.threads} threads", "ratio")]
    ratios = []
    number = 0
    while len(ratios) < args.positions:
        number += 1
        single = engines[1]
        position = random_position(single, args, number)
        single.ask("uginewgame", position)
        single.send(f"go movetime {args.think}")
        depth = last_depth(single.until("bestmove", 600))
        if seconds(single, position, depth) < args.think / 10_000:
            continue  # decided at a glance: nothing to share
        times = {n: [] for n in engines}
        for _ in range(args.repeats):
            for n, engine in engines.items():
                times[n].append(seconds(engine, position, depth))
        one, many = (statistics.median(times[n]) for n in engines)
        ratios.append(many / one)
        rows.append((number, depth, f"{one:.2f} s", f"{many:.2f} s", f"{many / one:.2f}"))
    mean = math.exp(statistics.fmean(map(math.log, ratios)))
    print(table(rows + [("geometric mean", "", "", "", f"{mean:.2f}")]))


if __name__ == "__main__":
    try:
        main()
    except EngineError as error:
        sys.exit(f"scaling.py: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
