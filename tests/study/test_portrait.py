"""The portrait of dynamics as an answer."""

from __future__ import annotations

import numpy as np
import pytest

import galakit as gk
from galakit.study.study import Study


def study(name):
    game = gk.load(name)
    return Study(gk.solve(game), game)


@pytest.mark.parametrize(
    ("name", "query", "shape", "arrows"),
    [
        ("stag_hunt", "", "line", 61),
        ("stag_hunt", "?each=true", "square", 169),
        ("matching_pennies", "?rule=best-response", "square", 169),
        ("rock_paper_scissors", "?start=0.5,+0.3,+0.2", "triangle", 105),
        ("rock_paper_scissors", "?each=true&rule=fictitious", "triangles", 0),
    ],
)
def test_small_games_have_a_portrait(name, query, shape, arrows):
    found = study(name).ask(f"dynamics{query}")
    assert (found.shape, len(found.field), found.refused) == (shape, arrows, None)
    sizes = [len(population.strategies) for population in found.populations]
    for path in found.paths:
        assert len(path.times) == len(path.states) <= 1_000
        assert np.sum(path.states, axis=1) == pytest.approx(np.full(len(path.states), len(sizes)), abs=1e-4)
    for arrow in found.field:
        assert sum(arrow.state) == pytest.approx(len(sizes), abs=1e-4)
        assert sum(arrow.velocity) == pytest.approx(0, abs=1e-4)


def test_the_nullclines_of_a_stag_hunt_cross_at_the_mixed_equilibrium():
    lines = study("stag_hunt").dynamics(each=True).nullclines
    assert {state[2] for state in lines[0]} == {0.75} == {state[0] for state in lines[1]}


@pytest.mark.parametrize("name", ["kuhn", "leduc", "monty_hall"])
def test_other_games_say_why_they_have_none(name):
    found = study(name).ask("dynamics")
    assert found.shape is None and found.refused and not found.paths


def test_a_wrong_start_is_refused():
    with pytest.raises(gk.GalakitError, match="GK711"):
        study("stag_hunt").ask("dynamics?start=2")
    with pytest.raises(gk.GalakitError, match="GK802"):
        study("stag_hunt").ask("dynamics?rule=imitation")
