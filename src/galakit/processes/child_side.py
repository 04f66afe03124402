"""The side of a child process: orders come in as lines of JSON and answers go out so, or questions come pickled."""

from __future__ import annotations

import os
import pickle
import queue
import signal
import sys
import threading
from collections.abc import Callable
from typing import IO, Any, TextIO, TypeVar

from galakit.errors import GalakitError
from galakit.processes.lifeline import end_with_parent
from galakit.processes.limits import limit_memory

Order = TypeVar("Order")


def own_output() -> TextIO:
    """The standard output, kept for answers: whatever else is printed goes nowhere."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    return answers


def answer_questions(answer: Callable[[Any], Any], megabytes: int | None = None) -> None:
    """Answer what the parent asks (`galakit.processes.asking`), one question after the other, with so much memory.

    A GalakitError or a MemoryError is an answer, too. Whatever is printed meanwhile goes nowhere.
    """
    end_with_parent()
    if megabytes is not None:
        limit_memory(megabytes)
    answers = own_output()
    while True:
        try:
            question = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        try:
            told = "done", answer(question)
        except GalakitError as error:
            told = "wrong", error.diagnostics
        except MemoryError:
            told = "memory", None
        pickle.dump(told, answers.buffer)
        answers.buffer.flush()


def orders(lines: IO[bytes], answers: IO[str], read: Callable[[bytes], Order]) -> queue.SimpleQueue[Order]:
    """What is ordered, as it comes in; the first answer is the number of this process.

    Whoever gave the orders is gone when they end: so is this process then, even in the middle of a thought.
    """
    ordered: queue.SimpleQueue[Order] = queue.SimpleQueue()

    def listen() -> None:
        for line in lines:
            ordered.put(read(line))
        _leave()

    say(answers, str(os.getpid()))
    threading.Thread(target=listen, daemon=True).start()
    return ordered


def say(answers: IO[str], line: str) -> None:
    """One answer; where nobody listens any more, this process ends."""
    try:
        answers.write(line + "\n")
        answers.flush()
    except OSError:
        _leave()


def _leave() -> None:
    """End this process, and all that it began, where they are a group of their own."""
    if sys.platform != "win32" and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)
