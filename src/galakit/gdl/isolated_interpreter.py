"""The interpreter in a process of its own: clingo cannot be stopped while it grounds, a process can.

Rules may build terms without end, or join so much that memory runs out: then a query raises an error. A process that
has ended for any reason is replaced at the next query.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from galakit.deadline import GRACE, deadline_in_force
from galakit.errors import GalakitError
from galakit.gdl.machine import State
from galakit.gdl.normal import Program
from galakit.gdl.text.syntax import Term
from galakit.processes.limits import Limits
from galakit.processes.worker_process import Ended, NoMemory, TimedOut, WorkerProcess

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
        self._limits = limits or Limits(seconds=ANSWERING)
        self._process = WorkerProcess("galakit.gdl.isolated_worker", str(self._limits.megabytes), opening=program)
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
        deadline = deadline_in_force()
        most = self._limits.seconds
        try:
            return self._process.ask(
                (question, *about), most if deadline is None else min(most, deadline.left + 2 * GRACE)
            )
        except TimedOut as timed_out:
            if deadline is not None:
                deadline.check(f"computing `{question}`")
            why = str(timed_out)
        except NoMemory:
            why = f"it needs more than {self._limits.megabytes} MB of memory"
        except Ended as ended:
            why = str(ended)
        raise GalakitError(
            f"what follows from the rules could not be computed: {why}",
            notes=[f"the query was `{question}`"],
            hint="a rule may build ever larger terms, or join too many conditions: bind its variables closely",
            id="GK945",
        )
