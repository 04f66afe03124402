"""The planning optimum of an absent-minded player (Piccione & Rubinstein 1997), against grids and local search."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from formats.random_trees import random_tree
from scipy.optimize import minimize

import galakit as gk
from galakit.cli.main import main
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.solution.tree.nodes import expected, steps
from galakit.solvers.absent.method import refusal
from galakit.solvers.absent.payoff import shape_of

DATA = Path(__file__).parents[2] / "formats" / "data"
EXIT = 'p "" 1 1 "" { "exit" "on" } 0 t "" %d "" { %s } '


def motorway(tmp_path, *payoffs):
    """Exits that look the same; the last payoff is that of going on past all of them."""
    *exits, end = payoffs
    text = "".join(EXIT % (k + 1, pays) for k, pays in enumerate(exits))
    path = tmp_path / "motorway.efg"
    path.write_text(f'EFG 2 R "motorway" {{ "driver" }} {text} t "" {len(payoffs)} "" {{ {end} }}')
    return gk.load(path)


def payoff(game, strategy):
    return float(expected(game.tree, 0, steps(game.form, game.tree, [strategy], chance=True, exact=False))[0])


def random_game(seed, depth=4):
    return Game(TreeRules(random_tree(seed, players=1, recall=False, depth=depth), "tree"))


def local_searches(game, seed, starts):
    """The best of several local searches over all behaviour strategies, each written as a softmax."""
    form, draw = game.form, np.random.default_rng(seed)

    def strategy(logits):
        weights = np.exp(np.clip(logits, -40, 40))
        for i in range(form.information_sets):
            own = slice(form.first_sequence[i], form.first_sequence[i] + form.moves_count[i])
            weights[own] /= weights[own].sum()
        weights[0] = 1.0
        return weights

    runs = [
        minimize(lambda x: -payoff(game, strategy(x)), draw.normal(0, 3, form.sequences[0]), method="L-BFGS-B")
        for _ in range(starts)
    ]
    return max(-run.fun for run in runs)


def test_the_driver_turns_off_with_probability_a_third():
    """Piccione & Rubinstein (1997), example 1: 4 (1 - x) x + (1 - x)^2 is 4/3 at x = 1/3."""
    solution = gk.solve(gk.load("absent_minded_driver"))
    assert solution.method == "planning-optimum" and solution.exact and solution.certificate.planning
    assert solution.value == (Fraction(4, 3),) and solution.gap == 0
    assert solution.at("driver", "at an exit").probabilities == {"exit": Fraction(1, 3), "go on": Fraction(2, 3)}


def test_the_driver_believes_to_be_at_the_first_exit_with_probability_three_fifths():
    """Their consistent beliefs are in proportion to how often each exit is met, and both moves are worth the same."""
    here = gk.solve(gk.load("absent_minded_driver")).at("driver", "at an exit")
    assert [b.probability for b in here.belief] == [Fraction(3, 5), Fraction(2, 5)]
    assert list(here.values.values()) == [Fraction(8, 5), Fraction(8, 5)] and here.reach == 1


def test_an_irrational_optimum_is_certified_in_floating_point_and_no_exact_solution(tmp_path):
    game = motorway(tmp_path, 0, 4, 1, 0)  # 4 q (1 - q) + q^2 (1 - q): the derivative is 0 at (sqrt(21) - 3) / 3
    solution = gk.solve(game)
    on = (21**0.5 - 3) / 3
    assert solution.value[0] == pytest.approx(4 * on * (1 - on) + on**2 * (1 - on), abs=1e-14)
    assert next(iter(solution.strategy(0).values()))["on"] == pytest.approx(on, abs=1e-14)
    assert not solution.exact and 0 <= solution.gap < 1e-11
    with pytest.raises(gk.GalakitError, match="irrational") as error:
        gk.solve(game, exact=True)
    assert error.value.diagnostics[0].id == "GK695"


def test_a_pure_strategy_may_be_best(tmp_path):
    solution = gk.solve(motorway(tmp_path, 3, 2, 1))
    assert solution.value == (3,) and solution.gap == 0 and solution.exact


def test_many_exits_are_a_polynomial_of_high_degree(tmp_path):
    """Only the last of n exits pays 1: q^(n - 1) (1 - q) is largest at q = (n - 1) / n."""
    solution = gk.solve(motorway(tmp_path, *[0] * 11, 1, 0))
    assert solution.value == (Fraction(11, 12) ** 11 / 12,) and solution.gap == 0


@pytest.mark.parametrize("seed", [3, 7, 11, 20, 48, 51, 76, 90])
def test_no_local_search_finds_more(seed):
    game = random_game(seed)
    if game.form.perfect_recall or refusal(game) is not None:
        pytest.skip("nobody is absent-minded in this game")
    solution = gk.solve(game)
    best = local_searches(game, seed, 4)
    value = float(solution.value[0])
    assert payoff(game, np.array(solution.listing.plans[0], float)) == pytest.approx(value, abs=1e-12)
    assert best <= value + float(solution.gap) + 1e-9
    assert solution.certificate.tight and solution.gap < 1e-7


def test_intervals_and_sturm_agree_with_a_fine_grid():
    """The bound on what a uniform strategy could gain, in games with one and with two probabilities."""
    seen = set()
    for seed in range(60):
        game = random_game(seed, depth=3)
        if game.form.perfect_recall or refusal(game) is not None:
            continue
        shape = shape_of(game.form, game.tree)
        many = len(shape.degrees)
        if many not in (1, 2) or shape.choices > 4:
            continue
        seen.add(many)
        uniform = gk.certify(game, {})
        best = float(gk.solve(game).value[0])
        assert float(uniform.value[0] + uniform.gap) == pytest.approx(best, abs=1e-7)
    assert seen == {1, 2}


def test_a_wide_gap_is_kept_with_three_probabilities():
    found = [s for s in range(60) if (g := random_game(s)).tree.absent_minded().size and refusal(g) is None]
    seed = next(s for s in found if len(shape_of(random_game(s).form, random_game(s).tree).degrees) == 3)
    solution = gk.solve(random_game(seed), "planning-optimum", gap=10.0)
    assert solution.gap <= 10.0


def test_the_method_refuses_what_others_solve_better():
    with pytest.raises(gk.GalakitError, match="remembers everything"):
        gk.solve(gk.load("monty_hall"), "planning-optimum")
    with pytest.raises(gk.GalakitError, match="2 players"):
        gk.solve(gk.load("kuhn"), "planning-optimum")


def test_a_game_with_too_many_coefficients_is_refused(tmp_path):
    exits = "".join(EXIT % (1, 0) for _ in range(2))
    chance = " ".join(f'"{k}" 1/9' for k in range(9))
    parts = "".join(exits.replace("1 1", f"1 {k + 1}") + 't "" 2 "" { 1 } ' for k in range(9))
    path = tmp_path / "nine.efg"
    path.write_text(f'EFG 2 R "nine" {{ "driver" }} c "" 1 "" {{ {chance} }} 0 {parts}')
    with pytest.raises(gk.GalakitError, match="depends on 9 probabilities"):
        gk.solve(gk.load(path), "planning-optimum")


@pytest.mark.parametrize("suffix", [".json", ".parquet"])
def test_a_saved_solution_still_says_what_is_proved(tmp_path, suffix):
    gk.solve(gk.load("absent_minded_driver")).save(tmp_path / f"driver{suffix}")
    for certify in (True, False):
        again = gk.load_solution(tmp_path / f"driver{suffix}", certify=certify)
        assert again.certificate.planning and again.certificate.checked == certify and not again.warnings
        assert "no strategy that is decided on before the start gets more" in "".join(again.certificate.in_words)


def test_a_false_claim_is_found(tmp_path):
    path = tmp_path / "driver.json"
    gk.solve(gk.load("absent_minded_driver")).save(path)
    path.write_text(path.read_text().replace('"4/3"', '"3/2"'))
    again = gk.load_solution(path)
    assert again.value == (Fraction(4, 3),) and "the file claims" in again.warnings[0]


def test_the_command_solves_the_driver(capsys):
    assert main(["solve", "absent_minded_driver", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["value"] == ["4/3"] and shown["gap"] == 0 and shown["planning"] is True


def test_a_play_of_the_solution_earns_what_it_promises():
    result = gk.simulate(gk.solve(gk.load("absent_minded_driver")), 4000, seed=1)
    assert abs(result.mean[0] - 4 / 3) < 5 * result.error[0]
