"""What the page says of the sizes of shipped games is what they are."""

from __future__ import annotations

import pytest

from galakit.jobs.catalogue import games
from games.goldens import read

SUMS = {"0": "zero", "general": "general"}


def test_every_shipped_game_is_measured():
    assert all(line.measured.players >= 1 for line in games().items)


@pytest.mark.parametrize("line", games().items, ids=lambda line: line.name)
def test_sizes_are_those_of_the_goldens(line):
    row = read().get(line.name)
    if row is None or line.name == "rhode_island":  # too large to list with its own parameters
        assert line.measured.sets is None
        return
    assert line.measured.players == int(row["players"])
    assert line.measured.sets == sum(map(int, row["information_sets"].split("+")))
    if row["sum"] != "-":
        assert line.measured.sum == SUMS.get(row["sum"], "constant")
