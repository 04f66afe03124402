"""Matches: fair, repeatable, and their logs cannot be changed unnoticed."""

from __future__ import annotations

import json
import random

import pytest
from formats.random_trees import random_tree
from hypothesis import given
from hypothesis import strategies as st

import galakit as gk
from galakit.agents.contract import Decision, Seen, drawn, uniformly
from galakit.agents.particles import consistent
from galakit.agents.search import Search
from galakit.agents.simple import Person
from galakit.errors import GalakitError
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game

KUHN = gk.load("kuhn")
SOLVED = gk.solve(KUHN)
PLAYED = [
    ("kuhn", {}),
    ("kuhn_gdl", {}),
    ("three_player_kuhn", {}),
    ("leduc", {}),
    ("goofspiel", {"cards": 3}),
    ("nim", {}),
    ("monty_hall", {}),
]


@pytest.mark.parametrize("name", ["kuhn", "leduc", "inspection", "poker"])
def test_two_solutions_average_to_the_value(name):
    game = gk.load(name)
    solution = gk.solve(game, exact=False)
    result = gk.Match(game, dict.fromkeys(game.players, solution)).play(3_000, seed=5)
    for mean, error, value in zip(result.mean, result.error, solution.value):
        assert abs(mean - float(value)) < 4 * error + 1e-12


def test_with_rotating_seats_two_solutions_average_to_nothing_and_luck_matters_less():
    agents = dict.fromkeys(KUHN.players, SOLVED)
    rotated = gk.Match(KUHN, agents, rotate=True).play(2_000, seed=5)
    assert abs(rotated.mean[0]) < 4 * rotated.error[0] < 4 * gk.Match(KUHN, agents).play(2_000, seed=5).error[0]
    assert {hand.seats for hand in rotated.hands} == {(0, 1), (1, 0)}
    # Both hands of a pair have the same deal.
    assert all(a.moves[0] == b.moves[0] for a, b in zip(rotated.hands[::2], rotated.hands[1::2]))


@pytest.mark.parametrize(("name", "params"), PLAYED)
@pytest.mark.parametrize("rotate", [False, True])
def test_the_same_seed_gives_the_same_plays_and_a_log_plays_again(name, params, rotate, tmp_path):
    game = gk.load(name, **params)
    agents = {player: "search:20" if k == 0 else "random" for k, player in enumerate(game.players)}
    result = gk.Match(game, agents, rotate=rotate).play(7, seed=3)
    again = gk.Match(game, agents, rotate=rotate).play(7, seed=3)
    assert again.hands == result.hands and list(again.log()) == list(result.log())
    assert gk.Match(game, agents, rotate=rotate).play(7, seed=4).hands != result.hands
    result.save(tmp_path / "match.jsonl")
    replayed = gk.Match.replay(tmp_path / "match.jsonl", game)
    assert replayed.hands == result.hands and replayed.mean == result.mean
    assert list(replayed.log()) == list(result.log())


def changed(line, **fields):
    return json.dumps({**json.loads(line), **fields})


TAMPERED = [
    (0, lambda line: changed(line, seed=8), "line 2 of the log: the move of chance in event 1"),
    (0, lambda line: changed(line, players=["a", "b"]), "line 1 of the log: the players"),
    (0, lambda line: changed(line, hands=9), "line 7 of the log: the log ends here"),
    (0, lambda line: changed(line, hands=3), "line 5 of the log: there are more lines"),
    (0, lambda line: changed(line, seed=-1), "line 1 of the log: the seed is negative"),
    (2, lambda line: changed(line, payoffs=[9, -9]), "line 3 of the log: the payoffs"),
    (2, lambda line: changed(line, opening={"first": ["card(1)"]}), "line 3 of the log: what is seen at the start"),
    (2, lambda line: changed(line, hand=7), "line 3 of the log: the number of the hand"),
    (2, lambda line: changed(line, seats=[1, 0]), "line 3 of the log: the seats"),
    (2, lambda line: line.replace('"move":"bet"', '"move":"fold"').replace('"pass"', '"fold"'), "no move `fold`"),
    (2, lambda line: line.replace('"mover":"first"', '"mover":"second"'), "who moves in event 2"),
    (2, lambda line: line.replace("card(", "cards("), "what is seen in event 1"),
    (2, lambda line: line[: len(line) // 2], "it is not a line of a log"),
    (2, lambda line: "[" * 100_000, "it is not a line of a log"),
    (2, lambda line: changed(line, moves=json.loads(line)["moves"][:1]), "the hand ends before it is over"),
    (2, lambda line: changed(line, moves=json.loads(line)["moves"] * 2), "the number of events"),
]


@pytest.mark.parametrize(("place", "change", "said"), TAMPERED)
def test_a_log_that_was_changed_is_refused_with_the_place(place, change, said):
    log = list(gk.Match(KUHN, dict.fromkeys(KUHN.players, SOLVED)).play(5, seed=7).log())
    log[place] = change(log[place])
    with pytest.raises(GalakitError) as refused:
        gk.Match.replay(log, KUHN)
    assert said in str(refused.value) and refused.value.diagnostics[0].id == "GK833"


def test_a_log_of_nothing_or_of_another_game_is_refused(tmp_path):
    log = gk.Match(KUHN, dict.fromkeys(KUHN.players, "random")).play(1, seed=7).log()
    with pytest.raises(GalakitError, match="the parameters"):
        gk.Match.replay(log, gk.load("kuhn", cards=4))
    with pytest.raises(GalakitError, match="the log is empty"):
        gk.Match.replay([], KUHN)
    with pytest.raises(GalakitError, match="there is no file"):
        gk.Match.replay(tmp_path / "none", KUHN)
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    with pytest.raises(GalakitError, match="cannot be read"):
        gk.Match.replay(tmp_path / "binary", KUHN)


def test_agents_are_functions_solutions_files_names_and_persons(tmp_path):
    SOLVED.save(tmp_path / "kuhn.json")
    typed = iter(["jump", "bet", "pass", *["bet"] * 50])
    told = []
    person = Person(lambda prompt: next(typed), told.append)
    for agent in (SOLVED, str(tmp_path / "kuhn.json"), tmp_path / "kuhn.json", lambda d: "bet", "random", person):
        result = gk.Match(KUHN, {"first": agent, "second": SOLVED}).play(4, seed=1)
        assert len(result.hands) == 4
    assert "there is no move `jump`" in told and any(line.startswith("you get ") for line in told)
    assert any(line.startswith("you learn card(") for line in told)


def test_a_best_response_wins_what_it_promises():
    model = {"first": {"": "bet"}, "second": {"": "bet"}}  # who always bets
    answer = gk.best_response(KUHN, "second", model)
    result = gk.Match(KUHN, {"first": lambda decision: "bet", "second": answer}).play(3_000, seed=2)
    assert abs(result.mean[1] - float(answer.value[1])) < 4 * result.error[1]
    assert answer.value[1] > SOLVED.value[1]


@pytest.mark.parametrize(
    ("agents", "said", "id"),
    [
        ({"first": "random"}, "second has no agent", "GK830"),
        ({"first": "random", "second": "random", "third": "random"}, "there is no player third", "GK830"),
        ({"first": "lucky", "second": "random"}, "no agent called lucky", "GK509"),
        ({"first": "search:0", "second": "random"}, "no agent called search:0", "GK995"),
        ({"first": 7, "second": "random"}, "int is not an agent", "GK831"),
        ({"first": "none.json", "second": "random"}, "there is no file", "GK501"),
    ],
)
def test_a_match_without_the_right_agents_is_refused(agents, said, id):
    with pytest.raises(GalakitError, match=said) as refused:
        gk.Match(KUHN, agents)
    assert refused.value.diagnostics[0].id == id


@pytest.mark.parametrize(
    "choice",
    ["raise", 1, None, {"raise": 1}, {"bet": 0.4}, {"bet": -1, "pass": 2}, {"bet": "much"}, {"bet": float("nan")}],
)
def test_a_wrong_move_names_the_agent_and_the_moves(choice):
    with pytest.raises(GalakitError, match="the agent of second") as refused:
        gk.Match(KUHN, {"first": "random", "second": lambda decision: choice}).play(seed=1)
    assert refused.value.diagnostics[0].id == "GK832" and "pass, bet" in str(refused.value)


def test_a_solution_of_another_game_is_found_out():
    other = gk.solve(gk.load("kuhn", cards=4))
    with pytest.raises(GalakitError, match="has no strategy of first here"):
        gk.Match(gk.load("leduc"), {"first": other, "second": "random"}).play(50, seed=1)


def test_hands_and_seeds_are_numbers_that_make_sense():
    match = gk.Match(KUHN, dict.fromkeys(KUHN.players, "random"))
    for hands, seed in ((0, 1), (1, -1)):
        with pytest.raises(GalakitError):
            match.play(hands, seed=seed)
    result = match.play()
    assert result.error == (None, None) and gk.Match.replay(result.log(), KUHN).hands == result.hands


def test_agents_are_told_what_their_player_saw_and_everything_only_if_hands_are_shown():
    class Watcher:
        def __init__(self):
            self.seen: list[Seen] = []

        def choose(self, decision):
            return decision.moves[0]

        def observe(self, seen):
            self.seen.append(seen)

    for shown in (False, True):
        one, other = Watcher(), Watcher()
        result = gk.Match(KUHN, {"first": one, "second": other}, shown=shown).play(5, seed=1)
        for mine, yours, hand in zip(one.seen, other.seen, result.hands):
            assert (mine.player, yours.player) == (0, 1) and (mine.payoff, yours.payoff) == hand.payoffs
            assert (mine.trace is not None) is shown
            assert not any(fact in yours.facts for fact in mine.facts if fact.startswith("card("))
    assert result.agents == ("Watcher", "Watcher")


def test_progress_is_told():
    told = []
    gk.Match(gk.load("leduc"), {"first": "search:100", "second": "search:100"}).play(
        8, seed=1, progress=lambda *news: told.append(news)
    )
    assert told and told[-1][0] == "playing" and told[-1][2] == 8


def test_search_wins_where_it_can_and_takes_what_it_is_offered():
    nim = gk.load("nim", piles=[1, 2, 2])
    result = gk.Match(nim, dict(zip(nim.players, ["search:400", "search:400"]))).play(3, seed=1)
    assert all(hand.payoffs[0] == 1 for hand in result.hands)
    leduc = gk.load("leduc")
    result = gk.Match(leduc, {"first": "search:60", "second": "random"}).play(60, seed=2)
    assert result.mean[0] > 0.5


def test_search_reasons_about_what_is_hidden():
    chosen = {}
    for card in (1, 2, 3):
        facts = (f"card({card})", "bet", "choosing([pass,bet])")
        chosen[card] = Search(KUHN.rules, 400).choose(Decision(1, facts, (), ("pass", "bet")))
    assert chosen[1] == "pass" and chosen[3] == "bet"


@given(st.integers(0, 100_000))
def test_in_random_games_the_places_of_a_player_are_those_of_his_information_set(seed):
    game = Game(TreeRules(random_tree(seed, depth=4), "tree"))
    form, tree = game.form, game.tree
    for i in range(form.information_sets):
        player = int(form.player[i])
        nodes = [n for n in range(tree.nodes) if tree.information_set[n] == i]
        if not any(tree.reaches[tree.reach[n]] > 0 for n in nodes):
            continue
        found = consistent(game.rules, player, form.facts(i), uniformly, random.Random(1))
        assert len(found) == len([n for n in nodes if tree.reaches[tree.reach[n]] > 0])
        assert sum(weight for _, weight in found) == pytest.approx(1)
        assert all(place.facts[player] == form.facts(i) for place, _ in found)


@given(st.integers(0, 100_000), st.booleans())
def test_matches_of_random_games_play_again_just_so(seed, rotate):
    game = Game(TreeRules(random_tree(seed, depth=4), "tree"))
    match = gk.Match(game, dict.fromkeys(game.players, "random"), rotate=rotate)
    result = match.play(6, seed=seed)
    assert gk.Match.replay(result.log(), game).hands == result.hands == match.play(6, seed=seed).hands


def test_a_sample_of_many_places_keeps_their_probabilities():
    rules = gk.load("leduc").rules
    facts = ("private((1,1))", "call", "choosing([call,raise])")
    exact = consistent(rules, 1, facts, uniformly, random.Random(1))
    few = consistent(rules, 1, facts, uniformly, random.Random(1), kept=4)
    assert sum(weight for _, weight in exact) == pytest.approx(1) == sum(weight for _, weight in few)
    assert len(few) <= 4 < len(exact)


def test_probabilities_are_drawn_as_they_are_given():
    decision, draw = Decision(0, (), (), ("a", "b", "c")), random.Random(1)
    counts = [0, 0, 0]
    for _ in range(4_000):
        counts[drawn({"a": 0.25, "c": 0.75}, decision, draw, "one")] += 1
    assert counts[1] == 0 and abs(counts[0] - 1_000) < 120
