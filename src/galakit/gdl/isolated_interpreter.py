"""The interpreter in a process of its own: clingo cannot be stopped while it grounds, a process can.

Rules may build terms without end, or join so much that memory runs out: then a query raises an error. A process that
has ended for any reason is replaced at the next query.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Sequence
from typing import Any

from galakit.deadline import GRACE, deadline_in_force
from galakit.errors import GalakitError
from galakit.gdl.machine import State
from galakit.gdl.normal import Program
from galakit.gdl.text.syntax import Term
from galakit.processes.asking import Asked, Ended, Late
from galakit.processes.limits import Limits

STARTING = 60.0  # seconds for starting the process
ANSWERING = 60.0  # seconds for one query


class IsolatedInterpreter:
    """A machine that asks an interpreter in another process.

    >>> from galakit.errors import Source
    >>> from galakit.gdl.normal import normalise
    >>> from galakit.gdl.text.kif import read
    >>> text = "(role ann) (init zero) (<= (legal ann ?n) (number ?n)) (number zero) (<= (number (s ?n)) (number ?n))"
    >>> machine = IsolatedInterpreter(normalise(read(Source("<text>", text))), Limits(seconds=0.5))
    >>> machine.legal(machine.opening(), 0)
    Traceback (most recent call last):
    ...
    galakit.errors.GalakitError: error[GK945]: ...
    """

    def __init__(self, program: Program, limits: Limits | None = None) -> None:
        self._program = program
        self._limits = limits or Limits(seconds=ANSWERING)
        self._lock = threading.Lock()
        self._process: Asked | None = None
        self.roles, self.incomplete = self._ask("about")

    def opening(self) -> State:
        return self._ask("opening")  # type: ignore[no-any-return]

    def legal(self, state: State, role: int) -> tuple[Term, ...]:
        return self._ask("legal", state, role)  # type: ignore[no-any-return]

    def terminal(self, state: State) -> bool:
        return self._ask("terminal", state)  # type: ignore[no-any-return]

    def goals(self, state: State) -> tuple[int | None, ...]:
        return self._ask("goals", state)  # type: ignore[no-any-return]

    def next(self, state: State, moves: Sequence[Term]) -> State:
        return self._ask("next", state, tuple(moves))  # type: ignore[no-any-return]

    def sees(self, state: State, moves: Sequence[Term]) -> tuple[frozenset[Term], ...]:
        return self._ask("sees", state, tuple(moves))  # type: ignore[no-any-return]

    def holds(self, state: State) -> frozenset[Term]:
        assert isinstance(state, frozenset)
        return state

    def _ask(self, question: str, *about: Any) -> Any:
        with self._lock:
            try:
                kind, answer = self._answer((question, *about))
            except BaseException:  # no answer, or an interrupt
                self._end()
                raise
        return _told(question, kind, answer)

    def _answer(self, question: tuple[Any, ...]) -> tuple[str, Any]:
        """The kind of answer, and the answer or error; a process that was killed is replaced once."""
        for last in (False, True):
            try:
                kind, answer = self._begun().ask(question, self._patience())
            except Late:
                if (deadline := deadline_in_force()) is not None:
                    deadline.check(f"computing `{question[0]}`")
                raise _unanswered(question[0], f"not done after {self._limits.seconds:g} s") from None
            except Ended as ended:
                self._end()
                if last or not ended.killed:
                    why = "its process has ended, most likely for lack of memory"
                    raise _unanswered(question[0], why) from None
                continue
            if kind == "stopped":  # it cannot continue
                self._end()
            return kind, answer
        raise AssertionError("the second attempt answers or raises")

    def _patience(self) -> float:
        """Seconds for one query."""
        deadline = deadline_in_force()
        return self._limits.seconds if deadline is None else min(self._limits.seconds, deadline.left + 2 * GRACE)

    def _begun(self) -> Asked:
        """The process, which knows the rules."""
        if self._process is not None and not self._process.alive:
            self._end()
        if self._process is None:
            process = Asked("galakit.gdl.isolated_worker", str(self._limits.megabytes))
            self._process = process
            weakref.finalize(self, process.end)  # when no reference to it is left
            try:
                _told("rules", *process.ask(self._program, STARTING))
            except Late:
                raise _unanswered("rules", f"not read after {STARTING:g} s") from None
        return self._process

    def _end(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None


def _told(question: str, kind: str, answer: Any) -> Any:
    """The answer, if it is one."""
    if kind == "wrong":
        problems = answer
        raise GalakitError(problems)
    if kind == "stopped":
        raise _unanswered(question, answer)
    return answer


def _unanswered(question: str, why: str) -> GalakitError:
    return GalakitError(
        f"what follows from the rules could not be computed: {why}",
        notes=[f"the query was `{question}`"],
        hint="a rule may build ever larger terms, or join too many conditions: bind its variables closely",
        id="GK945",
    )
