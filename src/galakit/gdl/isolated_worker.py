"""The process in which the interpreter works: `python -m galakit.gdl.isolated_worker MEGABYTES`.

It is asked the program first, then questions: a method's name and its arguments.
"""

from __future__ import annotations

import sys
from typing import Any

from galakit.gdl.interpreter import Interpreter
from galakit.processes.child_side import answer_questions


def main(megabytes: int) -> None:
    """Answer until there are no more questions."""
    interpreter: Interpreter | None = None

    def answer(asked: Any) -> Any:
        nonlocal interpreter
        try:
            if interpreter is None:
                interpreter = Interpreter(asked, demand=True)
                return None
            if asked[0] == "about":
                return interpreter.roles, interpreter.incomplete
            return getattr(interpreter, asked[0])(*asked[1:])
        except RuntimeError as error:  # clingo's, where memory does not suffice
            raise MemoryError from error

    answer_questions(answer, megabytes)


if __name__ == "__main__":
    main(int(sys.argv[1]))
