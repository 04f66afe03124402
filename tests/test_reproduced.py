"""The numbers of docs/explanation/reproduced.md, computed again where that takes seconds."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from math import log10

import numpy as np
import pytest

import galakit as gk
from docs.reproduced import __main__ as driver
from docs.reproduced import part
from docs.reproduced.playing import GAME
from docs.reproduced.pruning import EXTREMES, share
from docs.reproduced.shrinking import measured, without
from galakit.cli.main import main
from galakit.separated.counting import count

PAGE = part.PAGE.read_text(encoding="utf-8")


def rows(name):
    """The rows of a table of the page."""
    lines = PAGE.split(f"<!-- {name} -->", 1)[1].split(f"<!-- end of {name} -->", 1)[0].strip().splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")][2:]


@pytest.mark.parametrize("row", [pytest.param(row, id=row[0]) for row in rows("largest")])
def test_the_largest_games_have_the_nodes_of_the_table(row, capsys):
    name, *params = row[0].replace("`", "").split(" ")
    assert main(["size", name, *(word for param in params for word in ("-p", param)), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["nodes"] == int(row[3].replace(",", ""))


def test_the_cartel_holds_until_slumps_have_probability_seven_twentieths():
    for slump, welfare, restraint in (("7/20", Fraction(61, 2), 1), ("71/200", 28, 0)):
        best = gk.solve(gk.load("cartel", slump=slump), "best", prefer="welfare")
        assert sum(best.value) == welfare and best.gap == 0
        assert best.at("first", "").probabilities["restrict"] == restraint


def test_the_class_of_16321_nodes_has_the_strategies_of_the_paper():
    text = next(text for text in re.findall(r"```gala\n(.*?)```", PAGE, re.DOTALL) if "game(strategies" in text)
    size = gk.loads(text).size()
    assert (size.nodes, size.information_sets) == (16_321, [5_461])
    digits = 5_461 * log10(2)
    assert int(digits) == 1643 and round(10 ** (digits % 1), 1) == 8.4
    assert int(log10(2) * (4**8 - 1) / 3) == 6576  # as the formula is printed


def test_leaves_are_pruned_as_often_as_the_table_says():
    """Under 20 % for b = 10 and k = 2, about 96 % for b = 2 and k = 10 (Blair, Mutchler & van Lent 1996)."""
    for payoffs, *shown in rows("pruning by payoffs"):
        top = int(payoffs.removeprefix("0 to ").replace(",", ""))
        if top in (10, 1_000_000):
            assert [f"{100 * share(*shape, top):.1f}" for shape in EXTREMES] == shown
    assert share(2, 10, 5) < 0.2 and round(100 * share(10, 2, 2, 1_000_000)) == 96


def test_rhode_island_has_the_nodes_of_the_page_however_they_are_counted():
    dealt = 52 * 51 * np.array([1, 50, 50 * 49], dtype=np.int64) * np.array([1, 7, 49])  # where each round begins
    decisions, chance, folds, shown = int(dealt.sum()) * 8, 1 + 52, int(dealt.sum()) * 6, int(dealt[2]) * 7
    chance += int(dealt[:2].sum()) * 7  # a public card after each of the seven ways to go on
    assert [f"{n:,}" in PAGE for n in (decisions, chance, folds + shown)] == [True] * 3
    size = count(gk.load("rhode_island").separated)
    assert size.nodes == decisions + chance + folds + shown == 6_705_372_545
    assert size.terminals == folds + shown == 4_144_428_912
    assert f"{(size.nodes - 53) // 2 + 53:,}" in PAGE  # one unordered pair of private cards


def test_dominated_moves_leave_the_published_programme():
    """Gilpin & Sandholm 2007, with and without GameShrink."""
    assert without(1_237_238, 1_237_238, 191) == (1_190_443, 1_181_084)
    assert without(91_224_226, 91_224_226, 7_152) == (89_471_986, 89_121_538)


@pytest.mark.slow
def test_rhode_island_has_the_non_zeros_and_the_safe_hands_of_the_table():
    found = measured()
    assert found["histograms"] == {"rows": 1_237_238, "columns": 1_237_238, "nonzeros": 50_428_638, "safe": 191}
    assert found["gameshrink"] == {"rows": 5_498_768, "columns": 5_498_768, "nonzeros": 130_629_332, "safe": 428}
    assert found["none"]["safe"] == 7_152


def test_hyperplay_can_be_exploited_as_the_page_says():
    """The strategy of the table, certified: to two digits, as its probabilities are rounded."""
    profile, solution = {"ann": {}, "bob": {}}, gk.solve(gk.load(GAME))
    for player, card, move, often, optimal in rows("hyperplay"):
        facts = f"card({'JQK'.index(card) + 1})"
        other = {"raise": "check", "call": "fold"}[move]
        profile[player][facts] = {move: Fraction(often), other: 1 - Fraction(often)}
        assert str(solution.at(player, facts).probabilities[move]) == optimal
    certificate = gk.certify(gk.load(GAME), profile)
    ann, bob = (float(text) for text in re.findall(r"gains Ann ([\d.]+) and Bob ([\d.]+) points", PAGE)[0])
    assert float(certificate.gains[0]) == pytest.approx(ann, abs=0.3) and certificate.gains[1] == pytest.approx(bob)


def test_equilibrium_play_loses_to_nobody_in_the_table():
    averages = {(ann.strip("`"), bob.strip("`")): interval for ann, bob, _, interval in rows("playing")}
    low, high = (float(end) for end in averages["solution", "solution"].split(" to "))
    assert low < 925 / 18 < high
    assert float(averages["hyperplay", "solution"].split(" to ")[1]) < 925 / 18


def test_each_bound_of_the_anytime_curve_contains_the_value():
    exact = {"13": (-0.6741, -0.6476), "5": None}  # certified: docs/explanation/gameshrink.md
    for deck in dict.fromkeys(row[0] for row in rows("anytime")):
        bounds = [(float(row[3]), float(row[4])) for row in rows("anytime") if row[0] == deck]
        low, high = max(low for low, _ in bounds), min(high for _, high in bounds)
        assert low <= high  # all contain the last interval
        if exact[deck] is not None:
            assert low <= exact[deck][1] and exact[deck][0] <= high


def test_every_table_of_the_driver_has_a_place_and_is_there():
    assert len({one.name for one in driver.PARTS}) == len(driver.PARTS)
    pages = sorted((part.DOCS / "explanation").glob("*.md"))
    texts = [path.read_text(encoding="utf-8") for path in pages]
    for name in ("largest", "pruning", "pruning by payoffs", "shrinking", "anytime", "playing", "hyperplay"):
        [found] = [text.split(f"<!-- {name} -->")[1] for text in texts if f"<!-- {name} -->" in text]
        assert found.split(f"<!-- end of {name} -->")[0].count("|\n") > 4


def test_what_was_computed_is_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(part, "KEPT", tmp_path)
    calls = []

    def compute():
        calls.append(1)
        return [1, 2]

    assert part.kept("some", compute) == part.kept("some", compute) == [1, 2] and calls == [1]

    def stopped():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        part.kept("other", stopped)
    assert [path.name for path in tmp_path.iterdir()] == ["some.json"]
