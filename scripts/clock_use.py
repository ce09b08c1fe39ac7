#!/usr/bin/env python3
"""Tell how much of its clock each engine used in the games of a journal.

  ludion match --game oware -e self -e "self Hash=8" --time 1000 --inc 10 -j bullet.jsonl
  scripts/clock_use.py bullet.jsonl

For every engine: games, moves, and of the time it was given in a game (clock and increments) the part
left unused at the end, as mean, median and worst; late moves are those that a clock did not forgive.
"""

import argparse
import json
import statistics
from collections import defaultdict

from engine import table


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("journal", help="a journal of `ludion match` with --time")
    with open(parser.parse_args().journal, encoding="utf-8") as file:
        head, *games = (json.loads(line) for line in file)
    limits = head["event"].get("limits", {})
    if "time" not in limits:
        parser.error("the games of this journal had no clocks")
    unused, moves, late = defaultdict(list), defaultdict(int), defaultdict(int)
    for game in (game for game in games if "moves" in game):
        for seat, name in enumerate(game["names"], 1):
            used = [move["us"] / 1000 for move in game["moves"] if move["seat"] == seat and "us" in move]
            if not used:
                continue
            # The increment of the last move comes too late to be used.
            given = limits["time"] + limits.get("inc", 0) * (len(used) - 1)
            unused[name].append(100 * (1 - sum(used) / given))
            moves[name] += len(used)
            late[name] += "time" in str(game.get("reason", "")) and game.get("loser") == seat
    rows = [["engine", "games", "moves", "unused % mean", "median", "most"]]
    for name, parts in unused.items():
        numbers = [statistics.mean(parts), statistics.median(parts), max(parts)]
        rows.append([name, len(parts), moves[name], *(f"{number:.1f}" for number in numbers)])
    print(table(rows))


if __name__ == "__main__":
    main()
