"""Computing many results of values at once, in several processes where that is quicker.

An interpreter runs the rules, so each combination of inputs takes time; combinations are independent. Most have one of
a few results, so processes return the distinct results and an index for each combination.
"""

from __future__ import annotations

import ctypes
import gc
import os
import pickle
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.deadline import OutOfTime
from galakit.rules.lazy import NotSeparable, Undefined

MANY = 4_000  # combinations from which on another process is worth starting
STEP = 500  # combinations between two looks at the clock
PR_SET_PDEATHSIG = 1  # Linux: the signal that a process gets when its parent ends

Tell = Callable[[str, int, "int | None"], None]


def nothing(stage: str, done: int, total: int | None) -> None:
    """Reports no progress."""


def work_out(
    work: Callable[..., Any], columns: list[list[Any]], tell: Tell = nothing, lenient: bool = False
) -> tuple[list[Any], npt.NDArray[np.int32]]:
    """The distinct results of a function on rows of inputs, and the index of the result of each row.

    A row with an undefined input has an undefined result, unless the function is lenient.

    >>> work_out(max, [[1, 2, 3], [2, 2, 1]])
    ([2, 3], array([0, 0, 1], dtype=int32))
    """
    count = len(columns[0])
    parts = min(_processors(), count // (MANY // 2)) if count >= MANY else 1
    if parts < 2:
        return _one_by_one(work, columns, tell, lenient)
    ends = [count * k // parts for k in range(parts + 1)]
    slices = [[column[a:z] for column in columns] for a, z in pairwise(ends)]
    with _forked(work, slices[1:], lenient) as others:
        found = [_one_by_one(work, slices[0], lambda stage, done, _: tell(stage, done * parts, count), lenient)]
        for rows, receive in zip(slices[1:], others):
            found.append(receive() or _one_by_one(work, rows, tell, lenient))
    return _joined(found)


def _joined(parts: list[tuple[list[Any], npt.NDArray[np.int32]]]) -> tuple[list[Any], npt.NDArray[np.int32]]:
    number: dict[Any, int] = {}
    ids = []
    for results, own in parts:
        ids.append(np.array([number.setdefault(r, len(number)) for r in results], np.int32)[own])
    return list(number), np.concatenate(ids)


def _one_by_one(
    work: Callable[..., Any], columns: list[list[Any]], tell: Tell, lenient: bool
) -> tuple[list[Any], npt.NDArray[np.int32]]:
    number: dict[Any, int] = {}
    count = len(columns[0])
    ids = np.empty(count, np.int32)
    with collector_paused():
        for k, row in enumerate(zip(*columns)):
            undefined = None if lenient else next((x for x in row if type(x) is Undefined), None)
            if undefined is not None:
                result: Any = undefined
            else:
                try:
                    result = work(*row)
                except (NotSeparable, OutOfTime):
                    raise
                except Exception as error:  # an error only if the value is needed
                    result = Undefined(error)
            ids[k] = number.setdefault(result, len(number))
            if k % STEP == 0:
                tell("computing values of draws", k, count)
    return list(number), ids


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause garbage collection: rules create millions of objects and no cycles, and it would take half the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _processors() -> int:
    """How many processes can work at once; one where processes cannot be forked."""
    if sys.platform != "linux":
        return 1
    return len(os.sched_getaffinity(0))


@contextmanager
def _forked(
    work: Callable[..., Any], slices: list[list[list[Any]]], lenient: bool
) -> Iterator[list[Callable[[], Any]]]:
    """Processes that each work on one slice: functions that return their answers, or None where one failed."""
    from multiprocessing import get_context

    context = get_context("fork")
    running = []
    try:
        with warnings.catch_warnings():  # they run the interpreter, and nothing that needs threads
            warnings.simplefilter("ignore", DeprecationWarning)
            for rows in slices:
                ours, theirs = context.Pipe(duplex=False)
                process = context.Process(target=_answer, args=(theirs, work, rows, lenient), daemon=True)
                process.start()
                theirs.close()
                running.append((process, ours))
        yield [lambda end=end: _received(end) for _, end in running]  # type: ignore[misc]
    finally:
        for process, end in running:
            end.close()
            process.terminate()
            process.join()


def _answer(end: Any, work: Callable[..., Any], rows: list[list[Any]], lenient: bool) -> None:
    _die_with_parent()
    try:
        results, ids = _one_by_one(work, rows, nothing, lenient)
        known = not any(type(r) is Undefined for r in results)  # errors cannot always be pickled
        end.send_bytes(pickle.dumps((results, ids)) if known else b"")
    except BaseException:  # the parent will meet it, too
        end.send_bytes(b"")


def _die_with_parent() -> None:
    """End this process when its parent is killed.

    The signal is sent when the thread that started this process ends; that thread waits for its answer.
    """
    from multiprocessing import parent_process

    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    parent = parent_process()
    if parent is not None and os.getppid() != parent.pid:  # it ended before the signal was requested
        os._exit(1)


def _received(end: Any) -> Any:
    try:
        message = end.recv_bytes()
    except (EOFError, OSError):
        return None
    return pickle.loads(message) if message else None
