"""A child process that is asked one question at a time; clingo's grounder stands for all of them."""

from __future__ import annotations

import pytest

from galakit.processes.worker_process import Ended, NoMemory, TimedOut, WorkerProcess

SQUARES = "n(0..{}). p(X,Y) :- n(X), n(Y)."


@pytest.fixture
def grounder():
    process = WorkerProcess("galakit.gdl.ground.worker", "300")
    yield process
    process.end()


def shown(grounder, program, seconds=60.0):
    return grounder.ask((program, ["n/1"]), seconds)[1]


def test_a_process_is_kept_for_the_next_question(grounder):
    assert grounder.pid is None
    assert shown(grounder, "n(1).") == (("n(1)", 0),)
    first = grounder.pid
    assert shown(grounder, "n(2).") == (("n(2)", 0),) and grounder.pid == first is not None


def test_a_question_that_takes_too_long_is_given_up_and_the_next_one_is_answered(grounder):
    shown(grounder, "n(1).")
    with pytest.raises(TimedOut, match=r"not done after 0\.2 s"):
        shown(grounder, SQUARES.format(100_000), 0.2)
    assert grounder.pid is None
    assert shown(grounder, "n(2).") == (("n(2)", 0),)


def test_too_little_memory_is_told_from_an_end():
    small = WorkerProcess("galakit.gdl.ground.worker", "100")
    assert shown(small, "n(1).") == (("n(1)", 0),)
    with pytest.raises(NoMemory):
        shown(small, SQUARES.format(100_000), 240)
    with pytest.raises(Ended) as ended:
        WorkerProcess("galakit.gdl.ground.worker", "no number").ask(("n(1).", []), 60)
    assert not ended.value.killed


def test_the_opening_question_comes_first_in_every_process():
    process = WorkerProcess("galakit.gdl.ground.worker", "1000", opening=("n(0).", ["n/1"]), starting=60)
    for _ in range(2):
        assert shown(process, "n(1).") == (("n(1)", 0),)
        process.end()
