#!/usr/bin/env python3
"""An engine that breaks one promise, named by its first argument. It plays the game named by the second.

It keeps all others: it greets, says when it is ready, and answers `go` with the first legal column.
"""

import os
import sys
import time

FAULT = sys.argv[1]
GAME = sys.argv[2] if len(sys.argv) > 2 else "connect4"


def say(*lines):
    """Prints lines and flushes them."""
    sys.stdout.write("".join(line + "\n" for line in lines))
    sys.stdout.flush()


def misbehave():
    """Answers a `go` as the fault demands."""
    if FAULT == "crash-on-go":
        sys.stderr.write("Traceback: a bad day\n")
        sys.exit(3)
    elif FAULT == "silent":
        pass
    elif FAULT == "stubborn":
        time.sleep(60)
    elif FAULT == "slow":
        time.sleep(1.0)
        say("info depth 1 score cp 0 pv 1", "bestmove 1")
    elif FAULT == "illegal":
        say("info depth 1 score cp 0 pv 99", "bestmove 99")
    elif FAULT == "garbage":
        say("\x00\x01 what?", "bestmov 1", "ready when you are")
    elif FAULT == "no-move":
        say("bestmove")
    elif FAULT == "closes-stdout":
        sys.stdout.flush()
        os.close(1)
        time.sleep(30)
    elif FAULT == "floods":
        line = "info string " + "x" * 1000 + "\n"
        for _ in range(100_000):
            sys.stdout.write(line)
        say("bestmove 1")


def main():
    if FAULT == "crash-on-start":
        sys.exit(3)
    for line in sys.stdin:
        words = line.split()
        if FAULT == "uci-chess":
            if words[:1] == ["uci"]:
                say("id name Chess", "option name UCI_Chess960 type check default false", "uciok")
            elif words[:1] == ["isready"]:
                say("readyok")
            elif words[:1] == ["go"]:
                say("info depth 1 score cp 30 pv e2e4", "bestmove e2e4 ponder e7e5")
            elif words[:1] == ["quit"]:
                break
        elif words[:1] == ["ugi"]:
            say("id name Bad", f"option name Game type combo default {GAME} var {GAME}", "ugiok")
        elif words[:1] == ["isready"]:
            say("readyok")
        elif words[:1] == ["go"]:
            misbehave()
        elif words[:1] == ["quit"]:
            break


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        os._exit(0)
