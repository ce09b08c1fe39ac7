#!/usr/bin/env python3
"""Measure how fast an engine answers, and print a table beside what is aimed at.

Parts, all by default, or those named with --part:

  movetime   `go movetime 50`, in turn with a child that merely sleeps 50 ms: what is late there too
             is the machine's doing
  stop       `go infinite`, 5-50 ms later `stop`: time to bestmove
  isready    `isready` during a search: time to readyok
  quit       `quit`, and end of input, during a search: time until the process is gone
  start      process start to `ugiok`, beside a child that ends at once; memory at rest
  sequences  bursts of go, stop, ponderhit and position, partly in one write: one bestmove for each go

Times are from the write to the arrival of the line, in milliseconds. A busy machine shows in the
control rows; so compare rows of one run. Exit code: 0, or 1 if an answer was missing or one too many.
"""

import argparse
import random
import sys
import time

from engine import Engine, EngineError, find_ludion, table

PARTS = ("movetime", "stop", "isready", "quit", "start", "sequences")
MOVETIME = 0.050
SLEEPER = "import sys, time\nfor line in sys.stdin: time.sleep(float(line)); print('awake', flush=True)"


class Bench:
    """The settings, the rows of the table so far, and the faults."""

    def __init__(self, args):
        self.args = args
        self.rng = random.Random(args.seed)
        self.rows = [["what", "tries", "p50", "p99", "max", "aim", ""]]
        self.faults = []

    def start(self):
        """Returns a greeted engine in the chosen game."""
        engine = Engine([self.args.engine])
        engine.handshake()
        if self.args.game:
            engine.ask(f"setoption name Game value {self.args.game}")
        for option in self.args.option:
            name, _, value = option.partition("=")
            engine.ask(f"setoption name {name} value {value}")
        return engine

    def set_up(self, engine):
        """Puts a few random plies on the board; returns the position command."""
        moves = []
        legal = engine.ask("position startpos", "list")[0].split()
        for _ in range(self.rng.randrange(4)):
            if legal:
                moves.append(self.rng.choice(legal))
                legal = engine.ask("play " + moves[-1], "list")[0].split()
        if not legal:
            return self.set_up(engine)
        return " ".join(["position startpos"] + (["moves", *moves] if moves else []))

    def add(self, what, times, aim, held):
        """Adds a row: `aim` in words, `held` judges p50, p99 and the maximum in milliseconds."""
        times = sorted(1000 * seconds for seconds in times)
        p50, p99 = (times[min(len(times) - 1, int(share * len(times)))] for share in (0.50, 0.99))
        verdict = "" if held is None else "ok" if held(p50, p99, times[-1]) else "missed"
        self.rows.append([what, len(times), f"{p50:.2f}", f"{p99:.2f}", f"{times[-1]:.2f}", aim, verdict])

    def note(self, text, aim, held):
        """Adds a row with a figure of another kind."""
        self.rows.append(["  " + text, "", "", "", "", aim,
                          "" if held is None else "ok" if held else "missed"])

    def movetime(self, tries):
        with self.start() as engine, Engine([sys.executable, "-c", SLEEPER]) as sleeper:
            thought, slept = [], []
            for _ in range(tries):
                self.set_up(engine)
                began = time.perf_counter()
                engine.send(f"go movetime {1000 * MOVETIME:.0f}")
                engine.until("bestmove")
                thought.append(engine.moment - began)
                began = time.perf_counter()
                sleeper.send(str(MOVETIME))
                sleeper.until("awake")
                slept.append(sleeper.moment - began)
        for what, times in (("go movetime 50", thought), ("control: sleep 50", slept)):
            late = 100 * sum(seconds > MOVETIME + 0.010 for seconds in times) / len(times)
            self.add(what, times, "-", None)
            own = times is thought
            self.note(f"later than 60 ms: {late:.2f} %", "<= 1 %" if own else "-", late <= 1 if own else None)

    def stop(self, tries):
        with self.start() as engine:
            times = []
            for _ in range(tries):
                self.set_up(engine)
                engine.send("go infinite")
                time.sleep(self.rng.uniform(0.005, 0.050))
                began = time.perf_counter()
                engine.send("stop")
                engine.until("bestmove")
                times.append(engine.moment - began)
                if times[-1] < 0:
                    self.faults.append("bestmove before stop")
        self.add("stop to bestmove", times, "p99 < 20", lambda p50, p99, worst: p99 < 20)

    def isready(self, tries):
        with self.start() as engine:
            times = []
            while len(times) < tries:
                self.set_up(engine)
                engine.send("go infinite")
                for _ in range(10):
                    time.sleep(self.rng.uniform(0.001, 0.010))
                    began = time.perf_counter()
                    engine.send("isready")
                    engine.until("readyok")
                    times.append(engine.moment - began)
                engine.send("stop")
                engine.until("bestmove")
        self.add("isready in search", times, "p99 < 10", lambda p50, p99, worst: p99 < 10)

    def quit(self, tries):
        for what in ("quit", "end of input"):
            times = []
            for _ in range(tries):
                with self.start() as engine:
                    self.set_up(engine)
                    engine.send("go infinite")
                    time.sleep(self.rng.uniform(0.005, 0.050))
                    began = time.perf_counter()
                    if what == "quit":
                        engine.send("quit")
                    else:
                        engine.process.stdin.close()
                    engine.until("bestmove")
                    times.append(self.end(engine) - began)
                    if engine.process.wait(5) != 0:
                        self.faults.append(f"exit code {engine.process.returncode} after {what}")
            self.add(f"{what} in search", times, "max < 200", lambda p50, p99, worst: worst < 200)

    @staticmethod
    def end(engine):
        """Waits for the end of the output and returns its moment."""
        try:
            while True:
                engine.line(5)
        except EngineError:
            return engine.moment

    def start_up(self, tries):
        times, control, memory = [], [], []
        for _ in range(tries):
            with Engine([self.args.engine]) as engine:
                engine.handshake()
                times.append(engine.moment - engine.started)
                engine.ask("isready")
                memory.append(engine.memory())
            with Engine(["true"]) as child:
                control.append(self.end(child) - child.started)
        self.add("start to ugiok", times, "p50 <= 30", lambda p50, p99, worst: p50 <= 30)
        self.add("control: start of `true`", control, "-", None)
        if None not in memory:
            self.note(f"memory at rest: {max(memory):.1f} MB", "<= 40 MB", max(memory) <= 40)

    def sequences(self, tries):
        """Sends bursts and counts bestmoves: exactly one for each go."""
        times, faults = [], []
        with self.start() as engine:
            positions = [self.set_up(engine) for _ in range(20)]
            for number in range(tries):
                writes = self.burst(self.rng.choice(positions), self.rng.choice(positions))
                gos = sum(line.startswith("go") for lines in writes for line in lines)
                for lines in writes:
                    engine.send(*lines)
                    if self.rng.random() < 0.5:
                        time.sleep(self.rng.uniform(0, 0.002))
                began, answers = time.perf_counter(), []
                try:
                    for _ in range(gos):
                        answers += engine.until("bestmove", 5)
                    times.append(max(0.0, engine.moment - began))
                    engine.send("isready")
                    answers += engine.until("readyok", 5)
                except EngineError as error:
                    faults.append(f"sequence {number} {writes}: {error}")
                    break
                found = sum(line.split()[:1] == ["bestmove"] for line in answers)
                if found != gos:
                    faults.append(f"sequence {number} {writes}: {found} bestmoves for {gos} go")
        if times:
            self.add("sequences: last write to end", times, "-", None)
        self.note(f"sequences at fault: {len(faults)}", "0", not faults)
        self.faults += faults

    def burst(self, position, other):
        """Returns one sequence as a list of writes, each a list of lines."""
        short = self.rng.choice(["go depth 1", "go nodes 50", "go movetime 1", "go depth 2 nodes 300"])
        long = self.rng.choice(["go infinite", "go ponder", "go ponder movetime 1", "go movetime 60000",
                                "go ponder p1time 60000 p2time 60000", "go infinite searchmoves zz"])
        return self.rng.choice([
            [[position], [short]], [[position, short]], [[short, short, short]],
            [[position, long], ["stop"]], [[position, long, "stop"]], [[long], ["isready", "stop"]],
            [[position, long], ["stop", other, short]], [[position, long], ["stop", other, long], ["stop"]],
            [[position, long], ["ponderhit"], ["stop"]], [[position, "go ponder depth 1"], ["ponderhit"]],
            [[position, "go ponder movetime 2", "ponderhit"]], [["go ponder nodes 100"], ["stop", "ponderhit"]],
            [["stop"], [position, short]], [["ponderhit", "stop", "stop"], [short]], [[long, long, long], ["stop"]],
            [[position, long, "stop", other, long, "stop", position, short]], [["go nonsense"], [short]],
            [[long, other, short], ["stop"]], [[long, "uginewgame", position, short, "stop"]],
        ])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", metavar="PATH", help="the engine (default: our release build)")
    parser.add_argument("--game", help="game to think in (default: that of the engine)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="to set; repeatable")
    parser.add_argument("--part", action="append", choices=PARTS, help="measure this part only; repeatable")
    parser.add_argument("--tries", type=int, default=100, metavar="N",
                        help="samples of each part; starts and ends of processes a fifth (%(default)s)")
    parser.add_argument("--sequences", type=int, default=1000, metavar="N", help="number of sequences (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of waits, positions and sequences (%(default)s)")
    args = parser.parse_args()
    few = max(5, args.tries // 5)
    bench = Bench(args)
    jobs = {"movetime": (bench.movetime, args.tries), "stop": (bench.stop, args.tries),
            "isready": (bench.isready, args.tries), "quit": (bench.quit, few), "start": (bench.start_up, few),
            "sequences": (bench.sequences, args.sequences)}
    try:
        args.engine = args.engine or find_ludion()
        for part in PARTS:
            if not args.part or part in args.part:
                if sys.stderr.isatty():
                    print(f"{part} ...", file=sys.stderr)
                jobs[part][0](jobs[part][1])
    except EngineError as error:
        bench.faults.append(str(error))
    except KeyboardInterrupt:
        bench.faults.append("interrupted")
    print(table(bench.rows))
    for fault in bench.faults[:10]:
        print(fault, file=sys.stderr)
    return 1 if bench.faults else 0


if __name__ == "__main__":
    sys.exit(main())
