"""What helps is named once, and every interface has words of its own for it."""

from __future__ import annotations

from typing import get_args

import pytest

from galakit.errors import Diagnostic, GalakitError
from galakit.jobs.catalogue import game
from galakit.jobs.messages import Order, Remedy
from galakit.jobs.problems import ELSEWHERE, fitting, problem, problems, worded
from galakit.jobs.reading import sensible
from galakit.jobs.refusals import ended, full, no_job, overdue, unsolved
from galakit.mcp.remedies import WORDS as FOR_AGENTS
from galakit.web.remedies import WORDS as FOR_PROGRAMS

REFUSALS = [no_job("1"), unsolved("solving"), unsolved("failed"), full(5), overdue(1)]


def test_every_remedy_has_words_everywhere():
    assert set(get_args(Remedy)) == set(FOR_AGENTS) == set(FOR_PROGRAMS)
    assert set(ELSEWHERE.values()) <= set(get_args(Remedy))


def test_agents_are_told_of_no_operations_and_programs_of_no_tools():
    assert not any("/api" in words or "GET" in words for words in FOR_AGENTS.values())
    assert not any("call " in words or "list_games" in words for words in FOR_PROGRAMS.values())


@pytest.mark.parametrize("refused", REFUSALS)
def test_a_refusal_says_by_no_interface_what_helps(refused):
    (told,) = problems(refused.diagnostics)
    assert told.hint is None and told.remedy is not None
    assert worded([told], FOR_PROGRAMS)[0].hint == FOR_PROGRAMS[told.remedy]


@pytest.mark.parametrize("order", [Order(), Order(game="kuhn", source="x"), Order(game="kuhn", against="1")])
def test_an_order_that_makes_no_sense_is_refused_in_the_same_way(order):
    with pytest.raises(GalakitError) as error:
        sensible(order)
    assert problems(error.value.diagnostics)[0].remedy in ("name_one_game", "name_both")


def test_a_game_that_is_not_there_is_likened_to_one_that_is():
    with pytest.raises(GalakitError) as error:
        game("khun")
    assert problems(error.value.diagnostics)[0].hint == "did you mean kuhn?"
    with pytest.raises(GalakitError) as error:
        game("zzzzzz")
    assert problems(error.value.diagnostics)[0].remedy == "list_games"


def test_hints_for_the_command_line_are_worded_anew():
    limit = problem(Diagnostic("too many states", hint="raise the limit: --limit-states", id="GK601"))
    assert worded([limit], FOR_AGENTS)[0].hint == "call solve with smaller `params`"


@pytest.mark.parametrize("words", [FOR_AGENTS, FOR_PROGRAMS], ids=["agents", "programs"])
def test_nobody_is_told_to_choose_parameters_where_there_are_none(words):
    memory = Diagnostic("the memory is not enough", hint="choose smaller parameters, or raise the limit", id="GK603")
    limit = Diagnostic("too many states", hint="raise the limit: --limit-states", id="GK601")
    found = problems([*overdue(1).diagnostics, *ended(100).diagnostics, memory, limit])
    assert all("params" in told.hint or "parameters" in told.hint for told in worded(found, words))
    for told in worded(fitting(found, adjustable=False), words):
        assert told.hint and "param" not in told.hint
