"""A method's own options in orders: those it has, as texts, and never the name of a file."""

from __future__ import annotations

import msgspec
import pytest

from galakit.jobs.catalogue import methods
from galakit.jobs.messages import Order
from galakit.jobs.problems import Refused
from galakit.jobs.reading import sensible, taken
from galakit.jobs.solving import solution_of
from galakit.loading import load
from galakit.solvers.registry import methods as known


def refused(**order) -> Refused:
    with pytest.raises(Refused) as error:
        sensible(Order(**{"game": "kuhn"} | order))
    assert error.value.kind == "invalid" and error.value.diagnostics[0].hint
    return error.value


def test_options_reach_the_method():
    order = taken(Order(game="kuhn", method="cfr+", options={"iterations": "7"}))
    sensible(order)
    assert solution_of(load("kuhn"), order, None).algorithm == "7 iterations, averaged"


def test_options_reach_the_method_around_locks():
    lock = {"player": "second", "facts": ["card(1)"], "probabilities": {"pass": 1}}
    order = msgspec.convert(
        {"game": "kuhn", "method": "cfr+", "options": {"iterations": "7"}, "locks": [lock]}, type=Order
    )
    assert solution_of(load("kuhn"), taken(order), None).algorithm == "7 iterations, averaged"


def test_an_option_that_the_method_does_not_have_is_refused_with_those_it_has():
    error = refused(method="lp", options={"speed": "9"})
    told = error.diagnostics[0]
    assert told.id == "GK509" and told.message == "the method lp has no option `speed`"
    assert told.hint == "its options are: algorithm, eliminate, prefer" and told.notes[0].startswith("algorithm: ")


@pytest.mark.parametrize("name", ["exact", "gap", "game", "method", "keeping", "options"])
def test_an_option_is_never_taken_for_something_else(name):
    assert refused(method="lp", options={name: "1"}).diagnostics[0].id == "GK509"
    assert refused(options={name: "1"}).diagnostics[0].message == f"no method has an option `{name}`"


def test_where_a_method_is_picked_its_options_may_be_given():
    order = Order(game="kuhn", options={"algorithm": "simplex"})
    sensible(order)
    assert solution_of(load("kuhn"), taken(order), None).method == "lp"


FILES = [(method.name, option) for method in known() for option in method.server_values]


@pytest.mark.parametrize(("method", "option"), FILES, ids=lambda word: word)
@pytest.mark.parametrize("value", ["/etc/passwd", "state.npz", "", "."])
def test_no_option_has_a_file_opened(method, option, value):
    assert refused(method=method, options={option: value}).diagnostics[0].id == "GK825"
    assert refused(options={option: value}).diagnostics[0].id == "GK825"


def test_what_names_no_file_may_stand_in_its_place():
    sensible(Order(game="kuhn", method="lcp", options={"start": "covering"}))
    sensible(Order(game="kuhn", options={"start": "uniform"}))
    # The method that is picked might take this one for a file.
    error = refused(options={"start": "covering"})
    assert error.diagnostics[0].hint.startswith("give uniform, leave it out")


def test_who_exploits_has_no_options():
    error = refused(game=None, against="0f3a9c2e", as_player="first", options={"iterations": "7"})
    assert error.diagnostics[0].id == "GK811"


@pytest.mark.parametrize(
    "options",
    [
        {f"option{k}": "1" for k in range(101)},
        {"iterations": "1" * 1_001},
        {"i" * 201: "1"},
        {"": "1"},
        {"iterations": 7},
        {"iterations": None},
        ["iterations"],
    ],
    ids=["many", "long", "name", "nameless", "number", "nothing", "list"],
)
def test_options_are_few_and_short_texts(options):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"game": "kuhn", "options": options}, type=Order)


def test_the_list_of_methods_has_the_options_that_an_order_may_set():
    lines = {line.name: line.options for line in methods().items}
    assert "ipm" in lines["lp"]["algorithm"]
    assert "iterations" in lines["cfr"] and "checkpoint" not in lines["cfr"] and "start" in lines["lcp"]
