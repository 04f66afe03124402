"""What an agent learns about other strategies than the solution's."""

from __future__ import annotations

import pytest


def test_the_ranges_of_kuhn_poker_are_those_of_1950(agent, kuhn):
    text, data = agent.call("optimal_ranges", job=kuhn, player="first")
    assert data["unique"] is False and data["exact"] and data["next_offset"] is None
    bluff = next(one for one in data["decisions"] if one["facts"] == "card(1)")
    assert [(m["move"], m["least"]["text"], m["most"]["text"]) for m in bluff["moves"]] == [
        ("pass", "2/3", "1"),
        ("bet", "0", "1/3"),
    ]
    assert "first has several optimal strategies" in text and "0      1/3" in text
    text, data = agent.call("optimal_ranges", job=kuhn, player="second")
    assert data["unique"] is True and "only one optimal strategy" in text


def test_games_without_ranges_are_refused_with_a_reason(agent):
    job = agent.solved(game="stag_hunt")
    text = agent.fails("optimal_ranges", job=job, player="first")
    assert "GK659" in text and "constant sum" in text


def test_mistakes_go_from_chance_to_the_solution(agent, kuhn):
    text, data = agent.call("mistakes", job=kuhn, player="second")
    assert data["precisions"][0] == 0 and data["total"] == 6
    called = next(one for one in data["decisions"] if one["knows"] == "card(3), bet")
    assert called["moves"]["bet"][0] == pytest.approx(0.5) and called["moves"]["bet"][-1] == pytest.approx(1)
    assert "λ=0" in text and "quantal response" in text


def test_observed_play_gives_the_precision(agent, kuhn):
    seen = [
        {"player": "first", "facts": "card(1)", "move": "bet", "count": 10},
        {"player": "first", "facts": "card(1)", "move": "pass", "count": 90},
    ]
    text, data = agent.call("mistakes", job=kuhn, observed=seen)
    fitted = data["fitted"]
    assert fitted["observations"] == 100 and fitted["least"] < fitted["precision"] < fitted["most"]
    assert "Observed play is likeliest at λ=" in text
    text = agent.fails("mistakes", job=kuhn, observed=[seen[0] | {"facts": "joker"}])
    assert "joker" in text


def test_each_of_several_equilibria_is_shown(agent):
    job = agent.solved(game="stag_hunt", method="extreme")
    text, data = agent.call("wait", job=job)
    result = data["result"]
    assert result["equilibria_total"] == len(result["equilibria"]) == 3
    assert "3 equilibria were found; strategy(" in text
    played = [
        agent.call("strategy", job=job, player="first", equilibrium=k)[1]["parts"][0]["lines"][0]["plays"]["stag"]
        for k in (1, 2, 3)
    ]
    assert sorted(played) == [0, 0.75, 1]
    assert "GK" in agent.fails("strategy", job=job, player="first", equilibrium=4)
