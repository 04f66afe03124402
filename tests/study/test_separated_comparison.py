"""Two solutions that nobody lists, compared class by class: what a comparison of lists says."""

from __future__ import annotations

import pytest

import galakit as gk
from galakit.errors import GalakitError
from galakit.study.backends import FactoredBackend, TreeBackend
from galakit.study.comparison import Compared
from galakit.study.separated_comparison import ComparedClasses

ISLAND = {"ranks": 3, "suits": 2, "bets": [10, 20, 20], "raises": 1}
GAMES = {
    "leduc": ("leduc", {}, "factored", None),
    "a lock that breaks symmetries": ("leduc", {}, "factored", {"first": {"private((1,1))": "call"}}),
    "a range that is locked": ("rhode_island", ISLAND, "factored", {"second": {"hole(…), raise": "call"}}),
    "public moves": ("poker", {"ranks": 5}, "public", None),
}


@pytest.fixture(scope="module", params=GAMES)
def pair(request):
    name, params, method, lock = GAMES[request.param]
    game = gk.load(name, **params)
    ours = gk.solve(game, method, iterations=40)
    theirs = gk.solve(game, method, iterations=5, **({"lock": lock} if lock else {}))
    return game, ours, theirs


def everything(compared):
    found, offset = [], 0
    while (page := compared.page(offset)).items:
        found += page.items
        offset += len(page.items)
    assert offset == page.total
    return page, found


def test_classes_are_compared_as_lists_are(pair):
    game, ours, theirs = pair
    page, items = everything(ComparedClasses(FactoredBackend(ours, game), FactoredBackend(theirs, game)))
    listed, lines = everything(Compared(TreeBackend(ours, game).listed, TreeBackend(theirs, game).listed))
    assert sum(1 + item.alike for item in items) == listed.total and page.alike == listed.alike
    for one, other in zip(page.gains_against, listed.gains_against):
        assert one.value == pytest.approx(float(other.value), abs=1e-6)
    known = {(line.player, line.words): line for line in lines}
    for item in items:
        same = known[item.player, item.words]
        assert item.ours == pytest.approx(same.ours, abs=1e-5) and item.theirs == pytest.approx(same.theirs, abs=1e-5)
        assert item.distance == pytest.approx(same.distance, abs=1e-5)
    assert sum(item.reach * item.distance for item in items) == pytest.approx(
        sum(line.reach * line.distance for line in lines), abs=1e-3
    )
    weights = [item.reach * item.distance for item in items]
    assert weights == pytest.approx(sorted(weights, reverse=True), abs=1e-6)  # they are rounded to be told


def test_solutions_of_other_games_are_refused():
    small, large = gk.load("leduc", ranks=2), gk.load("leduc")
    ways = [FactoredBackend(gk.solve(game, "factored", iterations=1), game) for game in (small, large)]
    with pytest.raises(GalakitError, match="cannot be compared"):
        ComparedClasses(*ways)
    game = gk.load("poker", ranks=4)
    ways = [FactoredBackend(gk.solve(game, method, iterations=1), game) for method in ("factored", "public")]
    with pytest.raises(GalakitError, match="cannot be compared"):
        ComparedClasses(*ways)
