"""Evolutionary stability, against the literature, an independent criterion and the replicator equation."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import galakit as gk
from tests.solvers.dynamics.games import hawk_dove, rock_paper_scissors, symmetric


def verdicts(game):
    return {tuple(map(str, one.shares)): one.verdict for one in gk.stability(game).equilibria}


def test_hawks_and_doves_mix_by_value_over_cost():
    # Maynard Smith & Price (1973); where a fight is worth its cost, hawks alone are stable.
    assert verdicts(hawk_dove(2, 6)) == {("1/3", "2/3"): "evolutionarily stable"}
    assert verdicts(hawk_dove(6, 2)) == {("1", "0"): "evolutionarily stable"}
    assert verdicts(hawk_dove(4, 4)) == {("1", "0"): "evolutionarily stable"}


@pytest.mark.parametrize(
    ("win", "loss", "verdict"),
    [(2, 1, "evolutionarily stable"), (1, 1, "neutrally stable"), (1, 2, "unstable"), ("1/2", "3/2", "unstable")],
)
def test_rock_paper_scissors_is_stable_where_wins_exceed_losses(win, loss, verdict):
    # Maynard Smith (1982), appendix D; Weibull (1995), example 2.7.
    assert verdicts(rock_paper_scissors(win, loss)) == {("1/3", "1/3", "1/3"): verdict}


def test_retaliators_are_only_neutrally_stable():
    # Maynard Smith (1982), chapter 2: a retaliator plays dove to doves and hawk to hawks; doves can drift in.
    # V = 2, C = 4: hawk -1 against hawk and retaliator, 2 against dove.
    game = symmetric([[-1, 2, -1], [0, 1, 1], [-1, 1, 1]], "hawk dove retaliator")
    found = {tuple(map(str, one.shares)): one for one in gk.stability(game).equilibria}
    retaliator = found["0", "0", "1"]
    assert retaliator.verdict == "neutrally stable" and retaliator.mutant.shares == (0, 1, 0)
    assert found["1/2", "1/2", "0"].verdict == "evolutionarily stable"


def test_bourgeois_is_stable_among_hawks_and_doves():
    # Maynard Smith (1982), chapter 2: bourgeois is hawk as owner, dove as intruder. V = 2, C = 4.
    game = symmetric(
        [[-1, 2, Fraction(1, 2)], [0, 1, Fraction(1, 2)], [Fraction(-1, 2), Fraction(3, 2), 1]], "hawk dove bourgeois"
    )
    stable = [shares for shares, verdict in verdicts(game).items() if verdict == "evolutionarily stable"]
    assert stable == [("0", "0", "1")]


def test_the_mutant_is_a_best_response_that_beats_the_residents_among_its_own():
    draw = np.random.default_rng(11)
    seen = set()
    for _ in range(30):
        many = int(draw.integers(2, 5))
        matrix = draw.integers(-2, 3, (many, many))
        for one in gk.stability(symmetric(matrix.tolist())).equilibria:
            seen.add(one.verdict)
            assert one.certificate.exact and one.certificate.gap == 0
            x = np.array(one.shares, object)
            assert x @ matrix @ x == one.payoff == max(matrix @ x)
            if one.mutant is not None:
                y = np.array(one.mutant.shares, object)
                assert y @ matrix @ x == one.payoff and (y != x).any()
                assert y @ matrix @ y == one.mutant.own and x @ matrix @ y == one.mutant.residents
                assert (one.mutant.own > one.mutant.residents) == (one.verdict == "unstable")
    assert seen == {"evolutionarily stable", "neutrally stable", "unstable"}


def test_no_mutant_from_a_fine_grid_invades_a_stable_strategy():
    # The definition itself, for every mutant whose shares are multiples of 1/12.
    draw = np.random.default_rng(3)
    grid = [np.array([i, j, 12 - i - j], object) / Fraction(12) for i in range(13) for j in range(13 - i)]
    for _ in range(25):
        matrix = draw.integers(-3, 4, (3, 3))
        for one in gk.stability(symmetric(matrix.tolist())).equilibria:
            x = np.array(one.shares, object)
            gains = [y @ matrix @ y - x @ matrix @ y for y in grid if y @ matrix @ x == one.payoff and (y != x).any()]
            if one.verdict == "evolutionarily stable":
                assert all(gain < 0 for gain in gains)
            elif one.verdict == "neutrally stable":
                assert all(gain <= 0 for gain in gains)


def test_play_returns_to_a_stable_strategy():
    # Taylor & Jonker (1978): an evolutionarily stable strategy attracts the replicator equation.
    draw = np.random.default_rng(8)
    tried = 0
    for _ in range(30):
        matrix = draw.integers(-5, 6, (3, 3)).tolist()
        game = symmetric(matrix)
        for one in gk.stability(game).equilibria:
            if one.verdict == "evolutionarily stable" and tried < 4:
                tried += 1
                near = 0.98 * np.array(one.shares, float) + 0.02 / 3
                (path,) = gk.dynamics(game, start=near.tolist(), time=300).trajectories
                assert path.end == pytest.approx([float(share) for share in one.shares], abs=5e-3)
    assert tried == 4


def test_constant_payoffs_leave_everything_neutral():
    found = gk.stability(symmetric([[1, 1], [1, 1]])).equilibria
    assert {one.verdict for one in found} == {"neutrally stable"} and not found[-1].isolated


@pytest.mark.parametrize(
    ("name", "said"), [("matching_pennies", "GK710"), ("public_goods", "GK715"), ("kuhn", "GK713")]
)
def test_other_games_are_refused(name, said):
    with pytest.raises(gk.GalakitError, match=said):
        gk.stability(gk.load(name))


def test_time_limits_hold():
    with pytest.raises(gk.GalakitError, match="GK632"):
        gk.stability(symmetric(np.ones((8, 8), int).tolist()), time_limit=0.001)
