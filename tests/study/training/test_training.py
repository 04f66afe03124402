"""Drills: what is drawn, how it is graded, what the history says; and damaged histories."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import galakit as gk
from galakit.cli.main import main
from galakit.study.study import Study
from galakit.study.training.history import KEPT, History


@pytest.fixture(scope="module")
def leduc():
    game = gk.load("leduc")
    return Study(gk.solve(game), game)


@pytest.fixture
def kuhn():
    game = gk.load("kuhn")
    return Study(gk.solve(game), game)


def test_spots_are_drawn_as_often_as_play_comes_there(kuhn):
    drawn = [kuhn.drill(1, seed=seed).set for seed in range(300)]
    reach = {line.id: line.reach for line in kuhn.search("", 1).items}
    for name in set(drawn):
        assert drawn.count(name) / len(drawn) == pytest.approx(reach[name] / sum(reach.values()), abs=0.1)
    assert kuhn.drill(1, seed=4) == kuhn.drill(1, seed=4)


def test_spots_pass_the_filter(leduc):
    for seed in range(12):
        one = leduc.drill(0, situation="raise", facts="K", makes="pair", seed=seed)
        assert "raise" in one.situation and "K" in one.fact_words[0]
        board = next(words for words in one.fact_words if words.startswith("board"))
        assert board.startswith("board K")
    with pytest.raises(gk.GalakitError, match="first decides in no situation with `nonsense`"):
        leduc.drill(0, situation="nonsense")
    with pytest.raises(gk.GalakitError, match="no hand that passes the filter"):
        leduc.drill(0, makes="straight flush")
    assert leduc.drill(0, set="5").set == "5"


@pytest.mark.parametrize("text", ["raise", "chose check, raise", "at the start", "public", "k", "nothing"])
def test_no_situation_with_a_text_is_passed_over_where_words_are_not_put_together(leduc, text):
    parts = text.split(", ")
    told = [s for s in leduc.situations(0, aggregate=True).items if all(p in f"{s.words}, {s.facts}" for p in parts)]
    names, reach = leduc.backend.spots(0, parts)
    assert {s.id for s in told} <= set(names) and len(names) == len(reach)
    for seed in range(5 if told else 0):
        assert leduc.drill(0, situation=text, seed=seed).situation in {s.words for s in told}


def test_a_decision_loses_what_the_best_move_is_worth_more(kuhn):
    low = kuhn.search("card(1), chose(pass), bet", 0).items[0].id
    graded = kuhn.grade(low, "bet")
    assert (graded.level, graded.loss.text, graded.label) == ("blunder", "1", "call")
    assert kuhn.grade(low, "pass").loss.value == 0
    with pytest.raises(gk.GalakitError, match="there is no move `nonsense` here"):
        kuhn.ask(f"sets/{low}/grade?move=nonsense")


def test_large_games_are_drilled_by_class_of_cards():
    game = gk.load("rhode_island", suits=2, ranks=4, raises=1)
    study = Study(gk.solve(game, "factored", iterations=5), game)
    one = study.drill(1, makes="pair", seed=1)
    assert len(one.moves) > 1 and study.grade(one.set, one.moves[0]).level is not None


def test_a_history_adds_up_and_repeats_what_was_missed(kuhn, tmp_path):
    history = History(tmp_path, "kuhn", {"cards": "3"})
    low = kuhn.search("card(1), chose(pass), bet", 0).items[0].id
    for move, times in (("bet", 2), ("pass", 1)):
        for _ in range(times):
            history.add("first", "check, bet", kuhn.grade(low, move))
            told = History(tmp_path, "kuhn", {"cards": "3"}).training()
        assert [one.set for one in told.missed] == ([low] if move == "bet" else [])
    assert (told.decisions, told.lost, told.levels["blunder"], told.levels["best"]) == (3, 2, 2, 1)
    assert told.recent == [1, 1, 0]
    assert (told.spots[0].situation, told.spots[0].lost, told.spots[0].best) == ("check, bet", 2, pytest.approx(1 / 3))
    assert (told.worst[0].label, told.worst[0].best, told.worst[0].again) == ("call", "fold", False)
    assert History(tmp_path, "kuhn", {"cards": "4"}).training().decisions == 0
    history.forget()
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_graded_is_not_kept(tmp_path):
    game = gk.load("kuhn")
    study = Study(gk.solve(game, lock={"second": {"card(…), pass": "pass"}, "first": {"card(…)": "pass"}}), game)
    history = History(tmp_path, "kuhn", {})
    never = study.search("card(1), chose(pass), bet", 0).items[0].id
    graded = study.grade(never, "bet")
    history.add("first", "check, bet", graded)
    assert graded.level is None and history.training().decisions == 0


def one(**changed):
    texts = {"player": "a", "situation": "b", "set": "c", "words": "d", "label": "e", "best": "f"}
    return {**texts, "loss": 1.0, "level": "mistake", **changed}


WRONG = {
    "no object": "[]",
    "no JSON": "{",
    "another version": json.dumps({"version": 2, "game": "g", "params": {}, "decisions": []}),
    "a negative loss": json.dumps({"version": 1, "game": "g", "params": {}, "decisions": [one(loss=-1)]}),
    "an infinite loss": '{"version":1,"game":"g","params":{},"decisions":['
    + json.dumps(one()).replace("1.0", "1e999")
    + "]}",
    "an unknown level": json.dumps({"version": 1, "game": "g", "params": {}, "decisions": [one(level="great")]}),
    "a long text": json.dumps({"version": 1, "game": "g", "params": {}, "decisions": [one(words="x" * 5_000)]}),
    "too many": json.dumps({"version": 1, "game": "g", "params": {}, "decisions": [one()] * (KEPT + 1)}),
    "deep": "[" * 100_000,
    "no UTF-8": '{"version":1,"game":"\udcff","params":{},"decisions":[]}',
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_a_damaged_history_is_refused_and_kept(text, tmp_path, kuhn):
    history = History(tmp_path, "g", {})
    history.path.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(gk.GalakitError, match="is no history of a trainer") as refused:
        history.training()
    assert refused.value.diagnostics[0].id == "GK807"
    with pytest.raises(gk.GalakitError):
        history.add("first", "x", kuhn.grade("0", "pass"))
    assert history.path.read_bytes() == text.encode(errors="surrogateescape")


def test_a_link_is_not_followed(tmp_path):
    history = History(tmp_path, "g", {})
    (tmp_path / "other").write_text("{}")
    history.path.symlink_to(tmp_path / "other")
    with pytest.raises(gk.GalakitError, match="it is a link"):
        history.training()


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_bytes_are_a_history_or_an_error(tmp_path_factory, data):
    """Mutants of a real file: cut, repeated, with other bytes."""
    whole = json.dumps(
        {"version": 1, "game": "g", "params": {"a": "b"}, "decisions": [one(), one(loss=0, level="best")]}
    )
    text = bytearray(whole.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        text[at : at + data.draw(st.integers(0, 9))] = data.draw(st.binary(max_size=9))
    history = History(tmp_path_factory.mktemp("fuzz"), "g", {})
    history.path.write_bytes(bytes(text))
    try:
        told = history.training()
    except gk.GalakitError as error:
        assert error.diagnostics[0].id == "GK807"
    else:
        assert told.lost >= 0 and told.decisions <= 4


def test_the_command_asks_grades_and_remembers(monkeypatch, capsys, tmp_path):
    import io

    monkeypatch.setattr("galakit.jobs.library.user_folder", lambda: tmp_path / "solutions")
    monkeypatch.setattr("sys.stdin", io.StringIO("call\nno move\nfold\nq\n"))
    assert main(["train", "kuhn", "--at", "check, bet", "--facts", "J", "--seed", "1"]) == 0
    out, err = capsys.readouterr()
    assert "blunder: another move is far better; you lose 1" in out and "best: no move" in out
    assert "2 decisions, 1 lost in all" in out and "there is no move `no move`" in err
    assert main(["train", "kuhn", "--history", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["decisions"] == 2 and told["missed"] == [] and Fraction(told["lost"]) == 1
    assert main(["train", "kuhn", "--history", "--forget"]) == 0
    assert "the history is empty" in capsys.readouterr().out
    assert main(["train", "tic_tac_toe", "--method", "alpha-beta"]) == 2
    assert main(["train", "kuhn", "--as", "third"]) == 2
