"""Published numbers, reproduced. Each test says which number and where it comes from.

KP97 is Koller & Pfeffer, "Representations and solutions for game-theoretic problems", Artificial Intelligence 94 (1997).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

import galakit as gk


@pytest.mark.parametrize("k", [2, 3, 8, 20, 64, 127])
def test_k_card_poker_has_9k_k_minus_1_plus_1_nodes(k):
    """KP97 sections 2 and 5: 55 nodes for 3 cards, 144,019 for 127; 4k+1 sequences and 2k information sets each."""
    size = gk.load("poker", ranks=k).size()
    assert size.nodes == 9 * k * (k - 1) + 1
    assert size.sequences == [4 * k + 1] * 2 and size.information_sets == [2 * k] * 2


@pytest.mark.parametrize(("params", "nodes"), [({"cash": 12}, 73_711), ({"ranks": 11, "cards": 5, "cash": 4}, 124_741)])
def test_the_other_large_games_of_1997_have_the_nodes_we_count(params, nodes):
    """KP97 figure 16: 3 cards with 11 rounds; 11 cards, 5 each, 3 rounds."""
    assert gk.load("poker", **params).size().nodes == nodes


# KP97 figure 12: payoffs (times 6) for pairs of sequences, rows the gambler's, columns the dealer's. A sequence is
# written as card, then own moves; the dealer's also says what he answers: (card, gambler's bet, his bet).
FIGURE_12 = {
    ("J", "P"): {("Q", 0, 0): -1, ("K", 0, 0): -1},
    ("J", "PP"): {("Q", 0, 1): -1, ("K", 0, 1): -1},
    ("J", "PB"): {("Q", 0, 1): -2, ("K", 0, 1): -2},
    ("J", "B"): {("Q", 1, 0): 1, ("Q", 1, 1): -2, ("K", 1, 0): 1, ("K", 1, 1): -2},
    ("Q", "P"): {("J", 0, 0): 1, ("K", 0, 0): -1},
    ("Q", "PP"): {("J", 0, 1): -1, ("K", 0, 1): -1},
    ("Q", "PB"): {("J", 0, 1): 2, ("K", 0, 1): -2},
    ("Q", "B"): {("J", 1, 0): 1, ("J", 1, 1): 2, ("K", 1, 0): 1, ("K", 1, 1): -2},
    ("K", "P"): {("J", 0, 0): 1, ("Q", 0, 0): 1},
    ("K", "PP"): {("J", 0, 1): -1, ("Q", 0, 1): -1},
    ("K", "PB"): {("J", 0, 1): 2, ("Q", 0, 1): 2},
    ("K", "B"): {("J", 1, 0): 1, ("J", 1, 1): 2, ("Q", 1, 0): 1, ("Q", 1, 1): 2},
}


def payoffs_by_sequence():
    """The gambler's payoffs (times 6) in the sequence form, with sequences named as in figure 12."""
    form = gk.load("poker").form
    gambler, dealer = form.players.index("gambler"), form.players.index("dealer")
    card = {"myhand([1])": "J", "myhand([2])": "Q", "myhand([3])": "K"}
    names = [{0: ()}, {0: ()}]
    for i in range(form.information_sets):
        p, facts = int(form.player[i]), form.facts(i)
        for k, move in enumerate(form.moves(i)):
            letter = {"0": "P", "1": "B"}[move]
            if p == gambler:
                own = (card[facts[0]], ("P" if "chose(0)" in facts else "") + letter)
            else:
                own = (card[facts[0]], 1 if "bet(gambler,1)" in facts else 0, int(move))
            names[p][int(form.first_sequence[i]) + k] = own
    matrix = form.matrix(gambler)
    assert matrix.shape == (13, 13)
    rows = (matrix if gambler == 0 else matrix.T).tocoo()
    found: dict = {}
    for r, c, value in zip(rows.row, rows.col, rows.data):
        found.setdefault(names[gambler][int(r)], {})[names[dealer][int(c)]] = round(6 * value, 9)
    return found


def test_the_sequence_form_of_simplified_poker_is_figure_12():
    """KP97 figure 12: a 13 x 13 matrix."""
    assert payoffs_by_sequence() == FIGURE_12


# KP97 figure 9, payoffs times 6: the gambler's strategy for J, Q, K against the dealer's, who passes throughout on a Jack;
# columns are his answers (to a pass, to a bet) on a Queen and, faster, on a King, in the order pp, pb, bp, bb.
FIGURE_9 = {
    "pp,b,pb": [2, -1, 2, -1, 2, -1, 2, -1, 3, 0, 3, 0, 3, 0, 3, 0],
    "pb,pb,pp": [0, 0, -2, -2, 0, 0, -2, -2, -3, -3, -5, -5, -3, -3, -5, -5],
    "b,pp,pp": [4, 1, 4, 1, 1, -2, 1, -2, 2, -1, 2, -1, -1, -4, -1, -4],
    "b,b,pp": [6, 0, 6, 0, 3, -3, 3, -3, 4, -2, 4, -2, 1, -5, 1, -5],
    "b,b,b": [6, 0, 6, 0, 4, -2, 4, -2, 6, 0, 6, 0, 4, -2, 4, -2],
}


@pytest.mark.parametrize("strategy", FIGURE_9)
def test_the_normal_form_of_simplified_poker_is_figure_9(strategy):
    """KP97 figure 9, rows the scan shows clearly."""
    table = gk.load("poker").normal_form()
    form = table.form
    gambler, dealer = form.players.index("gambler"), form.players.index("dealer")

    def named(player, own):
        """A pure strategy as the figure writes it: for J, Q, K the moves in order."""
        letters = dict.fromkeys(("myhand([1])", "myhand([2])", "myhand([3])"), "")
        # The dealer's answer to a pass comes first.
        sets = sorted(zip(form.sets_of(player).tolist(), own), key=lambda at: "bet(gambler,1)" in form.facts(at[0]))
        for i, move in sets:
            if move >= 0:
                letters[form.facts(i)[0]] += {"0": "p", "1": "b"}[form.moves(i)[move]]
        return ",".join(letters.values())

    rows, columns = (
        {named(player, own): k for k, own in enumerate(table.choices[player].tolist())} for player in (gambler, dealer)
    )
    assert len(rows) == 27 and len(columns) == 64
    answers = ("pp", "pb", "bp", "bb")
    row = []
    for queen in answers:
        for king in answers:
            profile = {gambler: rows[strategy], dealer: columns[f"pp,{queen},{king}"]}
            row.append(6 * table.payoffs(profile[0], profile[1])[gambler])
    assert row == FIGURE_9[strategy]


def test_simplified_poker_is_worth_exactly_minus_one_eighteenth_to_the_gambler():
    """Kuhn 1950; KP97."""
    for name, player in (("poker", "gambler"), ("kuhn", "first")):
        solution = gk.solve(gk.load(name), exact=True)
        value = dict(zip(solution.game.players, solution.value))
        assert value[player] == Fraction(-1, 18) and solution.gap == 0 and solution.exact


def test_eight_card_poker_is_worth_minus_one_sixteenth_and_has_the_shape_of_figure_17():
    """KP97 figures 3 and 17: bluffs on the lowest cards, nothing in the middle, bets at the top."""
    solution = gk.solve(gk.load("poker", ranks=8), exact=True)
    assert dict(zip(solution.game.players, solution.value))["gambler"] == Fraction(-1, 16)
    bets = [solution.at("gambler", f"myhand([{card}])").probabilities["1"] for card in range(1, 9)]
    assert sum(bets[:2]) > 0 and bets[2:5] == [0, 0, 0] and sum(bets[5:]) > 1


@pytest.mark.parametrize("k", [2, 3, 4])
def test_the_normal_form_of_simplified_poker_is_3_to_the_k_by_4_to_the_k(k):
    """KP97 section 5.1: 27 x 64 for 3 cards."""
    table = gk.load("poker", ranks=k).normal_form()
    assert dict(zip(table.players, table.shape)) == {"gambler": 3**k, "dealer": 4**k}
    assert [len(plans) for plans in table.plans] == list(table.shape)


@pytest.mark.parametrize(
    "params",
    [
        {"ranks": 127},
        {"cash": 12},
        pytest.param({"ranks": 11, "cards": 5, "cash": 4}, id="11 cards, 5 each", marks=pytest.mark.slow),
    ],
)
def test_the_three_largest_games_of_1997_are_solved_with_a_gap_below_a_billionth(params):
    """KP97 figure 16; about an hour for the largest in 1997."""
    solution = gk.solve(gk.load("poker", **params), exact=False)
    assert solution.gap < 1e-9
    assert abs(sum(solution.value)) < 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("params", [{"ranks": 127}, {"cash": 12}])
def test_large_games_of_1997_are_solved_exactly(params):
    solution = gk.solve(gk.load("poker", **params), exact=True)
    assert solution.exact and solution.gap == 0


@cache
def inspection_value(stages: int, inspections: int) -> Fraction:
    """The inspector's value by recursion on 2 x 2 games: as long as play goes on, both know there was no violation."""
    if inspections == 0:
        return Fraction(-1)
    if stages <= inspections:
        return Fraction(1)
    # Rows: inspect or not; columns: violate or not.
    a, b = Fraction(1), inspection_value(stages - 1, inspections - 1)
    c, d = Fraction(-1), inspection_value(stages - 1, inspections)
    low, high = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
    return low if low == high else (a * d - b * c) / (a + d - b - c)


@pytest.mark.parametrize(("stages", "inspections"), [(2, 1), (3, 1), (4, 1), (4, 2), (5, 3), (6, 2), (7, 3)])
def test_inspection_games_have_the_value_of_their_recursion(stages, inspections):
    """KP97 figure 6: the inspection game with n stages and l inspections."""
    solution = gk.solve(gk.load("inspection", stages=stages, inspections=inspections), exact=True)
    assert solution.value[0] == inspection_value(stages, inspections) and solution.gap == 0


def test_leduc_hold_em_has_936_information_sets_and_value_minus_0_0856():
    """OpenSpiel's Leduc poker; Southey et al. 2005."""
    game = gk.load("leduc")
    assert sum(game.size().information_sets) == 936 and game.size().nodes == 9_457
    solution = gk.solve(game)
    assert solution.value[0] == pytest.approx(-0.0856064, abs=1e-6) and solution.gap < 1e-9


def test_liars_dice_has_the_histories_openspiel_counts():
    """294,883 histories and 24,576 information sets; a third way to count them: 36 rolls of 8,191 bidding histories."""
    size = gk.load("liars_dice").size()
    assert size.nodes == 294_883 == 36 * (2**13 - 1) + 7 and size.information_sets == [12_288] * 2


def test_small_games_have_their_well_known_values():
    for name, value in [("matching_pennies", 0), ("rock_paper_scissors", 0), ("monty_hall", Fraction(2, 3))]:
        assert gk.solve(gk.load(name)).value[0] == value
    # Parity: within a parity class the chooser makes the guesser indifferent, so the class is worth 1 / sum(1/n),
    # and he stays in the cheaper class.
    odd, even = (1 / sum(Fraction(1, n) for n in range(first, 11, 2)) for first in (1, 2))
    assert gk.solve(gk.load("parity")).value[1] == min(odd, even)


def test_leduc_and_kuhn_agree_with_openspiel():
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: make peers")
    for ours, theirs in [
        ("kuhn", "kuhn_poker"),
        ("leduc", "leduc_poker"),
        ("three_player_kuhn", "kuhn_poker(players=3)"),
    ]:
        nodes, terminals, total = 0, 0, None
        stack = [(pyspiel.load_game(theirs).new_initial_state(), 1.0)]
        while stack:
            state, reach = stack.pop()
            nodes += 1
            if state.is_terminal():
                terminals += 1
                payoffs = np.array(state.returns()) * reach
                total = payoffs if total is None else total + payoffs
            elif state.is_chance_node():
                stack.extend((state.child(a), reach * p) for a, p in state.chance_outcomes())
            else:
                actions = state.legal_actions()
                stack.extend((state.child(a), reach / len(actions)) for a in actions)
        game = gk.load(ours)
        # Kuhn's deal is one chance move here and two there; the leaves and uniform play tell the games apart.
        assert game.size().terminals == terminals
        assert uniform_value(game) == pytest.approx(total)


def uniform_value(game):
    """Expected payoffs when everybody plays uniformly, by recursion over the rules."""
    from galakit.rules.contract import CHANCE, END

    def value(state):
        if state.mover == END:
            return np.zeros(len(game.players))
        chances = state.probabilities if state.mover == CHANCE else [1 / len(state.moves)] * len(state.moves)
        total = np.zeros(len(game.players))
        for i, p in enumerate(chances):
            step = state.after(i)
            if step.state not in known:
                known[step.state] = value(step.state)
            total += float(p) * (np.array([float(x) for x in step.payoffs]) + known[step.state])
        return total

    known: dict = {}
    opening = game.rules.start()
    return np.array([float(x) for x in opening.payoffs]) + value(opening.state)
