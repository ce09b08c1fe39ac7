#!/usr/bin/env python3
"""Feed an engine nonsense and see that it lives, answers and forgets.

The default run sends 100,000 seeded lines to one process: token soup, sessions cut short, mutated
commands, numbers out of range, NUL and non-UTF-8 bytes, CRLF, lines over 1 MiB. Every batch ends
with `stop`, `wait`, `isready`, and its answers are checked. Memory is compared between the
end of a warm-up and the end of the run, so no line changes Hash, Threads or LogFile for good.

With --refused N, N commands that must be refused are sent instead, in all games: each has to give
exactly one error line and to leave position, key and options as they were.

Exit code: 0 all well, 1 a check failed.
"""

import argparse
import random
import re
import subprocess
import sys
import threading
import time

from engine import Engine, EngineError, find_ludion, table

BATCH = 200  # lines between two checks
CAP = 1 << 20  # longer lines are ignored as a whole
GROWTH = 10.0  # MB
FREE_TEXT = {"d", "eval", "perft", "divide", "bench", "help", "ask"}  # commands with answers in any form
KNOWN = {"info", "bestmove", "readyok", "response", "option", "id", "ugiok", "uciok"}
SHORT = {"readyok", "ugiok", "uciok"}  # the only lines under 8 bytes

COMMANDS = """ugi uci isready uginewgame ucinewgame setoption position go stop ponderhit play moves undo list
    query wait game d eval perft divide bench help debug ask register ugiok bestmove info response""".split()
ARGUMENTS = """name value startpos fen random moves depth nodes movetime infinite ponder mate searchmoves movestogo
    p1time p2time p3time p4time p1inc p2inc p3inc p4inc wtime btime winc binc p1turn gameover result islegal
    players turn scores ranks game games hash fen on off true false default none 0000 all""".split()
OPTIONS = "MultiPV Ponder Seed Game Search ClearHash Players NoSuchOption".split()  # and those of the handshake
SEARCHES = "auto classic greedy random pvs mcts paranoid brs maxn solver aggressive minimax".split()
NUMBERS = """0 1 2 3 7 50 999 -1 -0 +5 1.5 1e3 0x10 007 2147483648 4294967296 9223372036854775807
    9223372036854775808 18446744073709551616 -9223372036854775809 999999999999999999999999999999""".split()
MOVES = "1 4 7 8 A f Ff e2 e8 e3h d5v 2FC 3WW c3Cc3 a2- P@d1 4453 DcEf 0000 zz".split()
JUNK = ["\u00e9", "\u2003", "\u202e", "\U0001f600", "%s%n", "../..", "''", '"', "=", "a=b", "=,", "#", "//", "x" * 300]
# Settings that hold for the whole run may only be asked for with values that are refused.
BAD_SETTINGS = [f"setoption name {name} value {value}" for name in ("Hash", "Threads")
                for value in ("-1", "99999999999", "many", "18446744073709551616")] + ["setoption name Hash"]


class Fuzzer:
    """Makes lines, seeded; keeps within what the checks can count on."""

    def __init__(self, seed, games, positions, options):
        self.rng = random.Random(seed)
        self.games, self.positions, self.options = games, positions, options

    def command(self):
        """Returns a sensible command."""
        pick = self.rng.choice
        moves = " ".join(pick(MOVES) for _ in range(self.rng.randrange(4)))
        return pick([
            f"position startpos moves {moves}", "position startpos", f"position fen {pick(self.positions)}",
            f"position fen {pick(self.positions)} moves {moves}", f"position random {pick(NUMBERS)}",
            f"position moves {moves}", f"play {pick(MOVES)}", f"play {moves}", "undo", f"undo {pick(NUMBERS)}", "list",
            "query " + pick("p1turn gameover result fen players turn scores ranks game games hash moves".split()),
            f"query islegal {pick(MOVES)}", f"game {pick(self.games)}",
            f"game {pick(self.games)} {pick(self.options).lower()}={pick(NUMBERS)}",
            f"setoption name {pick(self.options)} value {pick(NUMBERS + SEARCHES + self.games)}",
            f"setoption name Search value {pick(SEARCHES)}", "setoption name ClearHash",
            "go infinite", "go ponder", f"go depth {pick(NUMBERS)}", f"go nodes {pick(NUMBERS)}", "go",
            f"go movetime {pick(NUMBERS)}", f"go searchmoves {moves}", f"go mate {pick(NUMBERS)}",
            f"go wtime {pick(NUMBERS)} btime {pick(NUMBERS)} winc {pick(NUMBERS)} movestogo {pick(NUMBERS)}",
            f"go p1time 100 p2time 100 p3time {pick(NUMBERS)} p4inc {pick(NUMBERS)}", "stop", "ponderhit", "wait",
            "isready", "ugi", "uci", "uginewgame", "d", "eval", f"perft {pick('012')}", f"divide {pick('12')}",
            "help", "help go", "debug on", "debug off", "# a comment", "", pick(BAD_SETTINGS)])

    def soup(self):
        """Returns words of all kinds in any order."""
        words = [self.rng.choice(self.rng.choice([COMMANDS, ARGUMENTS, self.options, SEARCHES, NUMBERS, MOVES, JUNK,
                                                  self.games])) for _ in range(self.rng.randrange(1, 12))]
        if self.rng.random() < 0.7:
            words[0] = self.rng.choice(COMMANDS)
        return self.rng.choice([" ", " ", " ", "  ", "\t"]).join(words)

    def mutate(self, data):
        """Returns the bytes with a few of them cut, doubled, swapped or replaced."""
        data, rng = bytearray(data), self.rng
        for _ in range(rng.randrange(1, 5)):
            at = rng.randrange(len(data) + 1)
            data[at:at + rng.randrange(4)] = rng.choice([
                b"", b"\0", b"\r", b"\xff\xfe", b"\xc3", b"\x1b[31m", b" ", b"\t", bytes([rng.randrange(256)]),
                data[at:at + rng.randrange(8)] * 2, data[at:at + 3].swapcase(), rng.choice(NUMBERS).encode()])
        return bytes(data).replace(b"\n", b" ")

    def long_line(self):
        """Returns a line around and above the cap."""
        size = self.rng.choice([CAP - 9, CAP + 1, CAP + 4096, 2 * CAP, 3 * CAP + 1])
        start = self.rng.choice([b"position startpos moves ", b"go depth 1 ", b"play ", b"query ", b"\xff\0 ", b"# "])
        return (start + self.rng.choice([b"4 ", b"x", b"\0", b"9"]) * size)[:size]

    def line(self, free_text):
        """Returns one line that keeps to the agreement."""
        while True:
            kind = self.rng.random()
            if kind < 0.0002:
                return self.long_line()
            if kind < 0.35:
                data = self.command().encode()
            elif kind < 0.55:
                data = self.soup().encode()
            elif kind < 0.65:
                data = self.rng.randbytes(self.rng.randrange(1, 80)).replace(b"\n", b"")
            elif kind < 0.75:
                command = self.command().encode()
                data = command[:self.rng.randrange(len(command) + 1)]
            else:
                data = self.mutate(self.command().encode())
            if self.rng.random() < 0.1:
                data = data.swapcase() if self.rng.random() < 0.5 else data + b"\r"
            if agreeable(data, free_text):
                return data


def first_words(data):
    """Returns what may pass for the first word, whether or not odd bytes count as blanks."""
    plain = data.strip(b" \t\r").split(b" ")[0].split(b"\t")[0].split(b"\r")[0]
    loose = [re.split(pattern, text.strip(), maxsplit=1)[0]
             for text in (" ".join(re.split(r"[\0-\x20]+", data.decode("utf-8", "ignore"))), data.decode("latin-1"))
             for pattern in (r"[^A-Za-z0-9_]+", r"\s+")]
    deleted = re.split(rb"[\t\r ]+", re.sub(rb"[\0\x80-\xff]", b"", data).strip(b" \t\r"))[0].decode("latin-1")
    return plain.decode("latin-1").lower(), {word.lower() for word in (*loose, deleted)}


def agreeable(data, free_text):
    """Tells whether a line is one that the checks can count on."""
    word, readings = first_words(data)
    readings.add(word)
    squeezed = re.sub(rb"[^a-z0-9]", b"", data.lower())
    if readings & {"quit", "exit", "q"} or b"logfile" in squeezed:
        return False
    if ("go" in readings) != (word == "go"):  # a go only for some readers: nobody could count its bestmove
        return False
    if b"setoption" in squeezed and (b"hash" in squeezed or b"threads" in squeezed):
        return data.decode("utf-8", "ignore") in BAD_SETTINGS + ["setoption name ClearHash"]
    if readings & FREE_TEXT:
        slow = readings & {"perft", "divide", "bench"}
        return free_text and (not slow or re.fullmatch(rb"\S+[ \t]+[012]\s*", data) is not None)
    return True


def is_go(data):
    """Tells whether a line owes us a bestmove."""
    return len(data) <= CAP and first_words(data)[0] == "go"


class Report:
    """The checks made, each with what came out."""

    def __init__(self):
        self.rows = [["check", "found", "expected", ""]]
        self.ok = True

    def add(self, check, found, expected, ok):
        self.ok &= ok
        self.rows.append([check, found, expected, "ok" if ok else "FAILED"])


def start(engine_path):
    """Returns a greeted engine and the growing list of its stderr lines."""
    engine = Engine([engine_path], stderr=subprocess.PIPE)
    errors = []
    threading.Thread(target=lambda: errors.extend(engine.process.stderr), daemon=True).start()
    engine.handshake()
    return engine, errors


def warm_up(engine, games, nodes):
    """Plays in every game, so that tables and buffers have grown; returns positions and option names."""
    positions, options = [], set(OPTIONS)
    for game in games:
        engine.send("stop", f"game {game}", "position startpos", f"go nodes {nodes}", "wait")
        for seed in (1, 2):
            engine.send(f"position random {seed}", "go movetime 50", "wait", "query fen")
        engine.send("d", "eval", "perft 2", "wait", "isready")
        positions += [line[9:] for line in engine.until("readyok", 120) if line.startswith("response ")]
        options |= {line.split()[2] for line in engine.handshake()
                    if line.startswith("option name") and " type string" not in line}
    return positions, sorted(options - {"Hash", "Threads"})


def settle(engine, number):
    """Ends the searches of a batch and returns all its answers, up to that to a word of our own."""
    mark = f"endofbatch{number}"
    engine.send("stop", "wait", mark)
    lines = engine.until("info", 60)
    while mark not in lines[-1]:
        lines += engine.until("info", 60)
    engine.send("isready")
    if engine.line() != "readyok":
        raise EngineError("something else than readyok from an idle engine")
    return lines


def check_lines(lines, free_text, faults):
    """Notes every output line that a strict client would stumble over."""
    for line in lines:
        if not line.strip():
            faults.append(f"empty line {line!r}")
        elif not free_text and line.split()[0] not in KNOWN:
            faults.append(f"unasked line {line[:80]!r}")
        elif not free_text and len(line.encode()) < 8 and line not in SHORT:
            faults.append(f"short line {line!r}")


def fuzz(args, report):
    """Runs the fuzz and reports; returns the lines of the batch that failed."""
    engine, errors = start(args.engine)
    games = engine.ask("query games")[0].split()
    fuzzer = Fuzzer(args.seed, games, *warm_up(engine, games, 300_000))
    before, sent, gos, bestmoves, faults, batch, trouble = None, 0, 0, 0, [], [], None
    began = time.perf_counter()
    while sent < args.lines and not trouble:
        free_text = sent // BATCH % 4 == 3  # answers in free form come in every fourth batch only
        batch, due = [], None
        for at in range(min(BATCH, args.lines - sent)):
            batch.append(b"stop" if due == at else fuzzer.line(free_text))
            if is_go(batch[-1]):
                gos += 1
                due = at + fuzzer.rng.randrange(1, 6)
        sent += len(batch)
        try:
            engine.send_bytes(b"".join(line + b"\n" for line in batch))
            lines = settle(engine, sent)
        except EngineError as error:
            trouble = str(error)
            break
        bestmoves += sum(line.split()[:1] == ["bestmove"] for line in lines)
        check_lines(lines, free_text, faults)
        if bestmoves != gos:
            trouble = "bestmoves do not match"
        elif faults:
            trouble = faults[0]
        if before is None and sent >= args.lines * args.warm_up:
            before = engine.memory()
        if sys.stderr.isatty():
            print(f"\r{sent} of {args.lines} lines ", end="", file=sys.stderr)
    after = engine.memory()
    alive = engine.process.poll() is None
    panics = [line for line in errors if re.search(rb"panick|overflow|fatal|backtrace", line, re.I)]
    report.add("lines sent", sent, args.lines, sent >= args.lines)
    report.add("process alive", "yes" if alive else f"exit {engine.process.poll()}", "yes", alive)
    report.add("readyok and sane answers", trouble or "always", "always", not trouble)
    report.add("bestmoves", bestmoves, gos, bestmoves == gos)
    report.add("bad output lines", len(faults), 0, not faults)
    report.add("panic text on stderr", len(panics), 0, not panics)
    if before is not None and after is not None:
        growth = after - before
        report.add("memory growth, MB", f"{growth:.1f} to {after:.1f}", f"< {GROWTH:.0f}", growth < GROWTH)
    report.add("seconds", f"{time.perf_counter() - began:.1f}", "-", True)
    for line in panics[:5]:
        print(line.decode("utf-8", "replace").rstrip(), file=sys.stderr)
    engine.close()
    return batch if trouble else []


def refusals(rng, legal, fen, games):
    """Returns commands that must be refused in a position with these legal moves."""
    some = rng.choice(legal) if legal else "zz"
    other = rng.choice(games)
    number = rng.choice(["-1", "x", "1.5", "99999999999999999999", ""])
    return [
        "play zz", f"play {some} zz", f"play {some} 0000", "play", "moves",
        f"undo {rng.choice(['x', '-1', '99999'])}",
        f"position fen {fen} moves zz", "position startpos moves zz", "position fen", "position fen 1 2 3 nonsense",
        f"position fen {fen} extra words here", f"position fen {fen[:len(fen) // 2]}?",
        "position", "position somewhere",
        f"position random {rng.choice(['x', '-5', '1 2'])}", "game", "game nosuchgame", f"game {other} nosuchrule=1",
        f"game {other} nosense", "setoption", "setoption name", "setoption name NoSuchOption value 1",
        "setoption name Game value nosuchgame", "setoption name Search value nosuchsearch",
        "setoption name Seed value x",
        f"setoption name Hash value {rng.choice(['-1', 'x', '99999999999'])}", "setoption name MultiPV value 0",
        "setoption name Ponder value perhaps", "query", "query nosuchthing", "query islegal", "nonsense", "pley 4",
        f"go depth {number}", f"go nodes {number}", "go searchmoves zz", "go nonsense",
        f"go movetime {rng.choice(['x', '1.5', ''])}",  # a time below zero counts as none left, it is not refused
        f"perft {rng.choice(['x', '-1'])}", f"divide {rng.choice(['x', '-1'])}", "x" * (CAP + 1), "\u00e9\0",
    ]


def refused(args, report):
    """Checks that refused commands change nothing."""
    engine, errors = start(args.engine)
    rng = random.Random(args.seed)
    games = engine.ask("query games")[0].split()
    changed, accepted, wordy, owed, sent = [], [], [], [], 0
    while sent < args.refused:
        engine.ask(f"game {rng.choice(games)}")
        for _ in range(rng.randrange(12)):
            legal = engine.ask("list")[0].split()
            if legal:
                engine.ask("play " + rng.choice(legal))
        for _ in range(min(10, args.refused - sent)):
            state = ("query fen", "query hash", "query moves", "query game", "ugi", "isready")
            engine.send(*state)
            before = engine.until("readyok")
            fen, moves = (line[8:].strip() for line in (before[0], before[2]))
            command = rng.choice(refusals(rng, moves.split(), fen, games))
            engine.send(command, "wait", "isready")
            answer = engine.until("readyok")[:-1]
            engine.send(*state)
            sent += 1
            told = f"{fen!r}: {command[:80]!r}"
            count = sum(line.startswith("info string error ") for line in answer)
            if count == 0:
                accepted.append(told)
            if count > 1:
                wordy.append(told)
            if engine.until("readyok") != before:
                changed.append(told)
            if sum(line.startswith("bestmove") for line in answer) != command.startswith("go"):
                owed.append(told)
    panics = [line for line in errors if b"panick" in line]
    report.add("refused commands sent", sent, args.refused, True)
    for check, cases in (("state changed", changed), ("no error line", accepted), ("several error lines", wordy),
                         ("wrong number of bestmoves", owed), ("panic text on stderr", panics)):
        report.add(check, len(cases), 0, not cases)
        for case in sorted(set(cases))[:10]:
            print(f"{check}: {case}", file=sys.stderr)
    engine.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", metavar="PATH", help="the engine (default: our release build)")
    parser.add_argument("--lines", type=int, default=100_000, help="lines to send (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the lines (%(default)s)")
    parser.add_argument("--warm-up", type=float, default=0.1, metavar="SHARE",
                        help="share of the lines before memory is first measured (%(default)s)")
    parser.add_argument("--dump", metavar="FILE", help="write the lines of a failed batch to FILE")
    parser.add_argument("--refused", type=int, metavar="N", help="send N commands that must be refused instead")
    args = parser.parse_args()
    report = Report()
    try:
        args.engine = args.engine or find_ludion()
        batch = refused(args, report) if args.refused else fuzz(args, report)
    except EngineError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 1
    if batch and args.dump:
        with open(args.dump, "wb") as file:
            file.write(b"".join(line + b"\n" for line in batch))
    print(table(report.rows))
    return 0 if report.ok else 1


if __name__ == "__main__":
    sys.exit(main())
