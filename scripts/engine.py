"""A child process that speaks UGI: start it, send lines, read stamped lines, ask questions.

The scripts beside this file share it; import it to write your own:

    from engine import Engine, LUDION
    with Engine([LUDION]) as judge:
        judge.handshake()
        judge.ask("position startpos")
        print(judge.ask("list")[0].split())      # the legal moves
"""

import atexit
import os
import queue
import subprocess
import threading
import time
from pathlib import Path

# Our binary: the release build beside this folder, unless the environment names another.
LUDION = os.environ.get("LUDION") or str(Path(__file__).resolve().parent.parent / "target" / "release" / "ludion")
PATIENCE = 20.0  # seconds to wait for an answer that should come at once
LONGEST_LINE = 1 << 20


class EngineError(Exception):
    """The child is gone, does not answer, or refused a command."""


class Engine:
    """One child process; a thread reads its output, so that neither side ever blocks the other."""

    def __init__(self, command, stderr=subprocess.DEVNULL):
        self.started = time.perf_counter()
        try:
            # A session of its own: Ctrl-C reaches this script only, which then ends its children.
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=stderr, start_new_session=True)
        except OSError as error:
            raise EngineError(f"cannot start {command[0]}: {error.strerror}") from error
        self.lines = queue.SimpleQueue()  # (moment, text); text None at the end of the output
        self.moment = self.started  # when the last line read had arrived
        threading.Thread(target=self._read, daemon=True).start()
        atexit.register(self.close)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _read(self):
        out = self.process.stdout
        for line in iter(lambda: out.readline(LONGEST_LINE), b""):
            self.lines.put((time.perf_counter(), line.decode("utf-8", "replace").rstrip("\r\n")))
        self.lines.put((time.perf_counter(), None))

    def send(self, *commands):
        """Sends the commands in one write."""
        self.send_bytes("".join(command + "\n" for command in commands).encode())

    def send_bytes(self, data):
        """Sends bytes as they are."""
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except (OSError, ValueError) as error:
            raise EngineError("the process has ended") from error

    def line(self, timeout=PATIENCE):
        """Returns the next line; `moment` tells when it arrived."""
        try:
            self.moment, text = self.lines.get(timeout=max(timeout, 0))
        except queue.Empty:
            raise EngineError(f"no answer within {timeout:.3g} s") from None
        if text is None:
            self.lines.put((self.moment, None))  # it stays the end, however often one asks
            raise EngineError("the process has ended")
        return text

    def until(self, word, timeout=PATIENCE):
        """Returns the lines up to the first that starts with `word`, that one included."""
        deadline = time.perf_counter() + timeout
        lines = []
        while not lines or lines[-1].split(None, 1)[:1] != [word]:
            try:
                lines.append(self.line(deadline - time.perf_counter()))
            except EngineError as error:
                gone = "ended" in str(error)
                raise EngineError(str(error) if gone else f"no {word} within {timeout:.3g} s") from None
        return lines

    def ask(self, *commands):
        """Sends the commands and returns the text of each `response`; a refusal raises EngineError."""
        self.send(*commands, "isready")
        lines = self.until("readyok")
        for line in lines:
            if line.startswith("info string error"):
                raise EngineError(line.removeprefix("info string error ") + f" (after {commands[0][:60]})")
        return [line[9:] for line in lines if line.split(None, 1)[:1] == ["response"]]

    def handshake(self, word="ugi"):
        """Greets the engine and returns its `id` and `option` lines."""
        self.send(word)
        return self.until(word + "ok")[:-1]

    def memory(self):
        """Returns the resident memory in MB, or None where the system does not tell."""
        try:
            for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) / 1024
        except OSError:
            pass
        return None

    def close(self):
        """Ends the child, whatever it is doing."""
        atexit.unregister(self.close)
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        try:
            self.process.stdin.close()
        except OSError:
            pass


def find_ludion():
    """Returns the path of the built engine, or raises EngineError telling how to build it."""
    if not os.access(LUDION, os.X_OK):
        raise EngineError(f"{LUDION} is missing: run `cargo build --release` first")
    return LUDION


def table(rows):
    """Returns rows of words as aligned lines: first column to the left, the others to the right."""
    widths = [max(len(str(row[i])) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join(str(cell).ljust(width) if i == 0 else str(cell).rjust(width)
                  for i, (cell, width) in enumerate(zip(row, widths))).rstrip()
        for row in rows)
