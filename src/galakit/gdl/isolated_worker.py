"""The process in which the interpreter works: `python -m galakit.gdl.isolated_worker MEGABYTES`.

It is asked the program first, then questions (a method's name and its arguments). Answers are pairs: ("done", answer),
("wrong", diagnostics) or ("stopped", why).
"""

from __future__ import annotations

import sys
from typing import Any

from galakit.errors import GalakitError
from galakit.gdl.interpreter import Interpreter
from galakit.processes.limits import limit_memory
from galakit.processes.talking import answer_questions


def main(megabytes: int) -> None:
    """Answer until there are no more questions."""
    limit_memory(megabytes)
    interpreter: Interpreter | None = None

    def answer(asked: Any) -> tuple[str, Any]:
        nonlocal interpreter
        try:
            if interpreter is None:
                interpreter = Interpreter(asked, demand=True)
                return "done", None
            if asked[0] == "about":
                return "done", (interpreter.roles, interpreter.incomplete)
            return "done", getattr(interpreter, asked[0])(*asked[1:])
        except GalakitError as error:
            return "wrong", error.diagnostics
        except (MemoryError, RuntimeError):
            return "stopped", f"it needs more than {megabytes} MB of memory"

    answer_questions(answer)


if __name__ == "__main__":
    main(int(sys.argv[1]))
