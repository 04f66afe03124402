"""What is fuzzed: the reader, the checker, the engine, and loading with exploring.

A target takes bytes. Nothing but a GalakitError may come out of what it calls, and what it returns it must be able to
show; a target checks that much itself and raises AssertionError where it is not so.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from fuzz.draw import Draw
from fuzz.texts import goal, mutated
from galakit.errors import Diagnostic, GalakitError, Source
from galakit.lang.gala.compile import check, compile_program
from galakit.lang.gala.declarations import parse
from galakit.lang.prolog.machine import Machine
from galakit.lang.prolog.toplevel import Prolog
from galakit.lang.reader import read, read_term
from galakit.lang.syntax import to_term
from galakit.lang.tokens import tokenize
from galakit.lang.writer import write

STEPS = 20_000
STATES = 200


def text_reader(data: bytes) -> None:
    """Any text at all: tokens in order, complaints with a place, and what is read can be written and read again."""
    text = data.decode("utf-8", "replace")
    source = Source("<fuzz>", text)
    lexed = tokenize(source)
    ends = [0, *(t.end for t in lexed.tokens)]
    assert all(before <= t.start <= t.end <= len(text) for before, t in zip(ends, lexed.tokens))
    clauses, problems = read(source)
    shown(problems)
    for clause in clauses:
        written = write(to_term(clause.node, {}))
        assert write(to_term(read_term(written), {})) == written


def text_checker(data: bytes) -> None:
    """Any text as a game."""
    shown(check(Source("<fuzz>", data.decode("utf-8", "replace"))).sorted_problems())


def checker(data: bytes) -> None:
    """A damaged game is checked without running it."""
    shown(check(Source("<fuzz>", mutated(Draw(data)))).sorted_problems())


def engine(data: bytes) -> None:
    """Any goal has answers that can be written, or an error."""
    question = goal(Draw(data))
    with small_limits():
        try:
            Prolog(step_limit=STEPS).ask(question, limit=20)
        except GalakitError as error:
            shown(error.diagnostics)


def explorer(data: bytes) -> None:
    """A damaged game is refused, or explored as far as the limit."""
    from galakit.game.explore import explore

    with small_limits():
        try:
            program = parse(Source("<fuzz>", mutated(Draw(data))))
            rules, _ = compile_program(program, {})
            explore(rules, limit_states=STATES)
        except GalakitError as error:
            shown(error.diagnostics)


def every(data: bytes) -> None:
    """All of them in turn, for a run so short that starting one fuzzer each would take most of it."""
    targets = (text_reader, text_checker, checker, engine, explorer)
    targets[Draw(data).below(len(targets))](data[1:])


TARGETS = {f.__name__: f for f in (text_reader, text_checker, checker, engine, explorer, every)}


def shown(problems: list[Diagnostic] | tuple[Diagnostic, ...]) -> None:
    """Every diagnostic can be rendered, has words, and a place inside its text."""
    for problem in problems:
        assert problem.message and problem.render() and problem.to_json()
        if problem.span is not None:
            assert 0 <= problem.span.start <= problem.span.end <= len(problem.span.source.text)


@contextmanager
def small_limits() -> Iterator[None]:
    """The limits of the engine so small that thousands of games can be tried."""
    with (
        patch.object(Machine.__init__, "__defaults__", (STEPS,)),
        patch("galakit.lang.prolog.walk.NODE_LIMIT", 20_000),
        patch("galakit.lang.gala.execution.STATEMENT_LIMIT", 2_000),
        patch("galakit.lang.gala.options.OPTION_LIMIT", 2_000),
    ):
        yield
