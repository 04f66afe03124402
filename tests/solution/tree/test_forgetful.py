"""Games in which a player forgets: certificate, sheet, beliefs, files and plays, against a plain walk of the tree."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from formats.random_trees import random_tree
from hypothesis import assume, given
from hypothesis import strategies as st
from solvers.pure.brute import payoffs, pure_strategies, strategies_count

import galakit as gk
from galakit.cli.main import main
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.game.refinement import refinement
from galakit.solution.certificate import certify
from galakit.solution.solution import Solution
from galakit.solution.tree import best_pure
from galakit.solution.tree.policy import TreePolicy

DATA = Path(__file__).parents[2] / "formats" / "data"
G2 = Path(__file__).parents[2] / "solvers" / "imp" / "data" / "g2.efg"


def forgetful(seed, most=200):
    """A random game in which somebody forgets, with few pure strategies for each."""
    game = Game(TreeRules(random_tree(seed, recall=False, twice=False, depth=5), "tree"))
    assume(not game.form.perfect_recall)
    assume(all(strategies_count(game, p) <= most for p in range(len(game.players))))
    return game


def random_behaviour(game, seed):
    """A behaviour strategy for each player, some moves never played."""
    draw = random.Random(seed)
    form = game.form
    plans = []
    for player in range(len(form.players)):
        plan = np.empty(form.sequences[player], object)
        plan[0] = Fraction(1)
        for i in form.sets_of(player).tolist():
            weights = [draw.randint(0, 2) for _ in range(int(form.moves_count[i]))]
            weights[draw.randrange(len(weights))] += 1
            first = int(form.first_sequence[i])
            plan[first : first + len(weights)] = [Fraction(w, sum(weights)) for w in weights]
        plans.append(plan)
    return plans


def shares(form, plans, i):
    first, count = int(form.first_sequence[i]), int(form.moves_count[i])
    return plans[int(form.player[i])][first : first + count].tolist()


def solution_of(game, plans):
    certificate = certify(game.form, plans, game.tree)
    return Solution(
        name="tree",
        params={},
        players=game.players,
        method="given",
        certificate=certificate,
        size=game.size(),
        seconds={},
        game=game,
        policy=TreePolicy(game.players, game, plans=tuple(plans)),
    )


@given(st.integers(0, 100_000))
def test_value_and_gains_are_those_of_the_tree(seed):
    game = forgetful(seed)
    form = game.form
    plans = random_behaviour(game, seed)
    found = certify(form, plans, game.tree)
    value = payoffs(game, lambda i: shares(form, plans, i))
    assert found.exact and found.tight and list(found.value) == value
    for player in range(len(form.players)):

        def deviating(moves, player=player):
            def play(i):
                if form.player[i] != player:
                    return shares(form, plans, i)
                return [int(k == moves[i]) for k in range(int(form.moves_count[i]))]

            return payoffs(game, play)[player]

        best = max(deviating(moves) for moves in pure_strategies(game, player))
        assert found.gains[player] == best - value[player]
    floats = certify(form, [plan.astype(float) for plan in plans], game.tree)
    assert not floats.exact
    assert floats.gains == pytest.approx([float(g) for g in found.gains])


@given(st.integers(0, 100_000))
def test_sheet_and_beliefs_are_those_of_the_tree(seed):
    game = forgetful(seed, most=10**6)
    form, tree = game.form, game.tree
    plans = random_behaviour(game, seed)
    solution = solution_of(game, plans)
    reach = {0: Fraction(1)}
    for node in range(1, tree.nodes):
        above = int(tree.parent[node])
        k = tree.children(above).tolist().index(node)
        i = int(tree.information_set[above])
        chance = tree.automaton.probabilities[tree.automaton.probability[tree.edge[node]]]
        reach[node] = reach[above] * (shares(form, plans, i)[k] if i >= 0 else chance)

    def expected(node, player):
        children = tree.children(node).tolist()
        if not children:
            return Fraction(tree.payoffs[tree.payoff[node]][player])
        i = int(tree.information_set[node])
        if i >= 0:
            steps = shares(form, plans, i)
        else:
            steps = [tree.automaton.probabilities[tree.automaton.probability[tree.edge[c]]] for c in children]
        return sum(p * expected(c, player) for p, c in zip(steps, children))

    for here in solution.situations():
        i = here.information_set
        nodes = np.flatnonzero(tree.information_set == i).tolist()
        total = sum(reach[x] for x in nodes)
        assert here.reach == total
        assert list(here.probabilities.values()) == shares(form, plans, i)
        for k, value in enumerate(here.values.values()):
            if total == 0:
                assert value is None and here.belief is None and "never leads here" in here.note
            else:
                brings = sum(reach[x] * expected(int(tree.children(x)[k]), int(form.player[i])) for x in nodes)
                assert value == brings / total
        if total:
            assert {b.node: b.probability for b in here.belief} == {x: reach[x] / total for x in nodes if reach[x]}


def test_with_perfect_recall_the_tree_says_what_the_sequence_form_says():
    """The certificate on the tree is an independent one; here for a game that needs none."""
    from galakit.game.realization import behaviour
    from galakit.solution.tree.forgetful import values_and_gains

    solution = gk.solve(gk.load("kuhn"), exact=True)
    form, tree = solution.game.form, solution.game.tree
    plans = [behaviour(form, p, plan) for p, plan in enumerate(solution.listing.plans)]
    assert values_and_gains(form, tree, plans, exact=True) == (solution.value, (0, 0), True)


def test_a_player_who_remembers_has_one_part_per_information_set():
    game = gk.load("bargaining")
    for player in range(2):
        split = refinement(game.form, game.tree, [player])
        assert sorted(split.sets.tolist()) == game.form.sets_of(player).tolist()
        assert split.sequences == game.form.sequences[player]


def test_probabilities_that_do_not_sum_to_1_are_no_plan():
    game = gk.load(G2)
    with pytest.raises(gk.GalakitError, match="do not sum to 1"):
        certify(game.form, [np.full(7, 0.3)], game.tree)
    with pytest.raises(gk.GalakitError, match="7 sequences"):
        certify(game.form, [np.full(5, 0.5)], game.tree)


def test_absent_mindedness_of_one_among_several_is_refused_because_randomising_can_beat_all_pure_strategies(tmp_path):
    (tmp_path / "two.efg").write_text(
        'EFG 2 R "two" { "driver" "host" } p "" 1 1 "" { "exit" "on" } 0 t "" 1 "" { 0 0 } '
        'p "" 1 1 "" { "exit" "on" } 0 t "" 2 "" { 4 1 } t "" 3 "" { 1 4 }'
    )
    game = gk.load(tmp_path / "two.efg")
    with pytest.raises(gk.GalakitError, match="twice in one play") as error:
        gk.certify(game, {})
    assert error.value.diagnostics[0].id == "GK636"


def test_without_a_node_table_nothing_can_be_said():
    game = gk.load(G2)
    game.keep_nodes = False
    with pytest.raises(gk.GalakitError, match="too large to keep") as error:
        gk.certify(game, {})
    assert error.value.diagnostics[0].id == "GK635"


def test_a_written_profile_is_certified():
    found = gk.certify(gk.load(G2), {"player": {"A": "left", "B": "right", "CD": "right"}})
    assert found.value == (Fraction(1, 2),) and found.gap == 0 and found.exact


def wide(sets, seed=1):
    """A team whose members see a random part of what happened: a search for its best answer takes long."""
    draw = random.Random(seed)
    rows = []
    for _ in range(12 * sets):
        i, j, k = draw.sample(range(1, sets + 1), 3)
        rows.append((i, j, k, [draw.randint(-9, 9) for _ in range(8)]))
    lines = [
        'EFG 2 R "team" { "team" }',
        f'c "" 1 "" {{ {" ".join(f"{chr(34)}c{n}{chr(34)} 1/{len(rows)}" for n in range(len(rows)))} }} 0',
    ]
    outcome = 0
    for i, j, k, pays in rows:
        lines.append(f'p "" 1 {i} "s{i}" {{ "a" "b" }} 0')
        for first in range(2):
            lines.append(f'p "" 1 {j} "s{j}" {{ "a" "b" }} 0')
            for second in range(2):
                lines.append(f'p "" 1 {k} "s{k}" {{ "a" "b" }} 0')
                for third in range(2):
                    outcome += 1
                    lines.append(f't "" {outcome} "" {{ {pays[4 * first + 2 * second + third]} }}')
    return "\n".join(lines)


def test_a_search_that_is_cut_short_says_so_and_gives_a_bound(tmp_path, monkeypatch):
    path = tmp_path / "team.efg"
    path.write_text(wide(7))
    game = gk.load(path)
    best = gk.solve(game, "pure-optimum")
    assert best.certificate.tight and best.gap == 0
    monkeypatch.setattr(best_pure, "MOST", 3)
    short = gk.solve(game, "pure-optimum")
    assert not short.certificate.tight and short.gap > 0 and short.value == best.value
    short.save(tmp_path / "short.json")
    assert not gk.load_solution(tmp_path / "short.json").certificate.tight


@pytest.mark.parametrize("suffix", [".json", ".parquet"])
def test_a_solution_survives_saving(tmp_path, suffix):
    solution = gk.solve(gk.load(G2), "pure-optimum")
    solution.save(tmp_path / f"g2{suffix}")
    again = gk.load_solution(tmp_path / f"g2{suffix}")
    assert again.value == solution.value and again.gap == 0
    assert again.strategy(0) == solution.strategy(0)
    assert again.sheet.reach.tolist() == solution.sheet.reach.tolist()


def test_a_solution_can_be_played():
    result = gk.simulate(gk.solve(gk.load(G2), "pure-optimum"), 4000, seed=1)
    assert abs(result.mean[0] - 0.5) < 5 * result.error[0]


def test_the_command_shows_strategies_of_a_player_who_forgets(capsys):
    assert main(["show", str(G2), "--method", "pure-optimum"]) == 0
    shown = capsys.readouterr().out
    assert "certified exactly: no player can gain more than 0" in shown and "CD" in shown


def test_the_command_says_that_there_is_none(capsys):
    assert main(["solve", "matching_pennies", "--method", "pure"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("matching_pennies has no equilibrium in pure strategies\n") and not err
    assert main(["solve", "matching_pennies", "--method", "pure", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["none"][0]["id"] == "GK637"
