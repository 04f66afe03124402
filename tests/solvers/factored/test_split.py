"""Games divided among processes: the numbers are those of one process, whatever happens to the others."""

from __future__ import annotations

import os
import signal
import sys

import numpy as np
import pytest

import galakit as gk
from galakit.errors import GalakitError
from galakit.jobs.messages import Order
from galakit.jobs.reading import sensible
from galakit.separated.factored import OUTSIDE
from galakit.solvers.factored.shrinking import shrunk
from galakit.solvers.factored.split.cutting import cut
from galakit.solvers.factored.split.divided import Dividing
from galakit.solvers.factored.split.messages import packed, packed_stage, unpacked, unpacked_stage
from galakit.solvers.factored.tables import Tables
from galakit.solvers.regret.updates import UPDATES

GAMES = {
    "leduc": ("leduc", {}),
    "leduc of five ranks": ("leduc", {"ranks": 5}),
    "rhode island": ("rhode_island", {"ranks": 3}),
    "signals": ("signals", {"private": [2, 0, 0], "public": [0, 2, 1]}),
}


def form_of(name):
    game, params = GAMES[name]
    return shrunk(gk.load(game, **params))


def run(tables, update, iterations, beside=lambda done: None):
    """The gains, the strategies and the state after so many iterations."""
    for t in range(1, iterations + 1):
        tables.iterate(update.numbers(t, 1, {}, iterations)[0])
        beside(t)
    return tables.gains(), tables.strategies(), tables.state()


def assert_same(one, other):
    assert one[0] == other[0]
    for pair, same in zip(one[1], other[1], strict=True):
        for array, equal in zip(pair, same, strict=True):
            assert np.array_equal(array, equal)
    assert one[2].keys() == other[2].keys()
    for name, array in one[2].items():
        assert np.array_equal(array, other[2][name]), name


@pytest.mark.parametrize("count", [1, 2, 3, 50])
@pytest.mark.parametrize("name", GAMES)
def test_every_class_of_later_stages_is_in_exactly_one_share(name, count):
    form = form_of(name)
    found = cut(form, count)
    assert len(found.shares) <= count
    assert [*found.trunk.stages, *found.beyond] == form.stages
    for p in (0, 1):
        for number, stage in enumerate(found.beyond):
            classes = [own[p] for share in found.shares for k, own in zip(share.numbers, share.classes) if k == number]
            assert sorted(np.concatenate(classes).tolist()) == list(range(stage.sides[p].classes.count))


@pytest.mark.parametrize("name", GAMES)
def test_nothing_but_entries_passes_between_trunk_and_shares(name):
    found = cut(form_of(name), 2)
    for share in found.shares:
        stages = found.stages(share)
        for p in (0, 1):
            entries = [e for stage in stages for e in stage.sides[p].entries]
            outside = np.concatenate([e.source for e in entries if e.stage == OUTSIDE])
            assert outside.tolist() == list(range(len(outside)))
            for e in entries:
                if e.stage != OUTSIDE:
                    assert (e.source >= 0).all()
                    assert (e.source < stages[e.stage].sides[p].classes.count).all()


@pytest.mark.parametrize("name", ["leduc", "rhode island"])
def test_a_stage_survives_its_message(name):
    for stage in form_of(name).stages:
        message = packed_stage(stage)
        again = packed_stage(unpacked_stage(message))
        assert again == message
    assert unpacked(packed(np.array([-np.inf, 1.5]))).tolist() == [-np.inf, 1.5]
    with pytest.raises(ValueError, match="not an array of numbers"):
        unpacked(packed(np.array([1, 2]).astype(object)))


@pytest.mark.parametrize(
    ("name", "update", "dtype"),
    [("leduc", "dcfr", "float64"), ("leduc of five ranks", "cfr+", "float64"), ("rhode island", "pcfr+", "float64")],
)
def test_two_processes_one_of_which_is_killed_have_the_numbers_of_one(name, update, dtype):
    form, rule = form_of(name), UPDATES[update]
    alone = run(Tables(form, dtype, predicting=rule.predicting), rule, 24)
    dividing = Dividing(2, "local", None)
    try:
        tables = dividing(form, dtype, rule.predicting)

        def kill(done):
            if done == 9:
                tables.state()
            if done in (4, 16):  # before the state was ever kept, and after
                os.kill(dividing.crew.processes()[0], signal.SIGKILL)

        assert len(tables.cut.shares) == 2
        assert_same(alone, run(tables, rule, 24, kill if sys.platform == "linux" else lambda done: None))
        assert tables.travelling > 0
    finally:
        dividing.close()


def test_a_run_goes_on_divided_from_its_checkpoint_and_back(tmp_path):
    def gap(iterations, **options):
        solution = gk.solve(gk.load("leduc"), "factored", iterations=iterations, **options)
        return solution.gap, solution

    checkpoint = tmp_path / "state"
    gap(10, checkpoint=checkpoint)
    _, divided = gap(20, checkpoint=checkpoint, workers=2)
    assert divided.found["processes"].startswith("2 (local)")
    assert gap(30, checkpoint=checkpoint)[0] == gap(30)[0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"workers": 0}, "the option workers is not a whole number from 1"),
        ({"workers": 2, "engine": "abacus"}, "there is no engine called abacus"),
        ({"workers": 2, "device": "numpy"}, "the tables of a GPU are not divided"),
        ({"workers": 2, "engine": "ray", "address": "ray://here"}, "address of a Ray client"),
    ],
)
def test_what_cannot_be_divided_is_said(options, message):
    if options.get("engine") == "ray":
        pytest.importorskip("ray")
    with pytest.raises(GalakitError, match=message):
        gk.solve(gk.load("leduc"), "factored", iterations=1, **options)


@pytest.mark.parametrize(("option", "value"), [("workers", "1000"), ("engine", "ray"), ("address", "10.0.0.1:6379")])
def test_an_order_cannot_ask_a_server_for_more_processes_or_machines(option, value):
    with pytest.raises(GalakitError, match="takes files or processes"):
        sensible(Order(game="leduc", method="factored", options={option: value}))


def test_a_game_with_one_public_state_is_not_divided():
    with pytest.raises(GalakitError, match="share one public state"):
        gk.solve(gk.load("kuhn"), "factored", iterations=1, workers=2)
