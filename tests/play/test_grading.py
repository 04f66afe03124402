"""What decisions are worth: known losses, and that losses add up to what a strategy gives away."""

from __future__ import annotations

from fractions import Fraction

import pytest
from formats.random_trees import random_tree
from hypothesis import given
from hypothesis import strategies as st
from solution.tree.test_forgetful import G2, random_behaviour, solution_of

import galakit as gk
from galakit.errors import GalakitError
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.game.realization import behaviour, plan_of, uniform
from galakit.loading import game_of
from galakit.play.grading import LEVELS, Grader, level_of
from galakit.play.session import Session, opponents
from galakit.solution.certificate import certify
from galakit.solution.tree.sheet import sheet_of
from galakit.solvers.profile_input import profile
from tests.separated.profiles import at_random

KUHN = gk.solve(gk.load("kuhn"))  # here first never bets

LOSSES = [
    ("first", "card(2)", "bet", Fraction(1, 6), "mistake"),
    ("first", "card(1), chose(pass), bet", "bet", 1, "blunder"),
    ("first", "card(3), chose(pass), bet", "pass", 3, "blunder"),
    ("second", "card(3), pass", "pass", Fraction(1, 6), "mistake"),
    ("second", "card(2), pass", "bet", Fraction(1, 2), "blunder"),
    ("second", "card(1), pass", "bet", 0, "best"),
]


@pytest.mark.parametrize(("player", "facts", "move", "loss", "level"), LOSSES)
def test_known_losses_in_kuhn_poker(player, facts, move, loss, level):
    grade = Grader(KUHN).grade(player, facts, move)
    assert (grade.loss, grade.level) == (loss, level)


def test_a_move_the_solution_never_makes_is_best_if_none_is_worth_more():
    grade = Grader(KUHN).grade("first", "card(3)", "bet")
    assert grade.probabilities["bet"] == 0 and grade.level == "best" and grade.loss == 0


def test_where_the_others_never_lead_there_is_no_level():
    grade = Grader(KUHN).grade("second", "card(1), bet", "bet")
    assert grade.level is None and grade.loss is None and "undefined" in str(grade)
    assert grade.to_json()["loss"] is None


def test_levels_are_relative_to_the_stakes_and_to_what_can_be_told_apart():
    assert [level_of(Fraction(loss, 100), 4) for loss in (0, 2, 3, 8, 32, 33)] == [
        "best",
        "good",
        "inaccuracy",
        "inaccuracy",
        "mistake",
        "blunder",
    ]
    assert level_of(0.01, 4, precision=0.01) == "best"


def test_a_move_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(GalakitError, match="no move `raise`"):
        Grader(KUHN).grade("first", "card(3)", "raise")


def given_away(game, solution, player, strategy):
    """The expected losses of a behaviour strategy against a solution, and what a best response gets more than it."""
    form, grader = game.form, Grader(solution, game)
    others = profile(form, solution)
    plans = [strategy if p == player else plan for p, plan in enumerate(others)]
    strategies = [behaviour(form, p, plan) for p, plan in enumerate(plans)]
    exact = form.exact and all(plan.dtype == object for plan in plans)
    sheet = sheet_of(form, strategies, exact=exact, tree=game.tree)
    lost = 0
    for i in form.sets_of(player).tolist():
        if sheet.reach[i] > 0:
            for move, share in zip(form.moves(i), sheet.probability[sheet.rows(i)].tolist()):
                lost += sheet.reach[i] * share * grader.grade(player, form.facts(i), move).loss
    return lost, certify(form, plans, game.tree).gains[player]


@pytest.mark.parametrize(("name", "params"), [("kuhn", {}), ("poker", {"ranks": 4}), ("inspection", {}), ("nim", {})])
def test_the_losses_of_a_strategy_add_up_to_what_it_gives_away(name, params):
    game = gk.load(name, **params)
    solution = gk.solve(game)
    for player in range(len(game.players)):
        lost, gain = given_away(game, solution, player, uniform(game.form, player, exact=solution.exact))
        assert lost == gain >= 0 and (gain > 0 or name == "nim" or name == "inspection")


@pytest.mark.parametrize("name", ["kuhn", "leduc", "three_player_kuhn", "inspection"])
def test_who_follows_a_best_response_loses_nothing_and_nobody_gains(name):
    game = gk.load(name)
    solution = gk.solve(game, "cfr+", iterations=5) if name.startswith("three") else gk.solve(game, exact=False)
    for player in game.players:
        response = gk.best_response(game, player, solution)
        grader = Grader(solution)
        for i in game.form.sets_of(game.players.index(player)).tolist():
            here = response.situation(i)
            grades = {m: grader.grade(player, here.facts, m) for m in here.probabilities}
            assert all(g.loss is None or g.loss >= 0 for g in grades.values())
            for move, share in here.probabilities.items():
                if share and here.reach:
                    assert grades[move].loss == 0 and grades[move].level == "best"


@given(st.integers(0, 100_000))
def test_in_random_games_against_random_profiles_losses_add_up_and_are_never_negative(seed):
    game = Game(TreeRules(random_tree(seed, depth=4), "tree"))
    solution = solution_of(game, [plan_of(game.form, p, b) for p, b in enumerate(random_behaviour(game, seed))])
    for player in range(len(game.players)):
        strategy = plan_of(game.form, player, random_behaviour(game, seed + 1)[player])
        lost, gain = given_away(game, solution, player, strategy)
        assert lost == gain >= 0


@pytest.mark.parametrize("suffix", ["json", "parquet"])
def test_a_saved_solution_grades_as_the_solution_does(tmp_path, suffix):
    KUHN.save(tmp_path / f"kuhn.{suffix}")
    saved = gk.load_solution(tmp_path / f"kuhn.{suffix}")
    grader = Grader(saved, game_of(saved))
    for player, facts, move, loss, level in LOSSES:
        grade = grader.grade(player, KUHN.at(player, facts).facts, move)
        assert (float(grade.loss), grade.level) == (float(loss), level)
    if saved.game is None:
        with pytest.raises(GalakitError, match="without its game"):
            Grader(saved)


def test_solutions_that_are_not_listed_grade_what_is_asked():
    perfect = gk.solve(gk.load("nim", piles=[1, 2, 2]), "alpha-beta")
    perfect.size = None  # as where nobody counted
    grader = Grader(perfect)
    assert not perfect.able.list_all and set(grader.grade(0, (), "take(1,1)").values.values()) == {1, -1}
    assert grader.grade(0, (), "take(1,1)").level == "best" and grader.grade(0, (), "take(1,2)").level == "blunder"
    separated = gk.solve(gk.load("leduc"), "factored", iterations=200)
    listed = Grader(separated).grade("second", "private((1,3)), raise", "fold")
    separated.size = None
    asked = Grader(separated).grade("second", "private((1,3)), raise", "fold")
    assert asked.level == listed.level == "blunder"
    assert float(asked.loss) == pytest.approx(float(listed.loss), abs=0.1)


def test_a_separated_game_too_large_to_list_is_coached():
    solution = at_random(gk.load("rhode_island", ranks=3, suits=2, raises=1))
    solution.size = None
    session = Session(solution.game, 0, opponents(solution.game, 0, solution), 5, Grader(solution))
    for hand in session.hands(3):
        while hand.go_on() is not None:
            assert session.choose(hand, 0).loss >= 0
        session.finish(hand)
    assert sum(session.levels.values()) == sum(map(len, session.grades)) > 0


def test_where_a_player_forgets_values_are_those_of_the_profile():
    game = gk.load(G2)
    solution = solution_of(game, random_behaviour(game, 1))
    assert not game.form.perfect_recall
    for i in range(game.form.information_sets):
        here, grader = solution.situation(i), Grader(solution)
        for move in here.probabilities:
            grade = grader.grade(here.player, here.facts, move)
            assert grade.values == here.values and (grade.loss is None or grade.loss >= 0)


def test_a_coached_sitting_keeps_count_and_its_log_has_the_grades():
    game = KUHN.game
    session = Session(game, 1, opponents(game, 1, KUHN), 1, Grader(KUHN))
    for hand in session.hands(40):
        while (decision := hand.go_on()) is not None:
            grade = session.choose(hand, decision.moves.index("bet"))
            assert grade is session.grades[-1][-1] and grade.move == "bet"
        session.finish(hand)
    grades = [g for grades in session.grades for g in grades]
    assert session.lost == sum(g.loss for g in grades) > 0
    assert sum(session.levels.values()) == len(grades) and list(session.levels) == list(LEVELS)
    log = session.to_json()
    assert [g.to_json() for g in session.grades[3]] == log["hands"][3]["grades"]
    assert log["lost"] == str(session.lost) and log["levels"] == session.levels
