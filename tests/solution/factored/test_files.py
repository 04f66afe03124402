"""Solutions that nobody lists, on disk: what was saved is what is read, and nothing else is believed."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

import galakit as gk
from galakit.errors import GalakitError
from galakit.solution.factored.rows import write_rows
from tests.separated.profiles import at_random, unfolded

# In the end it is other cards of player a that are good than in the beginning, and he has seen nothing more.
TURNING = """
game(turning, [
    players : [a, b],
    flow : (choose(nature, C, member(C, [1, 2, 3, 4])),
            reveal(a, got(C)),
            choose(a, Call, member(Call, [quit, go])),
            if(Call = quit, (
                choose(b, Bet, member(Bet, [yes, no])),
                if((Bet = yes, member(C, [2, 4])), outcome([1, -1]), if(Bet = yes, outcome([-1, 1]), outcome([0, 0])))
            ), (
                choose(nature, D, member(D, [1, 2, 3])),
                reveal(b, has(D)),
                choose(b, Guess, member(Guess, [low, high])),
                choose(a, Last, member(Last, [up, down])),
                if((Last = up, C > D), outcome([1, -1]), if(Guess = high, outcome([-1, 1]), outcome([0, 0])))
            )))
]).
"""


@pytest.fixture(scope="module")
def solution():
    return at_random(gk.load("rhode_island", ranks=3, suits=2, raises=1))


@pytest.fixture
def path(solution, tmp_path):
    solution.save(tmp_path / "saved.parquet")
    return tmp_path / "saved.parquet"


def test_what_was_saved_is_read_back(solution, path):
    back = gk.load_solution(path)
    assert (back.name, back.params, back.players) == (solution.name, solution.params, solution.players)
    assert not back.able.list_all and back.certificate.checked
    assert back.certificate == solution.certificate and not back.warnings
    assert gk.load_solution(path, certify=False).certificate == replace(solution.certificate, by="file")
    for player, facts in [
        ("first", "hole((1,2))"),
        ("second", "hole((2,3)), raise"),
        ("first", "hole((1,2)), chose(call), raise, chose(call), flop((2,3))"),
    ]:
        here, there = back.at(player, facts), solution.at(player, facts)
        assert here.probabilities == there.probabilities and here.belief == there.belief
        assert here.reach == there.reach
        assert here.values == pytest.approx(there.values, rel=1e-6)
    assert back.grid(after="call").lines[0].facts == solution.grid(after="call").lines[0].facts


def test_classes_may_be_arranged_in_several_ways(tmp_path):
    solution = at_random(gk.loads(TURNING))
    orders = [stage.sides[0].classes.place.tolist() for stage in solution.policy.game.stages]
    assert len({tuple(order) for order in orders}) > 1
    solution.save(tmp_path / "turning.parquet")
    back = gk.load_solution(tmp_path / "turning.parquet")
    for facts in (f"got({k}){rest}" for k in (1, 2, 3, 4) for rest in ("", ", chose(go)")):
        assert back.at("a", facts).probabilities == solution.at("a", facts).probabilities


def test_a_saved_solution_is_saved_again_and_simulated(path, tmp_path):
    back = gk.load_solution(path)
    back.save(tmp_path / "again.parquet")
    again = gk.load_solution(tmp_path / "again.parquet")
    assert again.at("first", "hole((1,2))") == back.at("first", "hole((1,2))")
    assert gk.simulate(back, 50, seed=1).mean == gk.simulate(again, 50, seed=1).mean


def test_row_groups_hold_whole_situations_and_say_what_rows_mean(solution, path, tmp_path, monkeypatch):
    table = pd.read_parquet(path)
    opening = table[(table.player == "first") & (table.history == "")]
    assert opening.holding.unique().tolist() == ["hole((1,1))", "hole((1,2))", "hole((1,3))"]
    assert opening.alike.tolist() == [1] * 6 and opening.reach.iloc[::2].sum() == pytest.approx(1)
    assert table.groupby(["player", "situation", "holding"], observed=True).probability.sum().to_numpy() == (
        pytest.approx(1)
    )
    monkeypatch.setattr("galakit.solution.factored.files.GROUP", 500)
    solution.save(tmp_path / "many.parquet")
    assert pq.ParquetFile(tmp_path / "many.parquet").num_row_groups > 5
    assert gk.load_solution(tmp_path / "many.parquet").at("first", "hole((1,2))") == gk.load_solution(path).at(
        "first", "hole((1,2))"
    )


def changed(path, change):
    """The file with another head."""
    table = pq.read_table(path)
    head = json.loads(table.schema.metadata[b"galakit"])
    change(head)
    pq.write_table(table.replace_schema_metadata({b"galakit": json.dumps(head).encode()}), path)


def other_rules(head):
    head["rules"]["text"] = head["rules"]["text"].replace("ante = 5", "ante = 6").replace("$ante", "$ante + 1")


def no_probabilities(path):
    file = pq.ParquetFile(path)
    head = file.schema_arrow.metadata
    tables = [file.read_row_group(g) for g in range(file.num_row_groups)]
    with pq.ParquetWriter(path, tables[0].schema.with_metadata(head)) as writer:
        for table in tables:
            column = table.column_names.index("probability")
            doubled = table["probability"].to_numpy() * 2
            writer.write_table(
                table.set_column(column, "probability", [doubled]).cast(table.schema), row_group_size=1 << 30
            )


def a_bomb(head):
    import base64
    import zlib

    head["separated"]["columns"] = base64.b64encode(zlib.compress(bytes(50_000_000))).decode()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda p: p.write_bytes(p.read_bytes()[:-300]), "cannot be read|damaged"),
        (lambda p: changed(p, lambda h: h["separated"].pop("fingerprint")), "damaged"),
        (lambda p: changed(p, lambda h: h["separated"].update(fingerprint="0")), "does not fit the rules"),
        (lambda p: changed(p, other_rules), "does not fit the rules"),
        (lambda p: changed(p, a_bomb), "damaged"),
        (lambda p: changed(p, lambda h: h["separated"].update(columns="!")), "damaged"),
        (lambda p: changed(p, lambda h: h["separated"]["numbering"].reverse()), "damaged"),
        (lambda p: changed(p, lambda h: h["separated"]["numbering"].pop()), "damaged"),
        (lambda p: changed(p, lambda h: h["separated"].update(numbering="none")), "damaged"),
        (lambda p: changed(p, lambda h: h["rules"].update(text=7)), "damaged"),
        (lambda p: changed(p, lambda h: h.pop("rules")), "damaged"),
        (lambda p: pq.write_table(pq.read_table(p).slice(0, 10), p), "damaged"),
        (no_probabilities, "(?s)damaged.*no probabilities"),
    ],
)
def test_files_that_are_not_what_they_say_are_refused(path, spoil, said):
    spoil(path)
    with pytest.raises(GalakitError, match=said):
        gk.load_solution(path).at("first", "hole((1,2))")


def test_large_solutions_are_not_written_as_json(solution, tmp_path):
    with pytest.raises(GalakitError, match=r"(?s)too many for JSON.*\.parquet"):
        solution.save(tmp_path / "large.json")
    assert not list(tmp_path.iterdir())


def test_rows_for_programs_are_the_information_sets_of_the_tree(solution, tmp_path):
    small = at_random(gk.load("leduc"))
    tree = unfolded(small)
    assert write_rows(small.queries, tmp_path / "all.parquet") == sum(tree.game.size().sequences) - 2
    table = pd.read_parquet(tmp_path / "all.parquet")
    rows = {(r.player, r.facts, r.move): r for r in table.itertuples()}
    for player in tree.players:
        for i in tree.find((), player)[::7]:
            here = tree.situation(i)
            told = ", ".join(f for f in here.facts if not f.startswith("choosing("))
            for move, p in here.probabilities.items():
                row = rows[player, told, move]
                assert row.probability == pytest.approx(p) and row.reach == pytest.approx(here.reach)
                if row.value == row.value:
                    assert row.value == pytest.approx(float(here.values[move]))
                else:
                    assert here.values[move] is None or not np.isfinite(float(here.values[move]))


def test_rows_are_limited_and_named(solution, tmp_path):
    named = solution.queries.named(None, ["flop((1,1))"], ["call", "call"])
    assert write_rows(solution.queries, tmp_path / "part.csv", named) == 5 * 2
    assert write_rows(solution.queries, tmp_path / "few.csv", named, limit=2) == 4
    assert pd.read_csv(tmp_path / "few.csv").facts.iloc[0] == "hole((1,2)), chose(call), call, flop((1,1))"
    with pytest.raises(GalakitError, match="cannot be written"):
        write_rows(solution.queries, tmp_path / "part.txt", named)


def test_ordinary_files_have_their_rules_too(tmp_path):
    solution = gk.solve(gk.load("kuhn", cards=4))
    solution.save(tmp_path / "kuhn.json")
    back = gk.load_solution(tmp_path / "kuhn.json")
    assert back.game is not None and back.at("first", "card(1)").belief is not None  # it is small: it was followed
    back = gk.load_solution(tmp_path / "kuhn.json", certify=False)
    assert back.game is None and "game(kuhn" in back.source.text
    from galakit.loading import game_of

    result = gk.simulate(back, 400, seed=1, game=game_of(back))
    assert abs(result.mean[0] - float(back.value[0])) < 5 * result.error[0]
    with pytest.raises(GalakitError, match="without its game"):
        gk.simulate(back, 10)


def test_what_was_locked_is_kept(tmp_path):
    game = gk.load("rhode_island", ranks=4, suits=3)
    solution = gk.solve(
        game, "factored", iterations=1, lock={"second": {"hole(…), raise": "fold"}, "first": {"hole((2,1))": "call"}}
    )
    solution.save(tmp_path / "saved.parquet")
    back = gk.load_solution(tmp_path / "saved.parquet")
    ours, theirs = ({(p.player, p.number): m.tolist() for p, m in s.queries.locked.items()} for s in (solution, back))
    assert ours == theirs and len(ours) > 2
    told = gk.Study(back, game).overview()
    assert told.locked_total == solution.found["locked information sets"]
    assert "hole(…), raise" in [lock.facts for lock in told.locked]
    here = gk.Study(back, game).search("hole((2,1))", 0).items[0]
    assert here.probabilities == [1.0, 0.0] and gk.Study(back, game).information_set(here.id).locked
