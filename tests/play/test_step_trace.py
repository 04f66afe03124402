"""A play steps step by step agrees with the rules, whoever wrote them."""

from __future__ import annotations

import json

import pytest
from game.poker_rules import Poker

import galakit as gk
from galakit.cli.main import main
from galakit.errors import GalakitError
from galakit.play.step_trace import Moves, trace_steps
from galakit.rules.contract import END


@pytest.mark.parametrize("name", ["kuhn", "poker", "leduc", "inspection", "three_player_kuhn", "blind_tic_tac_toe"])
def test_what_is_told_is_what_the_rules_do(name):
    for seed in range(5):
        rules = gk.load(name).rules
        steps = list(trace_steps(rules, Moves(seed=seed)))
        step = gk.load(name).rules.start()
        seen, gains = list(step.observations), list(step.payoffs)
        for happening in steps[1:]:
            state = step.state
            texts = [rules.write(move) for move in state.moves]
            assert happening.options == tuple(texts[:100]) and happening.count == len(texts)
            assert happening.mover == ("chance" if state.mover < 0 else rules.players[state.mover])
            step = state.after(texts.index(happening.move))
            seen += step.observations
            gains = [g + p for g, p in zip(gains, step.payoffs)]
        assert step.state.mover == END
        assert [f for h in steps for f in h.learnt] == [(rules.players[p], rules.write(f)) for p, f in seen]
        totals = dict.fromkeys(rules.players, 0)
        for happening in steps:
            for player, amount in happening.gains:
                totals[player] += amount
        assert list(totals.values()) == gains


def test_changes_are_told_even_of_variables_nobody_reads_again():
    text = (
        "game(g, [players : [a], variables : [x = 1, y], flow : (choose(a, Z, member(Z, [3])), x gets 2, y gets Z)])."
    )
    opening, choice = trace_steps(gk.loads(text).rules, Moves())
    assert [(c.variable, c.before, c.after) for c in opening.changes] == [("x", None, "1")]
    assert [(c.variable, c.before, c.after) for c in choice.changes] == [("x", "1", "2"), ("y", None, "3")]


def test_changes_that_a_choice_makes_are_told_even_if_nobody_reads_them_again():
    text = "game(g, [players : [a], objects : [deck : [1, 2]], flow : (choose(nature, X, deal(deck, 1, X)), reveal(a, X))])."
    steps = list(trace_steps(gk.loads(text).rules, Moves(["[2]"])))
    assert [(c.variable, c.after) for c in steps[1].changes] == [("deck", "[1]")]


def test_a_seed_means_one_play_and_chance_has_its_probability():
    first, again = (list(trace_steps(gk.load("leduc").rules, Moves(seed=5))) for _ in range(2))
    assert first == again
    rules = gk.load("leduc").rules
    assert len({list(trace_steps(rules, Moves(seed=seed)))[1].move for seed in range(20)}) > 3
    assert str(first[1].probability) == "1/6" and str(first[2].probability) == "1/5"


def test_moves_can_be_given():
    steps = list(trace_steps(gk.load("kuhn").rules, Moves(["(3,1)", "_", "bet"], 0)))
    assert steps[1].move == "(3,1)" and steps[3].move == "bet"
    with pytest.raises(GalakitError, match="move 2 of this play cannot be `bte`.*\n.*did you mean bet"):
        list(trace_steps(gk.load("kuhn").rules, Moves(["_", "bte"], 0)))
    with pytest.raises(GalakitError, match="ended after 2 moves"):
        list(trace_steps(gk.load("matching_pennies").rules, Moves(["heads", "tails", "heads"], 0)))


def test_rules_without_variables_are_told_without_changes():
    steps = list(trace_steps(Poker(3), Moves(seed=1)))
    assert len(steps) > 2 and not any(h.changes for h in steps) and any(h.learnt for h in steps)


def test_a_game_that_goes_on_for_ever_is_stopped():
    text = "game(g, [players : [a], flow : while(true, choose(a, X, member(X, [1, 2])))])."
    with pytest.raises(GalakitError, match="did not end"):
        list(trace_steps(gk.loads(text).rules, Moves()))


# -- the command ------------------------------------------------------------------------------------------------------


def test_the_command_tells_a_play(capsys):
    assert main(["trace", "kuhn", "--moves", "(1,3), bet, pass", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert "1. chance chooses (1,3) with probability 1/6  from (1,2); (1,3);" in out
    assert "second learns bet" in out and "higher = -1" in out and "payoffs  first 1, second -1" in out


def test_the_command_writes_json(capsys):
    assert main(["trace", "inspection", "--moves", "no, yes", "--seed", "1", "--json"]) == 0
    steps = json.loads(capsys.readouterr().out)
    assert steps["opening"]["changes"]["stages_left"] == {"before": None, "after": "4"}
    assert steps["steps"][1]["changes"]["inspections_left"] == {"before": "2", "after": "1"}
    assert steps["steps"][1]["learnt"] == {"violator": ["inspected(yes)"]}
    assert sum(steps["payoffs"].values()) == 0 and steps["seed"] == 1


def test_an_error_comes_after_what_led_to_it(tmp_path, capsys):
    path = tmp_path / "g.gala"
    path.write_text(
        "game(g, [players : [a], flow : (choose(a, X, member(X, [1])), choose(a, Y, member(Y, [2])), Z is foo, end)])."
    )
    assert main(["trace", str(path)]) == 2
    out, err = capsys.readouterr()
    assert "a chooses 1" in out and "foo" in err
    assert main(["trace", "kuhn", "--moves", "(1,"]) == 2
    assert "error" in capsys.readouterr().err
