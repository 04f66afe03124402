"""Solving and asking: exactness, names of information sets, files."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from fractions import Fraction

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from game.poker_rules import Poker

from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.rules.contract import END, Step
from galakit.solution.files import load_solution
from galakit.solvers.solve import solve


@dataclass(frozen=True)
class Toss:
    """One player, two moves, payoffs as given."""

    payoffs: tuple = (0.5, 1.5)
    name: str = "toss"
    players: tuple = ("a",)
    made: bool = False
    probabilities = None

    mover = property(lambda self: END if self.made else 0)
    moves = property(lambda self: () if self.made else ("low", "high <b>"))

    def start(self):
        return Step(self, (), (0,))

    def after(self, index):
        return Step(Toss(self.payoffs, made=True), (), (self.payoffs[index],))

    def write(self, thing):
        return str(thing)


@pytest.fixture(scope="module")
def poker():
    return solve(Game(Poker(3), {"cards": "3"}))


def test_a_small_game_is_solved_exactly_without_being_asked(poker):
    assert poker.exact
    assert poker.value == (Fraction(-1, 18), Fraction(1, 18))
    assert poker.gap == 0
    assert poker.certificate.gains == (0, 0)
    assert set(poker.seconds) == {"read", "separate", "explore", "unfold", "solve", "certify"}


def test_a_larger_game_is_solved_in_floats_unless_asked():
    game = Game(Poker(20))
    rough, proved = solve(game), solve(game, exact=True)
    assert not rough.exact and proved.exact
    assert rough.gap < 1e-9 and proved.gap == 0
    assert all(isinstance(v, Fraction) for v in proved.value)
    assert rough.value == pytest.approx([float(v) for v in proved.value])


def test_exactness_cannot_be_had_from_floating_point_rules():
    with pytest.raises(GalakitError, match="floating-point"):
        solve(Game(Toss()), exact=True)
    assert solve(Game(Toss())).value == (1.5,)


def test_an_unknown_method_is_named_with_those_there_are():
    with pytest.raises(GalakitError, match="the methods are lp"):
        solve(Game(Poker(3)), "magic")


def test_strategies_are_distributions_over_moves_by_facts(poker):
    strategy = poker.strategy("gambler")
    assert strategy[("('card', 1)", "choosing([bet,pass])")] == {"bet": 0, "pass": 1}
    assert all(sum(moves.values()) == 1 for moves in strategy.values())
    assert len(strategy) == 6


def test_a_set_is_found_by_some_of_its_facts_whatever_their_blanks(poker):
    assert poker.at("gambler", "( 'card',2 )").facts == ("('card', 2)", "choosing([bet,pass])")
    assert poker.at(1, ["('card',2)", "did_b"]).facts[1] == "did_b"
    assert poker.at("dealer", "('card', 2), did_p").facts[1] == "did_p"
    assert len(poker.find("('card', 2)")) == 4


def test_an_ambiguous_name_lists_the_candidates(poker):
    with pytest.raises(GalakitError, match="3 information sets of dealer include did_b") as caught:
        poker.at("dealer", "did_b")
    assert "('card', 2), did_b" in caught.value.diagnostics[0].notes


def test_an_unknown_name_lists_what_there_is(poker):
    with pytest.raises(GalakitError, match="no information set of dealer includes did_x"):
        poker.at("dealer", "did_x")
    with pytest.raises(GalakitError, match="the players are gambler, dealer"):
        poker.strategy("nobody")


def test_the_frame_has_a_row_per_set_and_move(poker):
    frame = poker.to_frame()
    assert list(frame.columns) == ["player", "information_set", "facts", "move", "probability", "value", "reach"]
    assert len(frame) == 24
    assert frame.groupby("information_set").probability.sum().eq(1).all()
    assert poker.to_frame(exact=True).probability.map(type).eq(Fraction).all()


@pytest.mark.parametrize("suffix", [".json", ".parquet"])
@pytest.mark.parametrize("exact", [True, False])
def test_a_saved_solution_comes_back_as_it_was(tmp_path, suffix, exact):
    solution = solve(Game(Poker(4), {"cards": "4"}), exact=exact)
    path = tmp_path / f"solution{suffix}"
    solution.save(path)
    back = load_solution(path)
    assert back.certificate == replace(solution.certificate, by="file") and not back.certificate.checked
    assert back.params == {"cards": "4"} and back.size == solution.size
    for player in solution.players:
        assert back.strategy(player) == solution.strategy(player)
    ours, theirs = solution.at("dealer", "('card', 0), did_b"), back.at("dealer", "('card', 0), did_b")
    assert (ours.values, ours.reach) == (theirs.values, theirs.reach)
    assert theirs.belief is None and "not stored" in theirs.note
    assert [p.name for p in tmp_path.iterdir()] == [path.name]
    again = tmp_path / f"again{suffix}"
    back.save(again)
    assert load_solution(again).strategy(0) == solution.strategy(0)


def test_only_known_endings_are_written(poker, tmp_path):
    with pytest.raises(GalakitError, match="cannot be saved"):
        poker.save(tmp_path / "solution.xlsx")
    with pytest.raises(GalakitError, match="cannot be written"):
        poker.save(tmp_path / "nowhere" / "solution.json")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("junk", [b"", b"{", b"[]", b"\xff\xfe\x00", b'{"schema": 1}', b"[" * 100_000, b"PAR1xxxxPAR1"])
@pytest.mark.parametrize("suffix", [".json", ".parquet"])
def test_a_damaged_file_is_refused(tmp_path, junk, suffix):
    path = tmp_path / f"junk{suffix}"
    path.write_bytes(junk)
    with pytest.raises(GalakitError, match="damaged"):
        load_solution(path)


def test_a_truncated_file_is_refused(poker, tmp_path):
    for suffix in (".json", ".parquet"):
        path = tmp_path / f"solution{suffix}"
        poker.save(path)
        whole = path.read_bytes()
        for part in (len(whole) // 3, len(whole) - 5):
            path.write_bytes(whole[:part])
            with pytest.raises(GalakitError, match="damaged"):
                load_solution(path)


def test_a_newer_or_foreign_file_is_refused(poker, tmp_path):
    path = tmp_path / "solution.json"
    poker.save(path)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"schema": 99}))
    with pytest.raises(GalakitError, match="newer Galakit"):
        load_solution(path)
    foreign = tmp_path / "foreign.parquet"
    pq.write_table(pa.table({"x": [1]}), foreign)
    with pytest.raises(GalakitError, match="damaged or was not written by Galakit"):
        load_solution(foreign)
    with pytest.raises(GalakitError, match="there is no file"):
        load_solution(tmp_path / "missing.json")


def test_html_is_escaped():
    page = solve(Game(Toss((1, 2))))._repr_html_()
    assert "high &lt;b&gt;" in page and "high <b>" not in page
