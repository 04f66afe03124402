"""The machine: a trampoline over continuation frames, a stack of choice points and a trail.

A compiled predicate is a Python function `f(args, frame)` that does one inference and returns the next `(function,
args, frame)` triple. A frame is itself such a triple, so "proceed" is `return frame`: success costs nothing and the
last call leaves no frame behind. A choice point is `(trail mark, function, args, frame)`; `fail()` pops the newest
one, undoes the trail down to its mark and resumes there. Nothing recurses, so depth is limited by memory only.

`catch/3` leaves a choice point before its goal and a frame behind it that share their arguments: an error unwinds the
choice points to the newest such one whose frame is still ahead, that is, whose goal has not exited.

The trail also records assignments to the *store*, the Gala variables, so that backtracking restores them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import repeat
from typing import Any, TypeAlias

from galakit.lang.prolog.faults import TROUBLE, LimitError, PrologError, as_prolog_error
from galakit.lang.prolog.walk import rename
from galakit.lang.prolog.work import CELLS, STEP_LIMIT, STRIDE, spend, thread
from galakit.lang.terms import Term, Var

Frame: TypeAlias = tuple[Any, Any, Any]
Code: TypeAlias = Callable[[tuple[Term, ...], Any], Frame]

CHUNK = 20_000
UNIFY_LIMIT = 5_000_000
LONG_TEXT = 10_000  # characters that are compared as fast as a few compounds
SUCCESS: Frame = (None, True, None)

_refcount = getattr(sys, "getrefcount", None)


def _unshared() -> int:
    """The reference count `_tidy` sees for an object that only the trail held; interpreters differ."""
    trail = [Var()]
    entry = trail.pop()
    return _refcount(entry) if _refcount is not None else 0


_UNSHARED = _unshared()


class Machine:
    """Trail, choice points, store, and the loop that runs compiled code."""

    def __init__(self, step_limit: int = STEP_LIMIT) -> None:
        self.step_limit = step_limit
        self.trail: list[Any] = []
        self.choices: list[tuple[int, Any, Any, Any]] = []
        self.store: dict[Term, Term] = {}
        self._tidy_at = 4 * CHUNK
        self.found = 0  # counts what is new among the solutions: a goal that goes on finding such is not stopped
        self.fail: Callable[[], Frame] = self._make_fail()
        self.unify: Callable[[Term, Term], bool] = self._make_unify()
        # What `catch/3` leaves as its choice point: reached by backtracking it only fails on.
        self.catch_failed: Code = lambda args, frame: self.fail()
        self.catch_exited: Code = self._make_catch_exited()
        self.next_between: Code | None = None  # set where between/3 is defined

    def _make_fail(self) -> Callable[[], Frame]:
        trail, choices = self.trail, self.choices
        pop = trail.pop

        def fail() -> Frame:
            mark, code, args, frame = choices.pop()
            while len(trail) > mark:
                entry = pop()
                if type(entry) is Var:
                    entry.ref = None
                else:
                    _restore(self.store, entry)
            return code, args, frame

        return fail

    def _make_unify(self) -> Callable[[Term, Term], bool]:
        push = self.trail.append

        def unify(a: Term, b: Term) -> bool:
            stack: list[Term] = []
            pairs = 0
            due = STRIDE
            while True:
                while type(a) is Var:
                    ref = a.ref
                    if ref is None:
                        break
                    a = ref
                while type(b) is Var:
                    ref = b.ref
                    if ref is None:
                        break
                    b = ref
                if a is b:
                    pass
                elif type(a) is Var:
                    a.ref = b
                    push(a)
                elif type(b) is Var:
                    b.ref = a
                    push(b)
                elif type(a) is tuple and type(b) is tuple:
                    if a[0] is not b[0]:
                        return False
                    last = len(a) - 1
                    pairs += 1 + (last >> 2)
                    if pairs > due:
                        due = _unified(due, pairs)
                    for i in range(1, last):
                        stack.append(a[i])
                        stack.append(b[i])
                    a, b = a[last], b[last]
                    continue
                elif type(a) is str and len(a) > LONG_TEXT:
                    spend(len(a) // LONG_TEXT)
                    if a != b:
                        return False
                elif a != b:
                    return False
                if not stack:
                    return True
                b = stack.pop()
                a = stack.pop()

        return unify

    def undo(self, mark: int) -> None:
        """Take back every binding and assignment made since the trail had this length."""
        trail = self.trail
        while len(trail) > mark:
            entry = trail.pop()
            if type(entry) is Var:
                entry.ref = None
            else:
                _restore(self.store, entry)

    def assign(self, cell: Term, value: Term) -> None:
        """Set a Gala variable so that backtracking restores it."""
        store = self.store
        self.trail.append((cell, store.get(cell)))
        store[cell] = value

    def _make_catch_exited(self) -> Code:
        choices = self.choices

        def catch_exited(args: tuple[Any, ...], frame: Any) -> Frame:
            if choices[-1][2] is args:
                choices.pop()  # the goal left no choice point: nothing can be caught here any more
            return frame  # type: ignore[no-any-return]

        return catch_exited

    def run(self, code: Any, args: Any, frame: Any) -> bool:
        """Run until the success frame or the bottom choice point is reached; errors go to the nearest `catch/3`."""
        steps = 0
        found = self.found
        looked = 0
        budget = thread.budget
        budget.open(self.step_limit)
        while True:
            ticks = repeat(None, CHUNK)
            try:
                for _ in ticks:
                    code, args, frame = code(args, frame)
                    if code is None:
                        return args  # type: ignore[no-any-return]
            except TROUBLE as trouble:
                error = as_prolog_error(trouble)
                caught = None if isinstance(error, LimitError) else self._catcher(error, frame)
                if caught is None:
                    raise error from None
                code, args, frame = caught
            steps += CHUNK - ticks.__length_hint__()
            if self.found != found:
                steps, looked, found = 0, 0, self.found
                budget.open(self.step_limit)
            if steps - looked >= CHUNK:
                looked = steps
                budget.look()
            if steps >= self.step_limit:
                raise LimitError(
                    f"the goal was stopped after {steps:,} inferences: it probably never ends",
                    "check that every recursive rule comes closer to its base case",
                    id="GK416",
                )
            if len(self.trail) > self._tidy_at:
                self._tidy()

    def _catcher(self, error: PrologError, frame: Any) -> Frame | None:
        """Where the program goes on after an error raised in front of `frame`; None when nothing catches it."""
        ball = rename(error.term)
        active = set()
        passed = 0
        while frame is not None:
            if frame[0] is self.catch_exited:
                active.add(id(frame[1]))
            frame = frame[2]
            passed += 1
        spend(passed // CELLS)
        choices = self.choices
        while choices:
            mark, code, args, frame = choices[-1]
            if code is None:
                return None
            choices.pop()
            if code is self.catch_failed and id(args) in active:
                self.undo(mark)
                catcher, recovery, call = args
                if self.unify(catcher, ball):
                    return call, (recovery,), frame
                self.undo(mark)
        return None

    def once(self, code: Any, args: tuple[Term, ...]) -> bool:
        """The first solution of a goal, keeping its bindings; False (and no binding) when there is none."""
        choices, trail = self.choices, self.trail
        base = len(choices)
        choices.append((len(trail), None, False, None))
        try:
            return self.run(code, args, SUCCESS)
        except PrologError:
            self.undo(choices[base][0])
            raise
        finally:
            del choices[base:]
            if not choices:
                trail.clear()

    def holds(self, code: Any, args: tuple[Term, ...]) -> bool:
        """`once` for code that only tests and binds in place, without calling a predicate: one function call."""
        thread.budget.open(self.step_limit)
        choices = self.choices
        base = len(choices)
        choices.append((len(self.trail), None, False, None))
        try:
            return code(args, SUCCESS) is SUCCESS
        finally:
            del choices[base:]

    def solutions(self, code: Any, args: tuple[Term, ...]) -> Iterator[None]:
        """Yields once for each solution, whose bindings hold until the next one is asked for."""
        choices, trail = self.choices, self.trail
        base = len(choices)
        choices.append((len(trail), None, False, None))
        mark = len(trail)
        try:
            found = self.run(code, args, SUCCESS)
            while found:
                yield
                code, args, frame = self.fail()
                if code is None:
                    break
                found = self.run(code, args, frame)
        finally:
            del choices[base:]
            self.undo(mark)

    def each_solution(self, code: Any, args: tuple[Term, ...], take: Code) -> None:
        """Run `take` at each solution, while its bindings hold; it must end in `fail()` to get the next one.

        This is `solutions` turned inside out: the machine never stops between two of them.
        """
        choices, trail = self.choices, self.trail
        base = len(choices)
        mark = len(trail)
        choices.append((mark, None, False, None))
        try:
            self.run(code, args, (take, (), None))
        finally:
            del choices[base:]
            self.undo(mark)

    def ahead(self) -> int:
        """The most values that a `between/3` has still to try."""
        return max((args[1] - args[0] for _, code, args, _ in self.choices if code is self.next_between), default=0)

    def _tidy(self) -> None:
        """Drop trail entries of variables that nothing else refers to: a long deterministic run leaves no garbage."""
        if _refcount is not None:
            trail, choices = self.trail, self.choices
            marks = [c[0] for c in choices]
            kept: list[Any] = []
            new_marks: list[int] = []
            j = 0
            trail.reverse()  # popping from the end visits the oldest entries first
            for index in range(len(trail)):
                while j < len(marks) and marks[j] <= index:
                    new_marks.append(len(kept))
                    j += 1
                entry = trail.pop()
                if type(entry) is not Var or _refcount(entry) > _UNSHARED:
                    kept.append(entry)
            new_marks.extend([len(kept)] * (len(marks) - j))
            trail.extend(kept)
            for i, (choice, mark) in enumerate(zip(choices, new_marks)):
                choices[i] = (mark, *choice[1:])
        self._tidy_at = max(4 * CHUNK, 2 * len(self.trail))


def _unified(due: int, pairs: int) -> int:
    """Spend the pairs of subterms that were unified, as `counted` does."""
    if pairs > UNIFY_LIMIT:
        raise LimitError("two terms are too large (or infinite) to unify")
    spend(2 * (pairs - due + STRIDE))
    return pairs + STRIDE


def _restore(store: dict[Term, Term], entry: tuple[Term, Term | None]) -> None:
    cell, old = entry
    if old is None:
        store.pop(cell, None)
    else:
        store[cell] = old


class Pending:
    """A value of the store that is computed only when read."""

    __slots__ = ("arguments", "work")

    def __init__(self, work: Callable[..., Term], arguments: tuple[Any, ...]) -> None:
        self.work = work
        self.arguments = arguments

    def force(self) -> Term:
        return self.work(*self.arguments)
