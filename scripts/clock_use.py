#!/usr/bin/env python3
"""Tell how much of its clock each engine used in the games of a journal.

  ludion match --game oware -e self -e "self Hash=8" --time 1000 --inc 10 -j bullet.jsonl
  scripts/clock_use.py bullet.jsonl

For every engine: games, moves, and of the time it was given in a game (clock and increments) the part
left unused at the end, as mean, median and worst; and the mean part left when there was nothing more to
think about, after the last move that took longer than an answer at once.
"""

import argparse
import json
import statistics
from collections import defaultdict

from engine import table


# Milliseconds that an answer takes without thought.
AT_ONCE = 4


def part_left(used, limits):
    """Percent of the time given for these moves that was not used."""
    # The increment of the last move comes too late to be used.
    given = limits["time"] + limits.get("inc", 0) * (len(used) - 1)
    return 100 * (1 - sum(used) / given)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("journal", help="a journal of `ludion match` with --time")
    with open(parser.parse_args().journal, encoding="utf-8") as file:
        head, *games = (json.loads(line) for line in file)
    limits = head["event"].get("limits", {})
    if "time" not in limits:
        parser.error("the games of this journal had no clocks")
    unused, unused_in_thought, moves = defaultdict(list), defaultdict(list), defaultdict(int)
    for game in (game for game in games if "moves" in game):
        for seat, name in enumerate(game["names"], 1):
            used = [move["us"] / 1000 for move in game["moves"] if move["seat"] == seat and "us" in move]
            if not used:
                continue
            thought = max((number for number, time in enumerate(used, 1) if time > AT_ONCE), default=len(used))
            unused[name].append(part_left(used, limits))
            unused_in_thought[name].append(part_left(used[:thought], limits))
            moves[name] += len(used)
    rows = [["engine", "games", "moves", "unused % mean", "median", "most", "in thought"]]
    for name, parts in unused.items():
        in_thought = statistics.mean(unused_in_thought[name])
        numbers = [statistics.mean(parts), statistics.median(parts), max(parts), in_thought]
        rows.append([name, len(parts), moves[name], *(f"{number:.1f}" for number in numbers)])
    print(table(rows))


if __name__ == "__main__":
    main()
