"""Dynamics whose paths are known: conserved quantities, convergence, cycles."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import galakit as gk
from galakit.solvers.dynamics.flows import logit_jacobian, logit_response, replicator_jacobian, replicator_velocity
from galakit.solvers.dynamics.populations import populations_of
from galakit.solvers.dynamics.rest_points import rest_points
from tests.solvers.dynamics.games import hawk_dove, normal_form, rock_paper_scissors, shapley, symmetric


def end(game, rule="replicator", **how):
    (one,) = gk.dynamics(game, rule, **how).trajectories
    return one


@pytest.mark.parametrize("rule", ["replicator", "best-response", "fictitious"])
@pytest.mark.parametrize("start", ["0.9, 0.1", "0.05, 0.95"])
def test_hawks_and_doves_settle_at_value_over_cost(rule, start):
    # Maynard Smith (1982), Evolution and the theory of games, chapter 2: the share of hawks is V/C.
    one = end(hawk_dove(2, 6), rule, start=start)
    assert one.end == pytest.approx((1 / 3, 2 / 3), abs=1e-3)
    assert one.moves < 1e-3 and one.average.gap < 0.1


def test_two_populations_of_hawks_and_doves_take_roles():
    # With a population for each role the mixture is a saddle, and one side ends up all hawks.
    found = gk.dynamics(hawk_dove(), one_population=False, start=["0.4, 0.6; 0.3, 0.7", "0.3, 0.7; 0.4, 0.6"])
    ends = [one.end for one in found.trajectories]
    assert ends[0] == pytest.approx((1, 0, 0, 1), abs=1e-6) and ends[1] == pytest.approx((0, 1, 1, 0), abs=1e-6)
    kinds = {tuple(map(str, p.shares)): p.kind for p in found.rest_points}
    assert kinds["1/3", "2/3", "1/3", "2/3"] == "saddle"
    assert kinds["1", "0", "0", "1"] == kinds["0", "1", "1", "0"] == "sink"


def test_replicator_conserves_the_product_of_shares_in_rock_paper_scissors():
    # Hofbauer & Sigmund (1998), Evolutionary games and population dynamics, section 7.7.
    one = end(rock_paper_scissors(), start="0.7, 0.2, 0.1")
    products = one.path.states.prod(axis=1)
    assert products == pytest.approx(np.full(len(products), 0.014), rel=1e-7)
    assert one.moves > 0.5  # it goes round for ever


def test_the_time_average_of_a_replicator_orbit_is_the_equilibrium():
    # Hofbauer & Sigmund (1998), theorem 7.6.4: orbits that stay inside average to the interior rest point.
    one = end(rock_paper_scissors(), start="0.5, 0.3, 0.2", time=300)
    assert one.path.average == pytest.approx([1 / 3] * 3, abs=0.01) and one.average.gap < 0.02


@pytest.mark.parametrize(("win", "loss", "inwards"), [(2, 1, True), (1, 2, False)])
def test_rock_paper_scissors_spirals_in_where_wins_are_worth_more_than_losses_cost(win, loss, inwards):
    products = end(rock_paper_scissors(win, loss), start="0.5, 0.3, 0.2", time=20).path.states.prod(axis=1)
    assert (np.diff(products) > 0).all() if inwards else (np.diff(products) < 0).all()


def test_fictitious_play_converges_in_zero_sum_games():
    # Robinson (1951), An iterative method of solving a game; kuhn is worth -1/18 to the first player.
    pennies = gk.load("matching_pennies")
    gaps = [float(end(pennies, "fictitious", time=10**k).average.gap) for k in (2, 4, 6)]
    assert gaps[0] > gaps[1] > gaps[2] and gaps[2] < 2e-3
    one = end(gk.load("kuhn"), "fictitious", time=20_000)
    assert one.average.value[0] == pytest.approx(-1 / 18, abs=0.01) and one.average.gap < 0.02


def test_fictitious_play_never_settles_in_shapleys_game():
    # Shapley (1964): each run of the same moves is longer than the one before by a constant factor, which solves
    # r^3 = r^2 + 1 here: a run ends when the payoffs of the two runs before have been made up for.
    one = end(shapley(), "fictitious", time=10**8)
    runs = np.diff(one.path.times[-12:-1])
    factors = runs[1:] / runs[:-1]
    assert one.moves > 0.25 and one.average.gap > 0.15
    assert factors**3 == pytest.approx(factors**2 + 1, rel=1e-5)


def test_in_turns_fictitious_play_coordinates_and_at_once_it_does_not():
    # Fudenberg & Kreps (1993): at once the frequencies converge, and play never meets. Berger (2007): Brown's own
    # version, in turns, converges in such games.
    game = normal_form("meet", [["a", "b"], ["a", "b"]], [[1, 0], [0, 1]], [[1, 0], [0, 1]])
    how = {"one_population": False, "start": "1, 0; 0, 1", "time": 9_999}
    at_once, in_turns = end(game, "fictitious", **how), end(game, "fictitious", in_turns=True, **how)
    assert at_once.average.gap < 1e-3 and at_once.last.value == (0.0, 0.0)
    assert in_turns.last.value == (1.0, 1.0) and in_turns.average.gap < 1e-3


@pytest.mark.parametrize("in_turns", [False, True])
def test_skipping_rounds_gives_the_same_as_playing_each(in_turns):
    draw = np.random.default_rng(5)
    for _ in range(4):
        a, b = draw.integers(-9, 10, (2, 3, 4))
        found = end(normal_form("g", ["abc", "wxyz"], a, b), "fictitious", time=400, in_turns=in_turns)
        counts, playing = [np.array([1, 0, 0]), np.array([1, 0, 0, 0])], [-1, -1]
        for _ in range(400):
            for p, payoffs in enumerate((a @ counts[1], counts[0] @ b)):
                seen = payoffs if p == 0 or not in_turns else counts[0] @ b
                best = np.flatnonzero(seen == seen.max())
                playing[p] = playing[p] if playing[p] in best else int(best[0])
                if in_turns:
                    counts[p] = counts[p] + np.eye(len(counts[p]), dtype=int)[playing[p]]
            if not in_turns:
                counts = [c + np.eye(len(c), dtype=int)[m] for c, m in zip(counts, playing)]
        assert found.end == pytest.approx(np.concatenate(counts) / 401)


def test_best_responses_spiral_into_matching_pennies_and_slide_along_ties():
    one = end(gk.load("matching_pennies"), "best-response", start="0.1, 0.9; 0.15, 0.85")
    assert one.end == pytest.approx([0.5] * 4, abs=5e-3) and one.last.gap < 0.01
    # Hawks and doves: once both are best responses, the mixture is kept.
    times = end(hawk_dove(), "best-response", start="0.9, 0.1").path.times
    assert len(times) == 3


def test_best_responses_go_straight_to_a_strict_equilibrium():
    one = end(gk.load("stag_hunt"), "best-response", start="0.8, 0.2", time=3)
    assert one.end[1] == pytest.approx(0.2 * np.exp(-3)) and len(one.path.times) == 2


def test_smoothed_best_responses_rest_at_quantal_responses():
    game = gk.load("stag_hunt")
    found = gk.dynamics(game, "best-response", precision=0.5, one_population=False, start="0.5, 0.5; 0.5, 0.5")
    quantal = {one.player: one.shares[0] for one in gk.qre(game, precision=0.5).at(0.5)}
    assert found.trajectories[0].end == pytest.approx((*quantal["first"], *quantal["second"]), abs=1e-6)
    assert any(point.shares == pytest.approx(found.trajectories[0].end, abs=1e-5) for point in found.rest_points)


def test_three_players_are_followed_by_every_rule():
    game = gk.load("public_goods")
    for rule in ("replicator", "best-response", "fictitious"):
        one = end(game, rule, start="0.2, 0.3, 0.5")
        assert one.end[0] > 0.999, rule


def test_absent_strategies_stay_absent_under_imitation():
    assert end(rock_paper_scissors(), start="0.5, 0.5, 0").end == pytest.approx((0, 1, 0), abs=1e-6)


@pytest.mark.parametrize("seed", range(4))
def test_jacobians_are_the_derivatives_of_velocities(seed):
    draw = np.random.default_rng(seed)
    games = [
        symmetric(draw.integers(-5, 6, (3, 3)).tolist()),
        normal_form("g", ["ab", "xyz"], draw.integers(-5, 6, (2, 3)), draw.integers(-5, 6, (2, 3))),
        gk.load("public_goods"),
    ]
    for game in games:
        populations = populations_of(game.normal_form())
        state = populations.normalised(draw.random(sum(populations.sizes)))
        for velocity, jacobian in (
            (lambda x, p=populations: replicator_velocity(p, x), replicator_jacobian(populations, state)),
            (lambda x, p=populations: logit_response(p, x, 0.7) - x, logit_jacobian(populations, state, 0.7)),
        ):
            steps = 1e-6 * np.eye(len(state))
            slopes = np.array([(velocity(state + h) - velocity(state - h)) / 2e-6 for h in steps]).T
            assert jacobian == pytest.approx(slopes, abs=1e-6)


@pytest.mark.parametrize("seed", range(3))
def test_rest_points_rest_and_the_equilibria_among_them_are_all(seed):
    draw = np.random.default_rng(seed)
    game = normal_form("g", ["abc", "xyz"], draw.integers(-9, 10, (3, 3)), draw.integers(-9, 10, (3, 3)))
    populations = populations_of(game.normal_form())
    found = rest_points(populations)
    for point in found:
        assert np.abs(replicator_velocity(populations, np.array(point.shares, float))).max() < 1e-12
        assert (populations.certified(point.shares).gap == 0) == point.equilibrium
    solution = gk.solve(game, method="extreme")
    assert sum(point.equilibrium for point in found) == 1 + len(solution.others)


def test_symmetry_is_seen_through_the_order_of_strategies():
    first, second = [[0, 3], [1, 2]], [[1, 2], [0, 3]]
    mixed_up = normal_form("g", [["a", "b"], ["b", "a"]], [[3, 0], [2, 1]], [[1, 0], [2, 3]])
    assert populations_of(mixed_up.normal_form()).one
    assert not populations_of(normal_form("g", ["ab", "ab"], first, second).normal_form()).one
    assert not populations_of(normal_form("g", ["ab", "cd"], first, list(zip(*first))).normal_form()).one


def test_frames_and_json_have_every_point():
    found = gk.dynamics(gk.load("stag_hunt"), start=[[0.7, 0.3]])
    frame = found.to_frame()
    assert list(frame.columns) == ["trajectory", "time", "population", "strategy", "share"]
    assert len(frame) == 2 * len(found.trajectories[0].path.times)
    data = found.to_json()
    assert data["rest_points"][2]["shares"] == ["3/4", "1/4"] and data["trajectories"][0]["average"]["gap"] > 0


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"start": "0.2, 0.2"}, "GK711"),
        ({"start": "x"}, "GK711"),
        ({"start": "1/0, 1"}, "GK711"),
        ({"start": [0.5, float("nan")]}, "GK711"),
        ({"start": "-1, 2"}, "GK711"),
        ({"start": "1, 0, 0"}, "GK711"),
        ({"start": ["1, 0"] * 101}, "GK711"),
        ({"rule": "imitation"}, "GK712"),
        ({"precision": 1.0}, "GK712"),
        ({"in_turns": True}, "GK712"),
        ({"time": 0.0}, "GK712"),
        ({"time": float("inf")}, "GK712"),
        ({"rule": "fictitious", "time": 0.5}, "GK712"),
        ({"rule": "best-response", "precision": -1.0}, "GK712"),
    ],
)
def test_what_makes_no_sense_is_refused(how, said):
    with pytest.raises(gk.GalakitError) as error:
        gk.dynamics(gk.load("stag_hunt"), **how)
    assert error.value.diagnostics[0].id == said


def test_limits_hold():
    with pytest.raises(gk.GalakitError, match="GK632"):
        gk.dynamics(gk.load("kuhn"), "fictitious", time=10**8, time_limit=0.3)
    with pytest.raises(gk.GalakitError, match="GK713"):
        gk.dynamics(gk.load("leduc"))


def test_certificates_are_exact_where_shares_are():
    populations = populations_of(gk.load("stag_hunt").normal_form())
    certificate = populations.certified((Fraction(3, 4), Fraction(1, 4)))
    assert certificate.exact and certificate.gap == 0
