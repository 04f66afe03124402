"""The child's side of the communication with its parent: orders and answers as lines of JSON, or pickled questions."""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, TextIO, TypeVar

from galakit.errors import GalakitError
from galakit.processes.lifeline import end_with_parent
from galakit.processes.limits import limit_memory
from galakit.processes.stopping import Stopping

Order = TypeVar("Order")


def own_output() -> TextIO:
    """The standard output, reserved for answers: anything else that is printed is discarded."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    return answers


def answer_questions(answer: Callable[[Any], Any], megabytes: int | None = None) -> None:
    """Answer the parent's questions (`galakit.processes.worker_process`) one by one, within a memory limit.

    A GalakitError or a MemoryError is an answer, too. Anything printed meanwhile is discarded.
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
            reply = "done", answer(question)
        except GalakitError as error:
            reply = "wrong", error.diagnostics
        except MemoryError:
            reply = "memory", None
        pickle.dump(reply, answers.buffer)
        answers.buffer.flush()


def orders(lines: IO[bytes], answers: IO[str], read: Callable[[bytes], Order]) -> queue.SimpleQueue[Order]:
    """A queue of the orders as they arrive; the first answer is the id of this process.

    When the input ends, the parent is gone: then this process ends at once, whatever it is doing.
    """
    ordered: queue.SimpleQueue[Order] = queue.SimpleQueue()

    def listen() -> None:
        for line in lines:
            ordered.put(read(line))
        _leave()

    say(answers, str(os.getpid()))
    threading.Thread(target=listen, daemon=True).start()
    return ordered


def follow(
    lines: IO[bytes], answers: IO[str], order: Any, stop: type, expendable: str
) -> tuple[queue.SimpleQueue[Any], Callable[[Any], None], Stopping]:
    """Orders of a union of types as they arrive, a function that sends messages, and whether a stop was asked for.

    `expendable` (up to 1000) says how soon the system ends this process where memory runs out.
    """
    import msgspec  # most children need none of it

    encoder, decoder = msgspec.json.Encoder(), msgspec.json.Decoder(order)
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(expendable)
    stopping = Stopping()

    def read(line: bytes) -> Any:
        found = decoder.decode(line)
        if isinstance(found, stop):
            stopping.wish()
            return None
        return found

    return orders(lines, answers, read), lambda said: say(answers, encoder.encode(said).decode()), stopping


def say(answers: IO[str], line: str) -> None:
    """Send one answer; if the parent is gone, end this process."""
    try:
        answers.write(line + "\n")
        answers.flush()
    except OSError:
        _leave()


def _leave() -> None:
    """End this process, with all its children if it leads a process group."""
    if sys.platform != "win32" and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)
