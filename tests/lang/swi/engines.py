"""Both engines behind one question: the answers to a goal, in order, in a text that both can produce exactly."""

from __future__ import annotations

import json
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from unittest.mock import patch

from galakit.errors import GalakitError
from galakit.lang.prolog import machine, walk
from galakit.lang.prolog.faults import ERROR, TROUBLE, LimitError, as_prolog_error
from galakit.lang.prolog.toplevel import Prolog
from galakit.lang.reader import read_term
from galakit.lang.syntax import to_term
from galakit.lang.terms import CONS, NIL, Float, Symbol, Var, deref

STEPS = 300_000
NODES = 20_000
ANSWERS = 25
SYNTAX = "! syntax error"  # each engine has its own names for them


@dataclass(frozen=True)
class Outcome:
    """Answers as texts, and how the search ended: `.` (no more, or enough), `limit`, or `! error`."""

    answers: tuple[str, ...]
    end: str

    def __str__(self) -> str:
        return "\n".join([*self.answers, self.end])


class Swi:
    """One long-lived SWI-Prolog that answers questions; see server.pl. If it breaks down, another takes its place."""

    def __init__(self, executable: str) -> None:
        self.executable = executable
        self.program = ""
        self._begin()

    def _begin(self) -> None:
        server = Path(__file__).with_name("server.pl")
        command = [self.executable, "-q", "-f", "none", "-g", "server", "-t", "halt", "--stack-limit=512m", str(server)]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )

    def _send(self, request: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(request + "\n")
        self.process.stdin.flush()

    def _line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise EOFError("SWI-Prolog ended")
        return line.rstrip("\n")

    def load(self, program: str) -> None:
        self.program = program
        if self.process.poll() is not None:
            self._begin()
        self._send(f"load({json.dumps(program)}).")
        assert self._line() == "loaded"

    def ask(self, goal: str) -> Outcome:
        """Where it breaks down over a goal there is nothing to compare, as where it gives up."""
        if self.process.poll() is not None:
            self.load(self.program)
        try:
            self._send(f"ask({json.dumps(goal + ' .')}, {ANSWERS}).")
            answers = []
            while (line := self._line()).startswith("= "):
                answers.append(line[2:])
        except (BrokenPipeError, EOFError):
            self.process.wait(10)
            return Outcome((), "limit")
        return Outcome(tuple(answers), line)

    def close(self) -> None:
        with suppress(BrokenPipeError):
            if self.process.stdin is not None:
                self.process.stdin.close()
        self.process.wait(10)


class Galakit:
    """The engine under test, asked in the same way; with lower limits, so that infinite terms are soon found out."""

    def __init__(self, program: str = "") -> None:
        self.prolog = Prolog(program, step_limit=STEPS)

    def load(self, program: str) -> None:
        self.prolog = Prolog(program, step_limit=STEPS)

    def ask(self, goal: str) -> Outcome:
        with patch.object(walk, "NODE_LIMIT", NODES), patch.object(machine, "UNIFY_LIMIT", NODES):
            return self._ask(goal)

    def _ask(self, goal: str) -> Outcome:
        names: dict[str, Var] = {}
        try:
            term = to_term(read_term(goal), names)
        except GalakitError:
            return Outcome((), SYNTAX)
        database = self.prolog.database
        answers: list[str] = []
        try:
            code = database.compile_goal(term, names.values())
            for _ in database.machine.solutions(code, tuple(names.values())):
                numbers: dict[Var, int] = {}
                for value in names.values():
                    walk.variables(value)  # looks at everything: an infinite term is over the limit
                shown = [f"'{name}'={canonical(value, numbers)} " for name, value in names.items()]
                answers.append("[" + "".join(shown) + "]")
                if len(answers) >= ANSWERS:
                    break
        except TROUBLE as trouble:
            error = as_prolog_error(trouble)
            if isinstance(error, LimitError):
                return Outcome(tuple(answers), "limit")
            return Outcome(tuple(answers), f"! {canonical(error.term, {})}")
        return Outcome(tuple(answers), ".")


def canonical(term: object, numbers: dict[Var, int]) -> str:
    """The text server.pl prints for the term."""
    term = deref(term)
    match term:
        case Var():
            return f"_{numbers.setdefault(term, len(numbers) + 1)}"
        case Float():
            return str(float(term)) if term - term != 0 else f"{float(term):.16e}"
        case int():
            return str(term)
        case Fraction():
            return f"{term.numerator}r{term.denominator}"
        case str():
            return '"' + _characters(term) + '"'
        case Symbol():
            return "[]" if term is NIL else f"'{_characters(term.name)}'"
    assert type(term) is tuple
    if term[0] is ERROR:
        term = term[:2]  # without the context
    if term[0] is not CONS:
        name = "[]" if term[0].name == "[]" else f"'{_characters(term[0].name)}'"
        if term[0].name == "=" and len(term) == 3:
            return f"{canonical(term[1], numbers)}={canonical(term[2], numbers)}"
        return f"{name}({','.join([canonical(x, numbers) for x in term[1:]])})"
    items = []
    while type(term) is tuple and term[0] is CONS:
        items.append(canonical(term[1], numbers))
        term = deref(term[2])
    tail = "" if term is NIL else f"|{canonical(term, numbers)}"
    return f"[{','.join(items)}{tail}]"


def _characters(text: str) -> str:
    return "".join(c if " " <= c <= "~" and c not in "{'\"" else f"{{{ord(c):x}}}" for c in text)
