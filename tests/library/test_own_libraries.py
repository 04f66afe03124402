"""Libraries of the user's own: a file beside the game, public and private names, kinds of objects."""

from __future__ import annotations

import subprocess
import sys

import pytest

import galakit as gk
from galakit.loading import check

GAME = """
:- use(library(tokens)).
game(g, [players : [a], objects : [{objects}], flow : ({flow})]).
{clauses}
"""

TOKENS = """% Tokens that are used up.
:- use(library(objects)).

%! object(tokens, N): a pile of N tokens.
object(tokens, Name, N, [tokens(Name) = N, fact(most(Name, N))]) :- integer(N).
most(_, _) :- fail.

%! tokens(-N): how many are left.
tokens(N) :- left(tokens, N).
%! use_token(+Pile): takes one away.
use_token(Pile) :- left(Pile, N), M is N - 1, gala_set(tokens(Pile), M).
%! used(+Pile, -N): how many are gone.
used(Pile, N) :- most(Pile, All), left(Pile, Left), N is All - Left.
left(Pile, N) :- gala_val(tokens(Pile), N).
"""


@pytest.fixture
def play(tmp_path):
    (tmp_path / "tokens.pl").write_text(TOKENS)

    def value(flow, objects="tokens : 3, red : tokens(5)", clauses=""):
        path = tmp_path / "g.gala"
        path.write_text(GAME.format(objects=objects, flow=flow, clauses=clauses))
        return gk.solve(gk.load(path)).value[0]

    return value


def refused(play, *arguments, **keywords):
    with pytest.raises(gk.GalakitError) as caught:
        play(*arguments, **keywords)
    return str(caught.value)


def test_a_library_beside_the_game_defines_objects_and_predicates(play):
    assert play("use_token(tokens), use_token(red), tokens(N), used(red, M), outcome([10 * N + M])") == 21


def test_the_state_of_an_object_can_be_read_with_a_dollar(play):
    assert play("outcome([$tokens(red)])") == 5


def test_what_is_private_to_a_library_cannot_be_called(play):
    assert "there is no statement, gameflow or predicate `left/2`" in refused(play, "left(red, N), outcome([N])")


def test_a_private_name_may_be_used_again_by_the_game(play):
    assert play("tokens(N), left(M), outcome([N + M])", clauses="left(7).") == 10


def test_a_public_name_defined_by_the_game_is_the_games_and_the_library_keeps_its_own(play, tmp_path):
    (tmp_path / "tokens.pl").write_text(TOKENS.replace("N is All - Left.", "tokens(Two), Two > 0, N is All - Left."))
    assert play("use_token(red), used(red, U), tokens(N), outcome([N + U])", clauses="tokens(100).") == 101


def test_a_specification_that_is_not_understood(play):
    message = refused(play, "end", objects="tokens : many")
    assert "`many` does not describe an object `tokens`" in message and "write tokens : N" in message


def test_a_specification_that_reads_what_is_not_there(play):
    assert "`nowhere` is read but has no value" in refused(play, "end", objects="tokens : $nowhere")


def test_an_object_declared_twice_and_one_of_no_kind(play):
    assert "declared twice" in refused(play, "end", objects="tokens : 3, tokens : 4")
    message = refused(play, "end", objects="tokans : 3")
    assert "there is no object `tokans`" in message and "grid_board" in message and "tokens" in message


def test_a_game_may_define_a_kind_of_object_itself(play):
    clauses = "object(pit, Name, N, [pit(Name) = N]) :- integer(N)."
    assert play("outcome([$pit(left) + $pit(pit)])", objects="left : pit(2), pit : 1", clauses=clauses) == 3


@pytest.mark.parametrize("part", ["foo", "X = 1", "f(X) = 1", "fact(3)"])
def test_parts_must_be_cells_or_facts(play, part):
    clauses = f"object(pit, _, _, [{part}])."
    assert "is no part of an object" in refused(play, "end", objects="pit : 1", clauses=clauses)


def test_mistakes_in_a_library_are_reported_where_they_are(play, tmp_path):
    (tmp_path / "tokens.pl").write_text("p(X) :- q(X.\n")
    message = refused(play, "end", objects="")
    assert "tokens.pl:1:" in message
    (tmp_path / "tokens.pl").write_text("p(X) :-\n    nowhere(X).\n")
    message = refused(play, "end", objects="")
    assert "tokens.pl:2:5" in message and "there is no predicate `nowhere/1`" in message
    (tmp_path / "tokens.pl").write_text(":- initialise.\n")
    assert "unknown directive" in refused(play, "end", objects="")
    (tmp_path / "tokens.pl").write_text("game(g, []).\n")
    assert "a library has no game" in refused(play, "end", objects="")
    (tmp_path / "tokens.pl").write_text("findall(_, _, _).\n")
    assert "is built in and cannot be defined" in refused(play, "end", objects="")
    (tmp_path / "tokens.pl").write_bytes(b"p(\xff).\n")
    assert "not valid UTF-8" in refused(play, "end", objects="")


def test_a_library_may_hold_a_long_list(play, tmp_path):
    words = ", ".join(f"w{i}" for i in range(20_000))
    (tmp_path / "tokens.pl").write_text(
        f"%! size(-N): the words.\nsize(N) :- words(L), length(L, N).\nwords([{words}]).\n"
    )
    assert play("size(N), outcome([N])", objects="") == 20_000


def test_libraries_may_use_each_other(play, tmp_path):
    (tmp_path / "tokens.pl").write_text(":- use(library(more)).\neven(0).\neven(N) :- N > 0, M is N - 1, odd(M).\n")
    (tmp_path / "more.pl").write_text(":- use(library(tokens)).\nodd(N) :- N > 0, M is N - 1, even(M).\n")
    assert play("even(4), odd(3), outcome([1])", objects="") == 1


def test_two_libraries_with_the_same_public_name(play, tmp_path):
    (tmp_path / "tokens.pl").write_text(":- use(library(more)).\np(1).\n")
    (tmp_path / "more.pl").write_text("p(2).\n")
    assert "`p/1` is public in the library `" in refused(play, "end", objects="")


def test_checking_a_game_does_not_complain_of_objects_whose_parameters_are_not_given(tmp_path):
    path = tmp_path / "g.gala"
    path.write_text(
        "game(g, [players : [a], params : [links, places], objects : [graph : $links, money : $places], "
        "flow : (choose(a, X, adjacent(x, X)), reveal(a, $money(x)), outcome([0]))])."
    )
    assert check(path) == []
    with pytest.raises(gk.GalakitError, match="does not describe an object `graph`"):
        gk.load(path, links=1, places="[x]")


def test_a_library_of_ours_is_taken_when_one_of_its_predicates_is_called(play, tmp_path):
    (tmp_path / "tokens.pl").write_text("pick(S) :- subset_of(2, [1, 2, 3], S), !.\n")
    assert (
        play(
            "pick(S), partition(parity, S, C), length(C, N), outcome([N])",
            objects="",
            clauses="parity(X, Y) :- Y is X mod 2.",
        )
        == 2
    )


@pytest.mark.parametrize("name", ["'../tokens'", "'a b'", "X", "1", "a/b", "'/etc/passwd'"])
def test_a_library_is_a_plain_name(tmp_path, name):
    path = tmp_path / "g.gala"
    path.write_text(f":- use(library({name})).\ngame(g, [players : [a], flow : end]).\n")
    with pytest.raises(gk.GalakitError, match="is not the name of a library"):
        gk.load(path)


def test_a_text_has_no_folder_to_look_in():
    with pytest.raises(gk.GalakitError, match="has no folder") as caught:
        gk.loads(":- use(library(tokens)). game(g, [players : [a], flow : end]).")
    assert "there is no library `tokens`" in str(caught.value)


def test_a_missing_library_is_said_with_where_it_would_be(tmp_path):
    path = tmp_path / "g.gala"
    path.write_text(":- use(library(crads)).\ngame(g, [players : [a], flow : end]).\n")
    result = subprocess.run(
        [sys.executable, "-m", "galakit", "check", str(path)], capture_output=True, text=True, timeout=60
    )
    assert result.returncode == 2 and "did you mean `cards`?" in result.stdout + result.stderr
    assert "crads.pl" in result.stdout + result.stderr


def test_a_shipped_game_does_not_look_around(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.pl").write_text("nonsense(")
    assert gk.load("poker").players == ("dealer", "gambler")
