"""The interpreter in a process of its own: clingo cannot be stopped while it grounds, a process can.

Rules may build terms without end, or join so much that no memory suffices. Whoever asks then gets an error, and the
next question finds a fresh process.
"""

from __future__ import annotations

import pickle
import queue
import subprocess
import sys
import threading
import weakref
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Any

from galakit.errors import GalakitError
from galakit.gdl.machine import State
from galakit.gdl.normal import Program
from galakit.gdl.text.syntax import Term
from galakit.processes.limits import Limits, environment

STARTING = 60.0  # seconds in which the process must be up


class Apart:
    """A machine that asks an interpreter in another process.

    >>> from galakit.errors import Source
    >>> from galakit.gdl.normal import normalise
    >>> from galakit.gdl.text.kif import read
    >>> text = "(role ann) (init zero) (<= (legal ann ?n) (number ?n)) (number zero) (<= (number (s ?n)) (number ?n))"
    >>> machine = Apart(normalise(read(Source("<text>", text))), Limits(seconds=0.5))
    >>> machine.legal(machine.opening(), 0)
    Traceback (most recent call last):
    ...
    galakit.errors.GalakitError: error[GK945]: ...
    """

    def __init__(self, program: Program, limits: Limits | None = None) -> None:
        self._program = program
        self._limits = limits or Limits(seconds=60.0)
        self._lock = threading.Lock()
        self._process: _Process | None = None
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
                if self._process is None:
                    self._process = _Process(self._program, self._limits)
                    # The process ends when nobody can ask it any more.
                    weakref.finalize(self, self._process.end)
                return self._process.answer((question, *about))
            except _Stopped as stopped:
                self._end()
                raise GalakitError(
                    f"what follows from the rules could not be worked out: {stopped}",
                    notes=[f"the question was `{question}`"],
                    hint="a rule may build ever larger terms, or join too many conditions: bind its variables closely",
                    id="GK945",
                ) from None
            except GalakitError:
                raise
            except BaseException:  # an interrupt: nobody waits for that answer any more
                self._end()
                raise

    def _end(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None


class _Stopped(Exception):
    """Why there is no answer."""


class _Process:
    def __init__(self, program: Program, limits: Limits) -> None:
        self._seconds = limits.seconds
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "galakit.gdl.apart_worker", str(limits.megabytes), str(limits.seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._questions: IO[bytes] = self._process.stdin
        self._answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
        threading.Thread(target=_listen, args=(self._process.stdout, self._answers), daemon=True).start()
        self._send(program)
        self._receive(STARTING)

    def answer(self, question: tuple[Any, ...]) -> Any:
        self._send(question)
        return self._receive(self._seconds)

    def _send(self, thing: Any) -> None:
        with suppress(OSError):  # it has just ended: then there is no answer either
            pickle.dump(thing, self._questions)
            self._questions.flush()

    def _receive(self, seconds: float) -> Any:
        try:
            kind, answer = self._answers.get(timeout=seconds)
        except queue.Empty:
            raise _Stopped(f"not done after {seconds:g} s") from None
        if kind == "wrong":
            problems = answer
            raise GalakitError(problems)
        if kind == "stopped":
            raise _Stopped(answer)
        return answer

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        with suppress(OSError):
            self._questions.close()


def _listen(answers: IO[bytes], heard: queue.SimpleQueue[Any]) -> None:
    with answers, suppress(EOFError, pickle.UnpicklingError):
        while True:
            heard.put(pickle.load(answers))
    heard.put(("stopped", "the process that works it out has ended, most likely for lack of memory"))
