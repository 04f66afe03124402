"""A child process that is asked one question at a time, each with a limit on its time.

For work that cannot be interrupted (clingo's grounder, Gambit's routines), may take all memory, or may crash: the
process can be ended at any time. The module that it runs calls `galakit.processes.child_side.answer_questions`.
"""

from __future__ import annotations

import contextlib
import pickle
import queue
import signal
import subprocess
import threading
import weakref
from typing import Any

from galakit.errors import GalakitError
from galakit.processes.lifeline import Lifeline
from galakit.processes.python import command, surroundings

STARTING = 60.0  # seconds in which a process must answer the opening question


class TimedOut(Exception):
    """There was no answer in time."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"not done after {seconds:g} s")


class NoMemory(Exception):
    """The answer needs more memory than the process may have."""


class Ended(Exception):
    """The process ended before it answered."""

    def __init__(self, status: int) -> None:
        super().__init__("its process has ended, most likely for lack of memory")
        self.killed = status == -getattr(signal, "SIGKILL", 9)
        """whether the user or the system killed it: a new process may succeed"""


class WorkerProcess:
    """A process that runs a module: started by the first question, kept, and ended if there is no answer.

    An `opening` question comes before the first one and may take `starting` seconds. A process killed by the user or
    the system is replaced once, even in the middle of a question.

    >>> grounder = WorkerProcess("galakit.gdl.ground.worker", "1000")
    >>> rules, shown = grounder.ask(("{a}. b :- not a.", ["b/0"]), seconds=60)
    >>> shown
    (('b', 2),)
    >>> grounder.end()
    """

    def __init__(self, module: str, *arguments: str, opening: Any = None, starting: float = STARTING) -> None:
        self._command = command(module, *arguments)
        self._opening = opening
        self._starting = starting
        self._lock = threading.Lock()
        self._process: _Process | None = None

    @property
    def pid(self) -> int | None:
        """The id of the process, if one is running."""
        return self._process.pid if self._process is not None and self._process.alive else None

    def ask(self, question: Any, seconds: float) -> Any:
        """The answer to a question; raises TimedOut, NoMemory or Ended, or the GalakitError of the process."""
        with self._lock:
            self.put(question)
            return self.answer(seconds)

    def begin(self, seconds: float) -> None:
        """Start the process, if none is running, and wait until it is ready for questions, so long at most."""
        with self._lock:
            if self.pid is None:
                self._begin()
            self._open(min(seconds, self._starting))

    def put(self, question: Any) -> None:
        """Ask without waiting for the answer."""
        self._question = question
        if self.pid is None:
            self._begin()
        assert self._process is not None
        self._process.questions.put(question)

    def answer(self, seconds: float) -> Any:
        """Wait for the answer to the question put last."""
        try:
            return self._answer(seconds)
        except Ended as ended:
            if not ended.killed:
                raise
        self.put(self._question)
        return self._answer(seconds)

    def end(self) -> None:
        """Stop the process, if there is one, whatever it is doing."""
        if self._process is not None:
            self._finish()
            self._process = None

    def _begin(self) -> None:
        self.end()
        self._process = _Process(self._command)
        self._finish = weakref.finalize(self, self._process.end)
        self._opened = self._opening is None
        if not self._opened:
            self._process.questions.put(self._opening)

    def _open(self, seconds: float) -> None:
        assert self._process is not None
        if self._opened:
            return
        try:
            self._process.answer(seconds)
        except BaseException:
            self.end()
            raise
        self._opened = True

    def _answer(self, seconds: float) -> Any:
        assert self._process is not None
        try:
            self._open(self._starting)
            return self._process.answer(seconds)
        except BaseException as error:  # interrupts included: nothing waits for the answer any more
            if not (isinstance(error, GalakitError) and self._opened):
                self.end()
            raise


class _Process:
    """A running process, and a thread that hands it questions and takes its answers."""

    def __init__(self, arguments: list[str]) -> None:
        around = surroundings()
        with Lifeline() as self._lifeline:
            self._process = subprocess.Popen(
                arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=around["cwd"],
                env=around["env"] | self._lifeline.variables,
                pass_fds=self._lifeline.passed,
            )
        self.pid = self._process.pid
        self.questions: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
        threading.Thread(target=_converse, args=(self._process, self.questions, self._answers), daemon=True).start()

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def answer(self, seconds: float) -> Any:
        """The answer to the next question that is not answered yet."""
        try:
            kind, answer = self._answers.get(timeout=seconds)
        except queue.Empty:
            raise TimedOut(seconds) from None
        if kind == "wrong":
            problems = answer  # diagnostics, made with their ids in the other process
            raise GalakitError(problems)
        if kind == "memory":
            raise NoMemory
        if kind == "ended":
            raise Ended(self._process.wait())
        return answer

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._lifeline.cut()
        self.questions.put(_OVER)


_OVER = object()


def _converse(
    process: subprocess.Popen[bytes], questions: queue.SimpleQueue[Any], answers: queue.SimpleQueue[tuple[Any, ...]]
) -> None:
    """Pass on questions and answers; an answer is a pair of its kind and its value, and the end is one, too."""
    assert process.stdin is not None and process.stdout is not None
    with contextlib.suppress(OSError, EOFError, pickle.UnpicklingError):
        while (question := questions.get()) is not _OVER:
            pickle.dump(question, process.stdin)
            process.stdin.flush()
            answers.put(pickle.load(process.stdout))
    answers.put(("ended", None))
    process.stdout.close()
    with contextlib.suppress(OSError):  # unsent data is lost
        process.stdin.close()
