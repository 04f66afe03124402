"""Solutions that were saved get their game back, and are believed only as far as best responses confirm them."""

from __future__ import annotations

import json

import pytest

import galakit as gk
from galakit.solution.restored import restored
from galakit.study.study import Study


@pytest.fixture(params=["json", "parquet"])
def again(request, tmp_path):
    def saved(solution):
        path = tmp_path / f"solution.{request.param}"
        solution.save(path)
        return gk.load_solution(path)

    return saved


@pytest.mark.parametrize(
    ("game", "method", "options"),
    [
        ("kuhn", "auto", {}),
        ("kuhn", "cfr+", {"iterations": 50}),
        ("leduc", "factored", {"iterations": 20}),
        ("three_player_kuhn", "cfr", {"iterations": 20}),
        ("nim", "backward", {}),
        ("kuhn", "quasi-perfect", {}),
        ("prisoners_dilemma", "auto", {}),
    ],
)
def test_a_saved_solution_is_studied_like_the_one_that_was_found(again, game, method, options):
    game = gk.load(game)
    solution = gk.solve(game, method, **options)
    read = again(solution)
    found = restored(read, gk.load(game.name, **game.params))
    assert found.exact == solution.exact
    if solution.exact:
        assert (found.value, found.certificate.gains) == (solution.value, solution.certificate.gains)
    assert [float(v) for v in found.value] == pytest.approx([float(v) for v in solution.value])
    ours, theirs = Study(solution, game), Study(read, game)
    for question in ("players/0/grid", "players/0/situations", "sets"):
        assert ours.ask(question) == theirs.ask(question)
    for name in ("0", "1"):
        a, b = ours.information_set(name), theirs.information_set(name)
        assert (a.words, a.moves, a.value, a.reach, a.locked) == (b.words, b.moves, b.value, b.reach, b.locked)
        if method != "quasi-perfect":  # whose mistakes are not saved
            assert (a.belief, a.holdings) == (b.belief, b.holdings)
    assert ours.node("0.0").reach == theirs.node("0.0").reach


def test_a_solution_with_its_game_is_left_alone():
    game = gk.load("kuhn")
    solution = gk.solve(game)
    assert restored(solution, game) is solution


def test_a_solution_of_other_rules_is_refused(again):
    read = again(gk.solve(gk.load("kuhn")))
    for game in (gk.load("kuhn", cards=4), gk.load("poker", ranks=3)):
        with pytest.raises(gk.GalakitError, match="belongs to other rules"):
            restored(read, game)


def test_a_file_that_promises_too_much_is_refused(tmp_path):
    path = tmp_path / "kuhn.json"
    gk.solve(gk.load("kuhn")).save(path)
    data = json.loads(path.read_text())
    bluffer = next(s for s in data["information_sets"] if s["facts"][:2] == ["card(1)", "bet"])
    for move in bluffer["moves"]:
        move["probability"] = "1" if move["move"] == "bet" else "0"
    path.write_text(json.dumps(data))
    with pytest.raises(gk.GalakitError, match="promises what its strategies do not keep"):
        restored(gk.load_solution(path), gk.load("kuhn"))
    data["gains"] = data["gains"][:1]
    bluffer["moves"][0]["probability"] = "3"
    path.write_text(json.dumps(data))
    with pytest.raises(gk.GalakitError, match="is no plan"):
        restored(gk.load_solution(path), gk.load("kuhn"))
