"""The time limit holds inside a single goal of the rules, and while a description is made ready."""

from __future__ import annotations

import signal

import pytest

import galakit as gk
from galakit.compiling import njit
from galakit.deadline import Deadline, OutOfTime, deadline_in_force, ending
from galakit.lang.gala.rules import GalaRules
from galakit.progress import Foreseen
from galakit.rules.frontier import while_foreseen
from galakit.solution.certificate import Certificate
from galakit.solvers.method import Answer
from galakit.solvers.solve import _certificates

COUNTS = """
game(counts, [players : [a, b], variables : [v = 0], flow : (
    choose(nature, C, member(C, [1, 2])), count(3000000), choose(a, X, member(X, [1, 2])), outcome([X, -X])
)]).
count(0).
count(N) :- N > 0, M is N - 1, count(M).
"""
DOUBLING = "".join(f"(<= (p{k + 1} (f ?x ?y)) (p{k} ?x) (p{k} ?y)) " for k in range(8))
GROWS = f"(role a) (init x) (legal a m) (p0 a) (p0 b) {DOUBLING} (<= terminal (p8 ?x)) (goal a 0)"


@pytest.mark.parametrize("method", ["auto", "lp", "factored"])
def test_a_goal_that_takes_longer_than_the_limit_is_ended(method, monkeypatch):
    """Only Python's engine takes so long for one: the abstract machine looks at the clock between states."""
    monkeypatch.setattr(GalaRules, "ready", lambda *_: False)
    stage = "(running a goal of the rules|exploring states|separating draws from actions|choosing a method)"
    with pytest.raises(OutOfTime, match=f"the time limit of 0.3 s was reached while {stage}"):
        gk.solve(gk.loads(COUNTS), method, time_limit=0.3)


def test_a_choice_with_very_many_options_is_ended():
    """One state of this game has 249,500 moves, which take longer to find than all the time there is."""
    with pytest.raises(OutOfTime, match="while (finding the options of a choice|exploring states)"):
        gk.solve(gk.load("poker", ranks=500), "lp", time_limit=0.2)


def test_a_time_limit_is_written_in_short():
    with pytest.raises(OutOfTime, match="the time limit of 0.333 s"):
        Deadline(1 / 3, began=0).check("thinking")
    assert str(Deadline(3600)) == "the time limit of 3,600 s"


def test_a_question_to_a_description_is_ended(tmp_path):
    path = tmp_path / "grows.kif"
    path.write_text(GROWS)
    with Deadline(1).in_force():
        game = gk.load(path)
    with pytest.raises(OutOfTime, match="while (computing `terminal`|exploring states)"):
        gk.solve(game, time_limit=0.3)


SPINS = """
import galakit as gk

@gk.rules(players=("a",))
def spins(play):
    while True:
        try:
            sum(range(1000))
        except ValueError:
            pass
    yield play.choose("a", [1, 2])
"""


def test_rules_in_python_that_never_come_to_a_choice_are_ended(tmp_path):
    path = tmp_path / "spins.py"
    path.write_text(SPINS)
    game = gk.load(path)
    with pytest.raises(OutOfTime, match="the time limit of 0.3 s was reached"):
        gk.solve(game, time_limit=0.3)


def test_a_program_that_takes_long_to_read_is_ended(tmp_path):
    path = tmp_path / "spins.py"
    path.write_text("while True:\n    pass\n")
    reading = pytest.raises(OutOfTime, match="while reading the rules")
    with reading, Deadline(0.2).in_force(), ending("reading the rules"):
        gk.load(path)


def test_blocks_inside_each_other_are_ended_each_at_its_own_time():
    with Deadline(60).in_force(), ending("the outer one"):
        ended = pytest.raises(OutOfTime, match="while doing the inner one")
        with ended, Deadline(0.1).in_force(), ending("doing the inner one"):
            while True:
                pass
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 50  # the outer alarm is set again
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_the_alarm_of_a_command_stays_where_it_rings_first():
    before = signal.signal(signal.SIGALRM, signal.SIG_IGN)
    try:
        signal.setitimer(signal.ITIMER_REAL, 30)
        with Deadline(60).in_force(), ending("reading"):
            assert signal.getsignal(signal.SIGALRM) is signal.SIG_IGN
        with Deadline(5).in_force(), ending("reading"):
            assert signal.getitimer(signal.ITIMER_REAL)[0] < 10
        assert 20 < signal.getitimer(signal.ITIMER_REAL)[0] <= 30
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Endless:
    """A policy whose certificate takes for ever."""

    def certify(self, *, free=False):
        while True:
            pass


def test_an_answer_without_a_certificate_in_time_is_what_the_method_says():
    claim = Certificate((1, -1), (0, 0), True, by="search")
    deadline = Deadline(0.1).for_closing()
    with deadline.in_force():
        found, free, cut = _certificates(Answer(None, "", claimed=claim), [Endless()], locked=False)
    assert found == [claim] and free is claim
    assert cut == ("the time limit of 0.1 s was reached while certifying: best responses do not confirm the answer",)
    with deadline.in_force():
        _, _, cut = _certificates(Answer(None, "", claimed=claim, interrupted=True), [Endless()], locked=False)
    assert cut == ("interrupted before it was certified: best responses do not confirm the answer",)
    with deadline.in_force(), pytest.raises(OutOfTime, match="while certifying"):
        _certificates(Answer(None, ""), [Endless()], locked=False)


def test_a_deadline_is_in_force_for_a_while_only():
    with Deadline(60).in_force():
        assert deadline_in_force() is not None
    assert deadline_in_force() is None


def test_the_compiler_is_ended():
    lines = "".join(f"    x = x * {k} + x // {k + 2}\n" for k in range(6_000))
    space = {}
    exec(f"def long(x):\n{lines}    return x\n", space)
    long = njit()(space["long"])
    with (
        Deadline(0.5).in_force(),
        pytest.raises(OutOfTime, match="0.5 s was reached while compiling for the first use"),
    ):
        long(1)
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
    with Deadline(60).in_force():
        assert njit()(lambda x: x + 1)(1) == 2


def test_exploring_for_a_moment_goes_on_where_it_foresees_its_end():
    going = while_foreseen(None, Deadline(0, began=0), Deadline(60))
    going(Foreseen("exploring states: about 40,000 in all", 5.0), 20_000, None)
    for stage in ("exploring states", Foreseen("exploring states: about 4,000,000 in all", 500.0)):
        with pytest.raises(OutOfTime):
            going(stage, 20_000, None)
