"""The process in which the interpreter works: `python -m galakit.gdl.apart_worker MEGABYTES SECONDS`.

The program comes first, then questions (a method's name and its arguments), all pickled on standard input; answers are
pairs on standard output: ("done", answer), ("wrong", diagnostics) or ("stopped", why).
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from typing import Any

from galakit.errors import GalakitError
from galakit.gdl.interpreter import Interpreter
from galakit.processes.limits import limit_memory


def main(megabytes: int, seconds: float) -> None:
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # clingo may print
    limit_memory(megabytes)
    interpreter: Interpreter | None = None

    def reply(kind: str, answer: Any) -> None:
        pickle.dump((kind, answer), answers)
        answers.flush()

    while True:
        try:
            asked = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        _alarm(int(seconds) + 10)  # if nobody is left to end us, the clock does
        try:
            if interpreter is None:
                interpreter = Interpreter(asked, demand=True)
                reply("done", None)
            elif asked[0] == "about":
                reply("done", (interpreter.roles, interpreter.incomplete))
            else:
                reply("done", getattr(interpreter, asked[0])(*asked[1:]))
        except GalakitError as error:
            reply("wrong", error.diagnostics)
        except (MemoryError, RuntimeError):
            reply("stopped", f"it needs more than {megabytes} MB of memory")
            return
        _alarm(0)


def _alarm(seconds: int) -> None:
    if hasattr(signal, "alarm"):  # not on Windows
        signal.alarm(seconds)


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
