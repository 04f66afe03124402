"""Tournaments: everybody meets everybody in all roles, and ratings say what happened."""

from __future__ import annotations

import json
import math
import random

import pytest

from galakit.cli.main import main
from galakit.errors import Source
from galakit.ggp.elo import ratings
from galakit.ggp.games import from_source, seat
from galakit.ggp.referee import Conditions
from galakit.ggp.tournament import how_many, pairings, tournament
from ggp.descriptions import COIN, NUMBERS, ROUND_AND_ROUND, TIC_TAC_TOE

GAMES = {
    name: from_source(Source(f"{name}.kif", text))
    for name, text in {"coin": COIN, "board": TIC_TAC_TOE, "alone": ROUND_AND_ROUND}.items()
}


@pytest.mark.parametrize("names", [["a"], ["a", "b"], ["a", "b", "c"], ["a", "b", "c", "d"]])
def test_everybody_plays_every_role_equally_often(names):
    for game in GAMES.values():
        matches = list(pairings([game], names, 2))
        assert len(matches) == how_many([game], names, 2)
        roles = len(game.seats)
        if len(names) >= roles:
            for role in range(roles):
                held = [m.players[role] for m in matches]
                assert {held.count(name) for name in names} == {len(matches) // len(names)}
            assert all(len(set(m.players)) == roles for m in matches)


def test_a_tournament_has_the_same_table_whenever_it_is_played():
    players = {"ann": lambda: seat("random", "ann"), "bob": lambda: seat("legal", "bob")}
    tables = [
        tournament([GAMES["board"], GAMES["coin"]], players, Conditions(5, 5), rounds=3, seed=4) for _ in range(2)
    ]
    assert tables[0].to_json() == tables[1].to_json()
    ann, bob = sorted(tables[0].standings, key=lambda s: s.name)
    assert ann.matches == bob.matches == 12 and ann.goals + bob.goals == 1200
    assert (ann.won, ann.drawn, ann.lost) == (bob.lost, bob.drawn, bob.won) and ann.won + ann.drawn + ann.lost == 12


def test_matches_without_an_end_do_not_count():
    table = tournament(
        [GAMES["alone"]], {"ann": lambda: seat("legal", "ann")}, Conditions(5, 5, most_turns=3), rounds=2
    )
    assert table.aborted == 2 and table.standings[0].matches == 0 and table.standings[0].rating is None


def test_ratings_are_elos():
    """Ten points of eleven are 400 Elo; many comparisons make the prior small and the interval narrow."""
    found = ratings(["a", "b"], {("a", "b"): (100_000.0, 110_000)})
    assert found["a"].elo - found["b"].elo == pytest.approx(400, abs=0.1)
    assert found["a"].elo + found["b"].elo == pytest.approx(3000)
    # Half the width for one of two is half that of the difference: 1.96 · 400/ln 10 / sqrt(n p (1 - p)) / 2.
    width = 1.959964 * 400 / math.log(10) / math.sqrt(110_000 * 10 / 121) / 2
    assert found["a"].high - found["a"].elo == pytest.approx(width, rel=0.01)


def test_who_always_wins_has_a_rating_all_the_same():
    found = ratings(["a", "b", "c"], {("a", "b"): (10.0, 10), ("b", "c"): (10.0, 10)})
    assert found["a"].elo > found["b"].elo > found["c"].elo and found["a"].elo - found["c"].elo < 2000
    assert all(r.low < r.elo < r.high for r in found.values())


def test_the_interval_holds_the_truth_nineteen_times_of_twenty():
    rng = random.Random(7)
    truth = {"a": 1600.0, "b": 1500.0, "c": 1400.0}
    inside = total = 0
    for _ in range(100):
        met = {}
        for a, b in (("a", "b"), ("a", "c"), ("b", "c")):
            expected = 1 / (1 + 10 ** ((truth[b] - truth[a]) / 400))
            met[a, b] = (float(sum(rng.random() < expected for _ in range(60))), 60)
        for name, r in ratings(list(truth), met).items():
            inside += r.low <= truth[name] <= r.high
            total += 1
    assert 0.91 < inside / total < 0.99


def test_the_command_prints_a_table_or_json_and_writes_logs(tmp_path, capsys):
    (tmp_path / "numbers.kif").write_text(NUMBERS)
    words = [
        "ggp",
        "tournament",
        str(tmp_path / "numbers.kif"),
        "--player",
        "ann=random",
        "--player",
        "bob=legal",
        "--seed",
        "2",
    ]
    assert main([*words, "--logs", str(tmp_path / "logs")]) == 0
    assert "95 % interval" in capsys.readouterr().out
    assert len(list((tmp_path / "logs").glob("*.json"))) == 2
    assert main([*words, "--rounds", "2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["matches"] == 4 and {p["name"] for p in data["players"]} == {"ann", "bob"}
    assert main(["ggp", "tournament", str(tmp_path / "numbers.kif"), "--player", "ann=nobody"]) == 2
