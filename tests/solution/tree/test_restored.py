"""Solutions that were saved get their game back, and are believed only as far as best responses confirm them."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import pytest

import galakit as gk
from galakit.solution.tree.restored import restored
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
            assert (a.belief, a.ranges) == (b.belief, b.ranges)
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


def forged(path, change):
    """A solution of Kuhn poker in which something is changed."""
    gk.solve(gk.load("kuhn")).save(path)
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))
    return path


def bluff_always(data):
    bluffer = next(s for s in data["information_sets"] if s["facts"][:2] == ["card(1)", "bet"])
    for move in bluffer["moves"]:
        move["probability"] = "1" if move["move"] == "bet" else "0"


def test_a_claim_that_does_not_hold_is_replaced_by_the_truth_and_a_warning_says_so(tmp_path):
    read = gk.load_solution(forged(tmp_path / "kuhn.json", bluff_always))
    assert read.certificate.checked and read.exact and read.gap == Fraction(5, 18)
    profile = {player: read.strategy(player) for player in read.players}
    assert gk.certify(gk.load("kuhn"), profile) == read.certificate and len(read.warnings) == 1
    assert re.search(
        "the file claims that .* no player can gain more than 0; best responses .* than 5/18", read.warnings[0]
    )
    assert (
        read.certificate
        == restored(gk.load_solution(tmp_path / "kuhn.json", certify=False), gk.load("kuhn")).certificate
    )


@pytest.mark.parametrize("method", ["auto", "cfr+"])
def test_information_sets_are_found_in_any_order_and_each_once(tmp_path, method):
    game = gk.load("kuhn")
    solution = gk.solve(game, method)
    solution.save(path := tmp_path / "kuhn.json")
    data = json.loads(path.read_text())
    data["information_sets"].reverse()
    path.write_text(json.dumps(data))
    found = restored(gk.load_solution(path, certify=False), game)
    for ours, theirs in zip(found.strategies, solution.strategies):
        assert list(map(float, ours)) == pytest.approx(list(map(float, theirs)))
    data["information_sets"][0] = data["information_sets"][1]
    path.write_text(json.dumps(data))
    with pytest.raises(gk.GalakitError, match="belongs to other rules") as raised:
        restored(gk.load_solution(path, certify=False), game)
    assert "some information sets are listed twice" in str(raised.value)


@pytest.mark.parametrize("which", ["value", "gains"])
def test_only_the_numbers_were_forged(tmp_path, which):
    path = forged(tmp_path / "kuhn.json", lambda data: data.update({which: ["5", "-5"]}))
    read = gk.load_solution(path)
    assert read.value == (Fraction(-1, 18), Fraction(1, 18)) and read.gap == 0 and "claims" in read.warnings[0]
    claimed = gk.load_solution(path, certify=False)
    assert not claimed.certificate.checked and "not re-checked" in repr(claimed)


def test_the_values_of_moves_are_not_believed_either(tmp_path):
    def change(data):
        data["information_sets"][0]["moves"][0]["value"] = "100"

    read = gk.load_solution(forged(tmp_path / "kuhn.json", change))
    assert read.sheet.value[0] != 100 and "values of moves" in read.warnings[0]
    true = gk.solve(gk.load("kuhn"))
    assert read.sheet.value.tolist() == true.sheet.value.tolist()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda d: d["information_sets"][0]["moves"][0].update(probability="5"), "are no strategy: 5, "),
        (lambda d: d["information_sets"][0]["moves"][0].update(probability="-1"), "are no strategy"),
        (lambda d: d["information_sets"][0]["moves"][0].update(probability=0.5), "not written as a fraction"),
        (lambda d: d["information_sets"][0]["moves"].clear(), "without moves"),
        (lambda d: d["information_sets"][0]["moves"][0].update(move="bet"), "has a move twice"),
        (lambda d: d["information_sets"][0].update(reach="2"), "are no probabilities"),
        (lambda d: d["information_sets"][0].update(player="third"), "there is no player"),
        (lambda d: d["information_sets"][0].update(facts=[1]), "str"),
        (lambda d: d["information_sets"].pop(), "more or fewer than it says"),
        (lambda d: d["size"].update(information_sets=[6]), "size"),
        (lambda d: d["size"].update(nodes=-1), "negative"),
        (lambda d: d.update(players=["first", "first"]), "not distinct"),
        (lambda d: d.update(gains=["0"]), "a value and a gain"),
        (lambda d: d.update(locked=[77]), "locked"),
        (lambda d: d.update(value=["1/0", "0"]), "denominator 0"),
        (lambda d: d.update(value=["1e999999999", "0"]), "no fraction"),
        (lambda d: d.update(value=["9" * 200_000, "0"]), "no fraction"),
        (lambda d: d.update(params={"cards": 3}), "str"),
    ],
)
def test_what_is_no_strategy_is_refused(tmp_path, change, said):
    with pytest.raises(gk.GalakitError, match=f"(?s)damaged.*{said}"):
        gk.load_solution(forged(tmp_path / "kuhn.json", change))


def test_strategies_of_other_rules_are_refused_when_they_are_read(tmp_path):
    def change(data):
        data["params"]["cards"] = "4"

    with pytest.raises(gk.GalakitError, match="belongs to other rules"):
        gk.load_solution(forged(tmp_path / "kuhn.json", change))


def test_rules_in_a_file_are_never_python_whatever_they_are_called(tmp_path):
    def change(data):
        data["rules"] = {"file": "kuhn.py", "text": f"open({str(tmp_path / 'ran')!r}, 'w')"}

    path = forged(tmp_path / "kuhn.json", change)
    assert not gk.load_solution(path).certificate.checked
    with pytest.raises(gk.GalakitError):
        gk.certify(path)
    assert not (tmp_path / "ran").exists()


def test_games_with_more_nodes_are_not_checked_unless_that_is_asked_for(tmp_path):
    path = tmp_path / "poker.parquet"
    gk.solve(gk.load("poker", ranks=80)).save(path)
    read = gk.load_solution(path)
    assert read.certificate.by == "file" and read.game is None
    told = "not re-checked (more than 50,000 nodes): the file claims that no player can gain more than "
    assert "".join(read.certificate.in_words).startswith(told) and told in repr(read) and told in read._repr_html_()
    assert read.to_json()["checked"] is False and read.to_json()["claimed_by"] == "file"
    for checked in (gk.certify(path), gk.certify(read), gk.load_solution(path, certify=True).certificate):
        assert checked.checked and checked.gap < 1e-6
    read.save(tmp_path / "again.parquet")  # a claim stays one
    assert gk.load_solution(tmp_path / "again.parquet").certificate.by == "file"


def test_a_file_without_rules_is_not_checked(tmp_path):
    path = forged(tmp_path / "kuhn.json", lambda data: data.pop("rules"))
    read = gk.load_solution(path)
    assert not read.certificate.checked and "its rules are not in the file" in repr(read)
    with pytest.raises(gk.GalakitError, match="does not contain the rules"):
        gk.certify(path)


def test_a_file_whose_rules_are_larger_than_it_says_is_not_checked(tmp_path):
    read = gk.load_solution(forged(tmp_path / "kuhn.json", lambda data: data["params"].update(cards="80")))
    assert not read.certificate.checked and "its rules cannot be followed" in repr(read)


def test_rules_that_take_long_are_given_up(tmp_path, monkeypatch):
    def change(data):
        text = data["rules"]["text"].replace("flow : (", "flow : (count(200000), ", 1)
        data["rules"]["text"] = text + "\ncount(0) :- !.\ncount(N) :- M is N - 1, count(M).\n"

    path = forged(tmp_path / "kuhn.json", change)
    assert gk.load_solution(path).certificate.checked
    monkeypatch.setattr("galakit.certifying.PATIENCE", -1.0)
    assert "its rules cannot be followed: the time limit" in repr(gk.load_solution(path))
