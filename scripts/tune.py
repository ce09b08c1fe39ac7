#!/usr/bin/env python3
"""Fit the numbers of a game's evaluation to the results of games, for any game.

First let the engine play; the referee keeps a journal, and can be interrupted and resumed:

  ludion match --game quoridor -e "self name=a" -e "self name=b" --nodes 2500 --games 3000 --plies 6 \\
      --in-process --journal games.jsonl

Then fit:

  tune.py games.jsonl path=100 wall=55 tempo=45

That finds the weights for which the static evaluation foretells the results best: it minimises the
logistic loss of results against evaluations by Newton's method. It needs two things from the game: its
numbers can be set through the environment variable LUDION_WEIGHTS (see src/weights.rs), and the last
line of its `eval` ends in `to move: +1.23`. The evaluation need not be linear in the weights: it is
linearised around the current ones by small steps (`--step`), and again in every round. The size of a
point is fitted first and then kept, so that the weights keep their scale. Every tenth game is held back:
the loss on those tells whether a fit means anything. `--prior` pulls the weights towards where they
began, which matters when games are few.

The weights are printed as they improve. Put them into the source, and prove the gain with a match:
`env LUDION_WEIGHTS="path=104 wall=58" ludion` is an engine like any other.
"""

import argparse
import json
import math
import os
import random
import re
import sys

from engine import Engine, EngineError, find_ludion

VALUE = re.compile(r"to move: (?:([+-]\d+\.\d\d)|(win|loss) in \d+)")
KEPT_BACK = 10  # every tenth game is not fitted but checked against


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("journal", help="games of one kind, as `ludion match` writes them")
    parser.add_argument("weights", nargs="+", metavar="NAME=VALUE", help="where to begin")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--step", type=float, default=0.2, help="of a weight, for the slopes (at least 4)")
    parser.add_argument("--prior", type=float, default=1e-4)
    parser.add_argument("--every", type=int, default=2, help="use every so manyth position of a game")
    parser.add_argument("--most", type=int, default=40000, help="positions used")
    args = parser.parse_args()
    try:
        return fit_weights(args)
    except (EngineError, OSError, ValueError, KeyError) as error:
        print(f"tune.py: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def read_games(args):
    """Returns the game's name, its seats and two lists of (result, position): to fit, and to check against."""
    sets, names, seats = ([], []), [], 2
    with open(args.journal, encoding="utf-8") as journal:
        for line in journal:
            record = json.loads(line)
            if "event" in record:
                names = [game["name"] for game in record["event"]["game"]]
            elif record.get("ending", {}).get("by") == "rules":
                first = "fen " + record["start"] if record.get("start") else "startpos"
                ranks, words = record["ranks"], record["lead"][:]
                seats = len(ranks)
                for number, ply in enumerate(record["moves"]):
                    if number % args.every == 0:
                        place = " ".join([first] + (["moves"] + words if words else []))
                        share = (ranks[ply["seat"] - 1] == 1) / ranks.count(1)
                        sets[record["number"] % KEPT_BACK == 0].append((share, place))
                    words.append(ply["move"])
    if len(set(names)) != 1:
        raise ValueError(f"{args.journal} holds games of {len(set(names))} kinds; one is expected")
    for one in sets:
        random.Random(1).shuffle(one)
        del one[args.most:]
    return names[0], seats, sets


def started(game, weights):
    """Returns an engine of the game with these weights."""
    os.environ["LUDION_WEIGHTS"] = weights
    engine = Engine([find_ludion(), "--game", game])
    engine.handshake()
    return engine


def evaluations(game, names, weights, positions):
    """Returns the static values in points of all positions under these weights."""
    engine = started(game, " ".join(f"{name}={round(value)}" for name, value in zip(names, weights)))
    values = []
    for begin in range(0, len(positions), 200):
        part = positions[begin:begin + 200]
        engine.send(*(f"position {place}\neval" for _, place in part), "isready")
        found = [VALUE.search(line) for line in engine.until("readyok", 120)]
        found = [match for match in found if match]
        if len(found) != len(part):
            raise EngineError(f"{len(part)} positions, but {len(found)} evaluations ending in 'to move: +1.23'")
        values += [float(match[1]) if match[1] else (20.0 if match[2] == "win" else -20.0) for match in found]
    engine.close()
    return values


def odds(value, scale, even):
    """The logarithm of the odds that a value in points stands for, kept within reason."""
    return max(-30.0, min(30.0, scale * value + even))


def loss(results, values, scale, even):
    """The mean logistic loss."""
    total = 0.0
    for result, value in zip(results, values):
        x = odds(value, scale, even)
        total += math.log1p(math.exp(-x)) * result + math.log1p(math.exp(x)) * (1 - result)
    return total / len(results)


def best_scale(results, values, even):
    """The size of a point: the factor on values that foretells the results best (ternary search)."""
    low, high = 0.01, 10.0
    for _ in range(60):
        one, two = low + (high - low) / 3, high - (high - low) / 3
        if loss(results, values, one, even) < loss(results, values, two, even):
            high = two
        else:
            low = one
    return (low + high) / 2


def solve(matrix, vector):
    """Solves linear equations by elimination with pivots."""
    size = len(vector)
    rows = [row[:] + [value] for row, value in zip(matrix, vector)]
    for at in range(size):
        pivot = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for row in range(size):
            if row != at and rows[at][at]:
                factor = rows[row][at] / rows[at][at]
                rows[row] = [x - factor * y for x, y in zip(rows[row], rows[at])]
    return [rows[at][size] / rows[at][at] if rows[at][at] else 0.0 for at in range(size)]


def newton(results, values, slopes, scale, even, moved, prior):
    """One Newton step of the logistic loss with a quadratic pull back to where the weights began."""
    size, count = len(slopes), len(results)
    gradient = [prior * moved[i] for i in range(size)]
    hessian = [[prior * (i == j) for j in range(size)] for i in range(size)]
    for at in range(count):
        chance = 1 / (1 + math.exp(-odds(values[at], scale, even)))
        miss, curve = scale * (chance - results[at]) / count, scale * scale * chance * (1 - chance) / count
        own = [slope[at] for slope in slopes]
        for i in range(size):
            if own[i]:
                gradient[i] += miss * own[i]
                row, part = hessian[i], curve * own[i]
                for j in range(size):
                    row[j] += part * own[j]
    return solve(hessian, [-value for value in gradient])


def fit_weights(args):
    """Fits the weights and prints them after every round."""
    names = [weight.split("=", 1)[0] for weight in args.weights]
    weights = [float(weight.split("=", 1)[1]) for weight in args.weights]
    game, seats, (fitted, checked) = read_games(args)
    even = -math.log(seats - 1)  # the log odds of an even position
    if not fitted or not checked:
        raise ValueError(f"{args.journal} holds too few games")
    results, check = [result for result, _ in fitted], [result for result, _ in checked]
    values = evaluations(game, names, weights, fitted)
    scale = best_scale(results, values, even)
    print(f"{len(fitted)} positions to fit, {len(checked)} held back; one point is worth {scale:.3f} in log odds")
    began = weights[:]
    for number in range(args.rounds + 1):
        values = evaluations(game, names, weights, fitted)
        held = evaluations(game, names, weights, checked)
        print(f"round {number}: loss {loss(results, values, scale, even):.5f}, held back {loss(check, held, scale, even):.5f}")
        print("  " + " ".join(f"{name}={round(value)}" for name, value in zip(names, weights)), flush=True)
        if number == args.rounds:
            return 0
        slopes = []
        for at, value in enumerate(weights):
            step = max(4.0, round(abs(value) * args.step))
            changed = evaluations(game, names, weights[:at] + [round(value) + step] + weights[at + 1:], fitted)
            slopes.append([(new - old) / step for new, old in zip(changed, values)])
        moved = [now - then for now, then in zip(weights, began)]
        change = newton(results, values, slopes, scale, even, moved, args.prior * 1e-4)
        weights = [value + step for value, step in zip(weights, change)]
    return 0


if __name__ == "__main__":
    sys.exit(main())
