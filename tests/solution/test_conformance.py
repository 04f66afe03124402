"""Every kind of policy answers every question, or says in one sentence why it does not; so does a kind of your own."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

import galakit as gk
from galakit.errors import GalakitError
from galakit.game.realization import plan_of
from galakit.play.grading import Grader
from galakit.solution.certificate import certify
from galakit.solution.policy import Able
from galakit.solution.situation import Situation
from galakit.study.study import Study


class Toy:
    """A fifth kind, which knows nothing but its protocol: every move is as likely as every other."""

    kind = "toy"
    able = Able()
    size = None

    def __init__(self, game):
        self.game = game

    def certify(self, *, free=False):
        form = self.game.form
        plans = [plan_of(form, p, strategy) for p, strategy in enumerate(self.strategies(form))]
        return certify(form, plans, self.game.tree)

    def played(self, player, facts):
        found = self.game.form.find(player, tuple(facts))
        return None if found is None else [1 / len(self.game.form.moves(found))] * len(self.game.form.moves(found))

    def at(self, player, facts):
        shares = self.played(player, facts)
        if shares is None:
            return None
        moves = self.game.form.moves(self.game.form.find(player, tuple(facts)))
        return Situation(
            player=self.game.players[player], information_set=None, facts=tuple(facts), reach=None, belief=None,
            probabilities=dict(zip(moves, shares)), values=dict.fromkeys(moves),
        )  # fmt: skip

    def after(self, moves):
        raise GalakitError("a toy does not follow moves", id="GK634")

    def strategies(self, form):
        found = []
        for player in range(len(form.players)):
            strategy = np.ones(form.sequences[player])
            for i in form.sets_of(player).tolist():
                first, many = int(form.first_sequence[i]), int(form.moves_count[i])
                strategy[first : first + many] = 1 / many
            found.append(strategy)
        return tuple(found)


def toy():
    game = gk.load("kuhn")
    solution = gk.solve(game)
    policy = Toy(game)
    return replace(solution, policy=policy, certificate=policy.certify(), method="toy")


def large(solution):
    """As if the game were too large to list."""
    return replace(solution, size=None)


KINDS = {
    "tree": lambda: gk.solve(gk.load("kuhn")),
    "tree in floats": lambda: gk.solve(gk.load("leduc", ranks=2), "cfr+", iterations=50),
    "factored": lambda: gk.solve(gk.load("kuhn"), "factored", iterations=50),
    "public": lambda: gk.solve(gk.load("kuhn"), "public", iterations=50),
    "states": lambda: gk.solve(gk.load("nim", piles=[1, 2]), "backward"),
    "stationary": lambda: gk.solve(gk.load("tag", cells=2)),
    "stationary and exact": lambda: gk.solve(gk.load("rubinstein", slices=3, delta="1/2")),
    "toy": toy,
    "factored, large": lambda: large(gk.solve(gk.load("kuhn"), "factored", iterations=50)),
    "public, large": lambda: large(gk.solve(gk.load("kuhn"), "public", iterations=50)),
    "states, large": lambda: large(gk.solve(gk.load("nim", piles=[1, 2]), "backward")),
    "toy, large": lambda: large(toy()),
}


@pytest.fixture(scope="module", params=KINDS)
def solution(request):
    return KINDS[request.param]()


@pytest.fixture
def loaded(solution, tmp_path):
    """As it comes back from a file, whatever it was."""
    path = tmp_path / "saved.parquet"
    answered(lambda: solution.save(path))
    return gk.load_solution(path) if path.exists() else None


def answered(question):
    """The answer, or None where the kind says in a sentence that it has none."""
    try:
        return question()
    except GalakitError as error:
        assert error.diagnostics[0].id and error.diagnostics[0].message
        return None


def first_set(solution):
    """What the first player to move knows, and who that is."""
    state = solution.game.rules.start()
    seen = [(p, solution.game.rules.write(fact)) for p, fact in state.observations]
    state = state.state
    while state.mover < 0:
        step = state.after(0)
        seen += [(p, solution.game.rules.write(fact)) for p, fact in step.observations]
        state = step.state
    moves = ",".join(solution.game.rules.write(move) for move in state.moves)
    return state.mover, (*(fact for p, fact in seen if p == state.mover), f"choosing([{moves}])")


def test_it_says_what_it_is(solution):
    assert solution.policy.kind and solution.able == replace(solution.policy.able, list_all=solution.able.list_all)
    assert solution.able.list_all or solution.size is None


def test_it_is_certified(solution):
    again = solution.policy.certify()
    assert again.value == pytest.approx(solution.value) and again.gap == pytest.approx(solution.gap)
    assert gk.certify(solution).gap == pytest.approx(solution.gap)


def test_it_says_what_is_played(solution):
    player, facts = first_set(solution)
    shares = solution.policy.played(player, facts)
    assert sum(shares) == pytest.approx(1)
    assert solution.policy.played(player, ("nothing", "like", "it")) is None
    here = solution.at(player, facts)
    assert list(here.probabilities.values()) == pytest.approx(list(shares))


def test_it_follows_moves_or_says_that_it_does_not(solution):
    assert (answered(lambda: solution.after(())) is None) or solution.able.follow


def test_it_is_simulated(solution):
    found = gk.simulate(solution, 20, seed=1)
    assert found.plays == 20
    assert sum(found.mean) == pytest.approx(sum(map(float, solution.value)), abs=1e-9)


def test_it_lists_its_information_sets_where_it_is_able_to(solution):
    strategy = answered(lambda: solution.strategy(0))
    assert (strategy is None) == solution.able.by_state  # all others of these games are small
    if strategy is None:
        return
    for shares in strategy.values():
        assert float(sum(shares.values())) == pytest.approx(1)
    assert len(solution.to_frame()) == sum(len(s) for s in strategy.values()) + sum(
        len(s) for s in solution.strategy(1).values()
    )


def test_it_has_grids_where_it_is_able_to(solution):
    grid = answered(lambda: solution.grid(after=()))
    assert (grid is not None) == solution.able.grids


def test_it_is_saved_and_read(solution, loaded):
    if loaded is None:
        return
    assert loaded.certificate.checked and loaded.value == pytest.approx(solution.value)
    player, facts = first_set(solution)
    assert list(loaded.policy.played(player, facts)) == pytest.approx(list(solution.policy.played(player, facts)))


def test_decisions_against_it_are_graded(solution):
    player, facts = first_set(solution)
    grader = Grader(solution, solution.game)
    move = next(iter(solution.at(player, facts).probabilities))
    grade = answered(lambda: grader.grade(player, facts, move))
    assert grade is None or grade.move == move


def test_a_player_is_locked_to_it(solution):
    found = answered(lambda: gk.solve(solution.game, lock={solution.players[0]: solution}))
    assert found is None or "gap where play is free" in found.found


def test_a_response_to_it_is_found(solution):
    found = answered(lambda: gk.best_response(solution.game, 0, solution))
    if found is not None and len(solution.players) == 2:
        assert float(found.value[0]) == pytest.approx(
            float(solution.value[0] + solution.certificate.gains[0]), abs=1e-6
        )


def test_it_is_studied(solution):
    study = Study(solution, solution.game)
    assert study.overview().players == list(solution.players)
    node = answered(lambda: study.node())
    assert node is None or node.branches
    for player in range(len(solution.players)):
        answered(partial(study.situations, player))
        answered(partial(study.grid, player))
    found = answered(lambda: study.search("("))
    assert found is None or found.items or not solution.able.search
    assert answered(lambda: study.comparison(Study(solution, solution.game))) is not None or not solution.able.list_all


def test_it_is_shown(solution):
    assert solution.name in repr(solution)
    assert "<" in solution._repr_html_()
    assert solution.to_json()["method"] == solution.method
