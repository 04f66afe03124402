"""What an agent learns about commitment, teams, mediators, dynamics and stability."""

from __future__ import annotations

import pytest

PATROL = """
game(patrol, [
    players : [guard, thief],
    flow : (choose(guard, G, member(G, [east, west])),
            choose(thief, T, member(T, [east, west, stay])),
            if(T = stay, outcome([0, 0])),
            if(G = T, outcome([1, -3]), outcome([-2, 1])))
]).
"""


def test_a_leader_announces_and_the_follower_replies(agent):
    text, data = agent.call("commitment", game="beer_quiche", leader="receiver")
    assert (
        data["value"]["text"] == "19/20" and data["equilibrium"]["text"] == "9/10" and data["proved"] and data["exact"]
    )
    mixed = next(one for one in data["decisions"] if one["knows"] == "quiche")
    assert mixed["player"] == "receiver" and {m: p["text"] for m, p in mixed["plays"].items()} == {
        "fight": "1/2",
        "leave": "1/2",
    }
    assert "no announcement brings receiver more" in text and "fight: 1/2, leave: 1/2" in text


def test_rules_of_ones_own_can_be_asked_about(agent):
    """The thief stays at home if each place is guarded at least one time in four; no certain patrol achieves that."""
    _, data = agent.call("commitment", source=PATROL, leader="guard")
    assert data["value"]["text"] == "0" and data["proved"] and data["left_out"] == 0
    stays = {"player": "thief", "knows": "", "plays": {"stay": {"value": 1.0, "text": "1"}}}
    assert any(stays.items() <= one.items() for one in data["decisions"])
    _, pure = agent.call("commitment", source=PATROL, leader="guard", pure=True)
    assert pure["value"]["text"] == "-2" and pure["proved"]


def test_a_team_gets_more_with_a_joint_plan(agent):
    text, alone = agent.call("team", game="team_pennies", team=["ann", "bob"])
    assert alone["value"]["text"] == "1/4" and alone["close"] and not alone["lottery"] and alone["paid"] == "each"
    assert "each drawing alone" in text
    text, joint = agent.call("team", game="team_pennies", team=["ann", "bob"], correlated=True)
    assert joint["value"]["text"] == joint["bound"]["text"] == "1/2" and joint["exact_bound"]
    assert sum(plan["probability"]["value"] for plan in joint["lottery"]) == pytest.approx(1)
    assert {one["player"] for one in joint["decisions"]} == {"adversary"} and "joint plan" in text


def test_a_mediator_recommends(agent):
    text, data = agent.call("correlated_equilibrium", game="stag_hunt", concept="nfce", objective="first")
    assert [value["text"] for value in data["values"]] == ["4", "4"] and data["exact"]
    (end,) = data["outcomes"]
    assert end["probability"] == {"value": 1.0, "text": "1"}
    assert end["moves"] == end["labels"] == {"first": ["stag"], "second": ["stag"]}
    assert "always stag" in text and "best for first" in text


def test_play_is_followed_from_a_start(agent):
    text, data = agent.call("dynamics", game="stag_hunt", starts=["0.7, 0.3"])
    (path,) = data["paths"]
    assert path["end"] == {"everyone": {"hare": 1.0}} and path["still_moves"] == 0
    assert [one["kind"] for one in data["rests"]] == ["sink", "sink", "source"]
    assert "always hare" in text and "stag: 3/4, hare: 1/4" in text
    _, each = agent.call("dynamics", game="stag_hunt", rule="fictitious", one_population=False)
    assert list(each["populations"]) == ["first", "second"]


def test_stability_names_the_mutants(agent):
    text, data = agent.call("stability", game="stag_hunt")
    assert [one["verdict"] for one in data["equilibria"]] == ["evolutionarily stable"] * 2 + ["unstable"]
    assert data["equilibria"][2]["mutant"]["plays"] == {"hare": {"value": 1.0, "text": "1"}}
    assert "always hare invades" in text


def test_dominance_says_by_what(agent):
    text, data = agent.call("dominance", game="beer_quiche")
    ((quiche_beer, fight),) = data["rounds"]
    assert quiche_beer["by"] == {"beer quiche": "1/9", "quiche quiche": "8/9"} and fight["by"] == {"leave leave": "1"}
    assert (
        data["left"] == {"sender": 3, "receiver": 3} and data["complete"] and data["kept"]["sender"][0] == "beer beer"
    )
    assert "sender: 3 of 4 strategies left" in text and "strictly by 1/9 (beer quiche), 8/9 (quiche quiche)" in text
    text, data = agent.call("dominance", game="kuhn", moves=True)
    assert data["before"] == {"first": 13, "second": 13} and data["left"] == {"first": 10, "second": 9}
    assert "second" in text and "weakly by" in text


def test_what_makes_no_difference_is_merged(agent):
    """Suits make no difference in Leduc hold'em before a pair is seen."""
    text, data = agent.call("smaller_game", game="leduc")
    assert (data["before"]["nodes"], data["after"]["nodes"]) == (9457, 1939)
    assert data["before"]["information_sets"] == [468, 468] and data["after"]["information_sets"] == [144, 144]
    first = data["merged"][0]["members"]
    assert len(first) > 1 and len({one["player"] for one in first}) == 1 and data["left_out"] > 0
    assert "9,457" in text and "1,939" in text and " = " in text
    text, data = agent.call("smaller_game", game="stag_hunt")
    assert data["merged"] == [] and "No two information sets are isomorphic" in text


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("dominance", {"game": "three_player_kuhn", "moves": True}, ["GK", "two players"]),
        ("commitment", {"game": "kuhn", "leader": "zorro"}, ["GK610", "first, second"]),
        ("commitment", {"game": "three_player_kuhn", "leader": "a"}, ["GK690", "3 player(s)", "team"]),
        ("commitment", {"leader": "a"}, ["GK811", "either `game`"]),
        ("commitment", {"game": "kunh", "leader": "a"}, ["GK501", "did you mean kuhn"]),
        ("commitment", {"game": "kuhn", "leader": "first", "seconds": 10**6}, ["GK870", "seconds"]),
        ("team", {"game": "team_pennies", "team": ["ann"]}, ["GK692", "all players but one"]),
        ("correlated_equilibrium", {"game": "kuhn", "concept": "ce"}, ["GK646", "efce"]),
        ("correlated_equilibrium", {"game": "leduc"}, ["GK647", "10^"]),
        ("dynamics", {"game": "stag_hunt", "starts": ["0.7"]}, ["GK711", "0.2, 0.8"]),
        ("dynamics", {"game": "stag_hunt", "rule": "luck"}, ["GK870", "rule"]),
        ("smaller_game", {"game": "absent_minded_driver"}, ["GK730", "forgets"]),
        ("stability", {"game": "kuhn"}, ["GK713", "12 at most"]),
        ("stability", {"source": "game(x, [players : [a, b], flow : chose])."}, ["error", "line 1"]),
    ],
)
def test_what_does_not_suit_is_refused_with_a_reason(agent, tool, arguments, words):
    text = agent.fails(tool, **arguments)
    assert all(word in text for word in words), text


def test_the_time_limit_ends_a_question(agent):
    text = agent.fails("team", game="liars_dice", params={"faces": 6}, team=["first", "second"], seconds=0.001)
    assert "time limit" in text and "`seconds`" in text


@pytest.mark.parametrize("game", ["rubinstein", "tag", "fish_war"])
def test_games_without_a_last_round_are_solved(agent, game):
    text, job = agent.call("wait", job=agent.solved(game=game))
    assert job["result"]["method"] == "stationary" and "Method stationary." in text
    assert job["result"]["gap"]["value"] == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(
    ("game", "arguments"),
    [
        ("kuhn", {"method": "credible"}),
        ("stag_hunt", {"method": "best", "options": {"prefer": "welfare"}}),
    ],
)
def test_an_equilibrium_can_be_chosen(agent, game, arguments):
    _, job = agent.call("wait", job=agent.solved(game=game, **arguments))
    assert job["result"]["method"] == arguments["method"] and job["result"]["gap"]["value"] == 0


def test_threats_are_judged(agent):
    _, job = agent.call("solve", game="beer_quiche")
    text, data = agent.call("credibility", job=job["job"])
    assert data["sequential"] is True and data["nearest"] is None and "a sequential equilibrium" in text
