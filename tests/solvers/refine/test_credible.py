"""Credible equilibria: the method suits the game, and the answer is checked at every information set."""

from __future__ import annotations

import json

import pytest
from formats.helpers import DATA
from formats.random_trees import random_tree
from hypothesis import assume, given
from hypothesis import strategies as st
from solution.assess.test_sequential import HORSE

import galakit as gk
from galakit.cli.main import main
from galakit.errors import GalakitError
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.solution.assess import sequential
from galakit.solvers.refine.credible import METHOD

# A finite version of Spence (1973): of two workers the able one finds schooling cheaper; firms, here one of them, pay a
# high wage to those they believe to be able. It is credible that school separates them: with e = 1 the less able stay out.
SPENCE = """EFG 2 R "Schooling" { "Worker" "Firm" }
c "" 1 "" { "able" 1/2 "other" 1/2 } 0
p "" 1 1 "able" { "school" "none" } 0
p "" 2 1 "school" { "high" "low" } 0
t "" 1 "" { 3, 1 }
t "" 2 "" { 1, 0 }
p "" 2 2 "none" { "high" "low" } 0
t "" 3 "" { 4, 1 }
t "" 4 "" { 2, 0 }
p "" 1 2 "other" { "school" "none" } 0
p "" 2 1 "school" { "high" "low" } 0
t "" 5 "" { 1, -1 }
t "" 6 "" { -1, 0 }
p "" 2 2 "none" { "high" "low" } 0
t "" 7 "" { 4, -1 }
t "" 8 "" { 2, 0 }
"""


@pytest.mark.parametrize(
    ("name", "concept", "method"),
    [
        ("entry_deterrence", "subgame-perfect", "backward"),
        ("ultimatum", "subgame-perfect", "backward"),
        ("stag_hunt", "proper", "proper"),
        ("beer_quiche", "quasi-perfect", "quasi-perfect"),
        ("kuhn", "quasi-perfect", "quasi-perfect"),
        ("monty_hall", "quasi-perfect", "quasi-perfect"),
        ("voting", "sequential", "logit"),
    ],
)
def test_the_method_suits_the_game_and_the_answer_is_checked(name, concept, method):
    solution = gk.solve(gk.load(name), credible=True)
    assert solution.gap < 1e-9 and solution.complete
    assert solution.found["credible"].startswith(f"a {concept} equilibrium; checked")
    assert solution.algorithm.startswith(f"{method}: ")
    assert gk.sequential(solution).sequential


def test_of_the_equilibria_of_seltens_horse_the_credible_one_is_found():
    solution = gk.solve(gk.loads(HORSE), credible=True)
    assert [round(v, 6) for v in solution.value] == [1, 1, 1]
    assert solution.at("Two", "two").probabilities["across"] == pytest.approx(1)
    assert "sequential" in solution.found["credible"]


def test_schooling_is_credible_and_an_exact_answer():
    solution = gk.solve(gk.loads(SPENCE), credible=True)
    assert solution.exact and solution.gap == 0 and "checked" in solution.found["credible"]


def test_what_backward_induction_would_do_off_the_path_is_found_for_three_players():
    """The limit of quantal responses in a game that backward induction could solve: the same play everywhere."""
    from galakit.solvers.quantal.agent_form import AgentForm
    from galakit.solvers.quantal.everywhere import sequential_end
    from galakit.solvers.quantal.path import Path

    game = gk.load("entry_deterrence")
    found, _ = sequential_end(Path(AgentForm(game.form)), lambda point: None)
    for mine, by_induction in zip(found, gk.solve(game, "backward").strategies):
        assert mine == pytest.approx(by_induction.astype(float), abs=1e-9)


@given(seed=st.integers(0, 10_000))
def test_random_games_of_three_players_have_a_credible_equilibrium_that_passes_the_check(seed):
    game = Game(TreeRules(random_tree(seed, players=3), "tree"))
    assume(game.form.information_sets > 0)
    solution = gk.solve(game, credible=True)
    assert solution.complete and solution.gap < 1e-6


def test_what_is_not_proved_is_not_called_credible(monkeypatch):
    monkeypatch.setattr(sequential, "LIMIT_NODES", 10)
    solution = gk.solve(gk.load("beer_quiche"), credible=True)
    assert not solution.complete and solution.found["credible"].startswith("not proved: the tree is too large")
    solution = gk.solve(gk.load("ultimatum"), credible=True)
    assert solution.complete and "too large to check" in solution.found["credible"]


def test_other_games_and_other_methods_are_refused_with_the_reason():
    assert "forgets" in METHOD.refusal(gk.load(DATA / "forgetful.efg"))
    with pytest.raises(GalakitError, match="of its own choice, and lcp is named"):
        gk.solve(gk.load("beer_quiche"), "lcp", credible=True)


def test_the_command_line_says_which_concept_was_checked(capsys):
    assert main(["solve", "beer_quiche", "--credible", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["complete"] and "quasi-perfect" in str(found["found"]["credible"])
    assert main(["solve", "beer_quiche", "--credible", "--method", "lcp"]) == 2
    assert "GK670" in capsys.readouterr().err
