"""No shipped game changes unseen: its size, its sum and its value are those of the golden table."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games import goldens

TABLE = goldens.read()


def test_every_shipped_game_that_can_be_listed_is_in_the_table():
    assert list(TABLE) == goldens.names() and len(TABLE) >= 40


@pytest.mark.parametrize("name", TABLE)
def test_a_shipped_game_is_as_in_the_table(name):
    found, expected = goldens.row(name), TABLE[name]
    value, wanted = found.pop("value"), expected["value"]
    assert found == {column: text for column, text in expected.items() if column != "value"}
    # An exact value is compared exactly, a floating-point one up to the accuracy of the solver.
    assert value == wanted or ("." in wanted and float(Fraction(value)) == pytest.approx(float(wanted), abs=1e-7))


@pytest.mark.parametrize(
    "name", ["goofspiel", "leduc", "liars_dice", "tic_tac_toe", "tiny_bridge", "sequential_auction"]
)
def test_exploring_visits_far_fewer_states_than_there_are_nodes(name):
    assert 10 * int(TABLE[name]["states"]) < int(TABLE[name]["nodes"])
