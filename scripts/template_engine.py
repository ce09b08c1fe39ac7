#!/usr/bin/env python3
"""An engine of your own in an hour: edit `choose`, and it plays every game that ludion knows.

It speaks UGI and UCI to its client (a referee, a GUI, match.py) and asks a child `ludion` about the
rules. Try it: match.py --game oware --engine self --engine "python3 scripts/template_engine.py" --depth 1
"""

import argparse
import random
import subprocess
import sys
from pathlib import Path

NAME, AUTHOR = "Template", "you"


def choose(position: "Position") -> str:
    """EDIT HERE: return one of `position.moves()`. This one wins at once if it can, else plays at random."""
    moves = position.moves()
    win = f"p{position.turn()}win"
    for move in moves:
        if position.result_after(move) == win:
            return move
    return random.choice(moves)


class Position:
    """The position, kept by the child."""

    def __init__(self, ludion):
        self.child = subprocess.Popen([ludion], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *commands):
        """Sends commands to ludion and returns its answer, line by line."""
        self.child.stdin.write("\n".join(commands) + "\nisready\n")
        self.child.stdin.flush()
        lines = []
        for line in self.child.stdout:
            if line == "readyok\n":
                return lines
            lines.append(line.rstrip())
        sys.exit("ludion has ended")

    def query(self, *commands):
        """Returns the words of the response to the commands."""
        return next((line.split()[1:] for line in self.ask(*commands) if line.startswith("response")), [])

    def moves(self):
        """Returns the legal moves; there is none when the game is over."""
        return self.query("query moves")

    def turn(self):
        """Returns the seat to move, from 1."""
        return int(self.query("query turn")[0])

    def result_after(self, move):
        """Returns what a move leads to: `p1win` .. `p4win`, `draw`, or `none` if the game goes on."""
        return self.query(f"play {move}", "query result", "undo")[0]


def main():
    default = Path(__file__).resolve().parent.parent / "target" / "release" / "ludion"
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ludion", default=str(default) if default.exists() else "ludion",
                        help="the program that knows the rules (default: %(default)s)")
    position = Position(parser.parse_args().ludion)
    held = None  # the move found under `go infinite` or `go ponder`, told when the client says so
    sys.stdin.reconfigure(errors="replace")
    for line in sys.stdin:
        match line.lower().split():
            case ["ugi" | "uci" as dialect]:
                print(f"id name {NAME}", f"id author {AUTHOR}", sep="\n")
                games = [f"var {game}" for game in position.query("query games")]
                for option in ("Game", "UCI_Variant"):
                    print(f"option name {option} type combo default", *position.query("query game"), *games)
                print(dialect + "ok")
            case ["isready"]:
                print("readyok")
            case ["go", *limits]:
                move = choose(position) if position.moves() else "0000"
                print("info depth 1 score cp 0 nodes 1 time 0 pv", move)
                if "infinite" in limits or "ponder" in limits:
                    held = move
                else:
                    print("bestmove", move)
            case ["stop" | "ponderhit"]:
                if held:
                    print("bestmove", held)
                held = None
            case ["quit"]:
                break
            case [_, *_]:  # position, setoption, uginewgame, query, list ...: ludion knows
                print(*(answer + "\n" for answer in position.ask(line.strip())), sep="", end="")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
