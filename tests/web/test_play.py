"""Hands against a solution, graded, and plays by the thousand: through a real server."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def kuhn(served):
    return served.solved(game="kuhn")


def post(served, path, **body):
    return served.client.post(f"/api/jobs/{path}", json=body)


def test_three_hands_are_played_and_graded(served, kuhn):
    answer = post(served, f"{kuhn}/tables", player="first", seed=3)
    assert answer.status_code == 201
    table = answer.json()
    at = f"{kuhn}/tables/{table['id']}"
    for hand in (1, 2, 3):
        assert table["hand"] == hand and table["decision"]["moves"] == ["pass", "bet"]
        assert post(served, f"{at}/hands").status_code == 409
        table = post(served, f"{at}/moves", move="bet").json()
        assert table["decision"] is None and table["grades"][0]["move"] == "bet"
        assert table["end"]["history"][0]["who"] == "chance"
        assert post(served, f"{at}/moves", move="bet").status_code == 409
        table = post(served, f"{at}/hands").json()
    assert sum(table["levels"].values()) == 3 and table["hands"] == 3
    assert served.client.get(f"/api/jobs/{at}").json() == table


def test_the_same_seed_deals_the_same_hands(served, kuhn):
    first, second = (post(served, f"{kuhn}/tables", player="second", seed=9).json() for _ in range(2))
    assert first["id"] != second["id"] and first["decision"] == second["decision"]


def test_moves_that_are_not_there_are_refused_and_change_nothing(served, kuhn):
    table = post(served, f"{kuhn}/tables", player="first", seed=1).json()
    at = f"{kuhn}/tables/{table['id']}"
    refused = post(served, f"{at}/moves", move="raise")
    assert refused.status_code == 422 and "pass, bet" in refused.json()["problems"][0]["hint"]
    assert served.client.get(f"/api/jobs/{at}").json() == table
    assert post(served, f"{kuhn}/tables", player="nobody").status_code == 404
    assert post(served, f"{kuhn}/tables/nowhere/moves", move="bet").status_code == 404


def test_the_average_of_many_plays_comes_to_what_the_profile_promises(served, kuhn):
    curve = post(served, f"{kuhn}/simulations", plays=100_000, seed=1).json()
    last = curve["averages"][-1]
    assert last["plays"] == 100_000 and curve["averages"][0]["plays"] == 1
    assert abs(last["means"][0] - curve["values"][0]["value"]) < 5 * last["errors"][0]
    assert len(curve["examples"]) == 3 and curve["examples"][0][0]["who"] == "chance"
    assert post(served, f"{kuhn}/simulations", plays=100_000, seed=1).json() == curve
    assert post(served, f"{kuhn}/simulations", plays=0).status_code == 422


def test_others_than_the_solution_can_be_played_against(served, kuhn):
    for against in ("search", "random"):
        tables = [post(served, f"{kuhn}/tables", player="first", seed=3, against=against).json() for _ in range(2)]
        ends = [post(served, f"{kuhn}/tables/{table['id']}/moves", move="pass").json()["end"] for table in tables]
        assert ends[0] == ends[1], "the same seed and moves give the same hands"
    for refused in ("os:system", "kuhn.json", "person", "search:9"):
        assert post(served, f"{kuhn}/tables", player="first", against=refused).status_code == 422


def test_agents_play_each_other(served, kuhn):
    curve = post(served, f"{kuhn}/simulations", plays=5_000, seed=1, agents={"second": "legal"}).json()
    assert curve["averages"][-1]["plays"] == 1_000
    assert post(served, f"{kuhn}/simulations", plays=10, agents={"third": "legal"}).status_code in (404, 422)
    assert post(served, f"{kuhn}/simulations", plays=10, agents={"second": "os:system"}).status_code == 422
