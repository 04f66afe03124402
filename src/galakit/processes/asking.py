"""A child process that is asked one question at a time, each with a limit on its time.

For work that cannot be interrupted (clingo's grounder, Gambit's routines), may take all memory, or may crash: the
process can be ended at any time. The module that it runs calls `galakit.processes.talking.answer_questions`.
"""

from __future__ import annotations

import contextlib
import pickle
import queue
import signal
import subprocess
import threading
from typing import IO, Any

from galakit.processes.lifeline import Lifeline
from galakit.processes.python import command, surroundings


class Late(Exception):
    """There was no answer in time; the process is still at work on it."""


class Ended(Exception):
    """The process ended before it answered."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.killed = status == -getattr(signal, "SIGKILL", 9)
        """whether it was ended from outside, by a person or by the system: a new process may have more luck"""


class Asked:
    """The process of a module, begun at once.

    >>> process = Asked("galakit.gdl.isolated_worker", "1000")
    >>> process.alive
    True
    >>> process.end()
    """

    def __init__(self, module: str, *words: str) -> None:
        around = surroundings()
        with Lifeline() as self._lifeline:
            self._process = subprocess.Popen(
                command(module, *words),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=around["cwd"],
                env=around["env"] | self._lifeline.variables,
                pass_fds=self._lifeline.passed,
            )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._questions: IO[bytes] = self._process.stdin
        self._answers: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
        threading.Thread(target=_listen, args=(self._process.stdout, self._answers), daemon=True).start()

    @property
    def alive(self) -> bool:
        """Whether it can be asked."""
        return self._process.poll() is None

    def ask(self, question: Any, seconds: float) -> Any:
        """The answer to a question; Late or Ended where there is none."""
        with contextlib.suppress(OSError):  # it has just ended: then there is no answer either
            pickle.dump(question, self._questions)
            self._questions.flush()
        try:
            answer = self._answers.get(timeout=seconds)
        except queue.Empty:
            raise Late from None
        if not answer:
            raise Ended(self._process.wait())
        return answer[0]

    def end(self) -> None:
        """Stop it, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        self._lifeline.cut()
        with contextlib.suppress(OSError):  # what was not sent cannot be sent any more
            self._questions.close()


def _listen(answers: IO[bytes], heard: queue.SimpleQueue[tuple[Any, ...]]) -> None:
    """Pass answers on, each as a tuple of one; an empty tuple is the end."""
    with answers, contextlib.suppress(EOFError, pickle.UnpicklingError):
        while True:
            heard.put((pickle.load(answers),))
    heard.put(())
