"""Games written in Python are the same games as those written in Gala."""

from __future__ import annotations

from fractions import Fraction

import pytest
from game.naive import described
from game.random_rules import RandomRules
from hypothesis import given
from hypothesis import strategies as st

import galakit as gk
from galakit.game.explore import explore
from galakit.game.unfold import unfold
from galakit.rules.contract import CHANCE, END
from rules import games

SAME = [
    (games.matching_pennies, {}),
    (games.kuhn, {}),
    (games.kuhn, {"cards": 5}),
    (games.kuhn_by_history, {"cards": 4}),
    (games.inspection, {}),
    (games.inspection, {"stages": 6, "inspections": 3}),
    (games.leduc, {}),
    (games.leduc, {"ranks": 2, "raises": 1}),
]


@pytest.mark.parametrize(("written", "params"), SAME, ids=[f"{g.flow.__name__}{p}" for g, p in SAME])
def test_a_game_has_the_same_sequence_form_in_python_as_in_gala(written, params):
    python, gala = gk.load(written, **params), gk.load(written.name, **params)
    assert (python.players, python.params) == (gala.players, gala.params)
    assert described(python.form) == described(gala.form)  # facts, moves, payoffs and probabilities, all of them
    assert python.size().nodes == gala.size().nodes
    assert python.form.exact


@pytest.mark.parametrize("written", [games.matching_pennies, games.kuhn, games.inspection, games.leduc])
def test_a_game_has_the_same_value_in_python_as_in_gala(written):
    assert gk.solve(gk.load(written)).value == gk.solve(gk.load(written.name)).value


def test_flows_that_proceed_have_few_states():
    by_scenes, by_history = (gk.load(g, cards=12).size() for g in (games.kuhn, games.kuhn_by_history))
    assert by_scenes.nodes == by_history.nodes == 1 + 132 * 9
    assert by_scenes.states == 10
    assert by_history.states == 1 + 132 * 4 + 1
    assert gk.load(games.leduc).size().states < 400


@pytest.mark.slow
def test_a_hundred_thousand_nodes_are_explored_without_scenes():
    assert gk.load(games.kuhn_by_history, cards=106).size().nodes == 100_171


def flow_of(random_rules: RandomRules, by_scenes: bool):
    """A random game as a flow; its states are handed over, or it is one long loop."""

    @gk.rules(players=random_rules.players)
    def flow(play):
        step = random_rules.start()
        tell(play, step)
        if by_scenes:
            play.proceed(scene, step.state)
        state = step.state
        while state.mover != END:
            move = yield choice(play, state)
            step = state.after(state.moves.index(move))
            tell(play, step)
            state = step.state

    return flow


def scene(play, state):
    if state.mover == END:
        play.end()
    move = yield choice(play, state)
    step = state.after(state.moves.index(move))
    tell(play, step)
    play.proceed(scene, step.state)


def choice(play, state):
    if state.mover == CHANCE:
        return play.choose("nature", state.moves, probabilities=state.probabilities)
    return play.choose(play.players[state.mover], iter(state.moves))


def tell(play, step):
    for player, fact in step.observations:
        play.reveal(play.players[player], fact)
    for player, amount in zip(play.players, step.payoffs):
        play.payoff(player, amount)


@given(
    st.builds(
        RandomRules,
        seed=st.integers(0, 10_000),
        number=st.integers(1, 3),
        depth=st.integers(0, 4),
        zero_sum=st.just(False),
    ),
    st.booleans(),
)
def test_a_flow_that_follows_any_rules_is_the_same_game(rules, by_scenes):
    automaton = explore(gk.load(flow_of(rules, by_scenes)).rules)
    original = explore(rules)
    assert described(unfold(automaton)[0]) == described(unfold(original)[0])
    if by_scenes:
        ends = sum(mover == END for mover in original.mover)
        assert len(automaton.mover) == len(original.mover) - ends + min(ends, 1)


def test_nature_chooses_by_probabilities_weights_or_evenly():
    @gk.rules(players=["a"])
    def lottery(play, how="even"):
        options = ["x", "y", "z"]
        if how == "even":
            prize = yield play.choose("nature", options)
        elif how == "probabilities":
            prize = yield play.choose("nature", options, probabilities=[Fraction(1, 2), Fraction(1, 2), 0])
        else:
            prize = yield play.choose("nature", options, weights=[3, 2, 1])
        play.outcome([{"x": 6, "y": 12, "z": 18}[prize]])

    for how, value in [("even", 12), ("probabilities", 9), ("weights", 10)]:
        assert gk.solve(gk.load(lottery, how=how)).value == (value,)


def test_payoffs_on_the_way_and_at_the_end_add_up():
    @gk.rules(players=["a", "b"])
    def game(play):
        play.payoff("a", 5)
        yield play.choose("b", [1, 2])
        play.payoff("b", Fraction(1, 2))
        play.outcome([1, 0.5])

    assert gk.load(game).form.classes[0] == (6, 1.0)


def test_a_fact_is_told_to_one_to_several_or_to_all():
    @gk.rules(players=["a", "b", "c"])
    def game(play):
        play.reveal("a", "one")
        play.reveal(["c", "a"], "some", 2)
        play.reveal("all", ("x", [1, None]))
        for who in play.players:
            yield play.choose(who, ["go"])

    form = gk.load(game).form
    assert [form.facts(i)[:-1] for i in range(3)] == [
        ("one", "some(2)", "(x,[1,none])"),
        ("(x,[1,none])",),
        ("some(2)", "(x,[1,none])"),
    ]


def go_or_stay(play, x):
    yield play.choose("a", ["go", "stay"])


def test_what_a_flow_hands_over_is_told_apart_by_type():
    @gk.rules(players=["a"])
    def game(play):
        values = {"one": 1, "true": True, "float": 1.0, "text": "1", "same": 1}
        x = yield play.choose("nature", values)
        play.proceed(go_or_stay, (values[x],))

    assert gk.load(game).automaton.mover.tolist().count(0) == 4


def test_games_in_python_can_be_shown_simulated_saved_and_exported(tmp_path):
    game = gk.load(games.kuhn, cards=4)
    solution = gk.solve(game)
    assert list(solution.at("first", "card(4)").probabilities) == ["pass", "bet"]
    assert "card(3)" in str(solution.to_frame().to_dict())
    assert abs(gk.simulate(solution, 200, seed=1).mean[0]) < 1
    solution.save(tmp_path / "kuhn.json")
    assert gk.load_solution(tmp_path / "kuhn.json").value == solution.value
