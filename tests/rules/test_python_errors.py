"""Mistakes in Python rules: the place, the choices that led there, the cause and the remedy."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path

import pytest

import galakit as gk
from galakit.errors import GalakitError


def failure(flow, players=("a", "b"), **params) -> GalakitError:
    with pytest.raises(GalakitError) as caught:
        gk.load(gk.rules(players=players)(flow), **params).automaton  # noqa: B018
    return caught.value


def underlined(error: GalakitError) -> str:
    span = error.diagnostics[0].span
    return span.source.text[span.start : span.end]


def test_an_exception_in_a_flow_tells_its_place_and_the_choices_before_it():
    def flow(play):
        x = yield play.choose("nature", [1, 0])
        yield play.choose("a", ["left", "right"])
        1 / x

    error = failure(flow)
    assert underlined(error) == "1 / x"
    assert Path(str(error).split(":")[0]).resolve() == Path(__file__)
    assert "ZeroDivisionError: division by zero" in str(error)
    assert "the play so far: nature: 0, a: left" in str(error)
    assert isinstance(error.__cause__, ZeroDivisionError)


def test_an_exception_inside_a_library_is_placed_in_the_flow():
    def flow(play):
        yield play.choose("a", [1])
        random.choice([])

    error = failure(flow)
    assert underlined(error) == "random.choice([])"
    assert isinstance(error.__cause__, IndexError)


def unyielded(play):
    play.choose("a", [1, 2])
    play.reveal("b", "something")


def unyielded_to_the_end(play):
    play.choose("a", [1, 2])


def yields_something_else(play):
    yield [1, 2]


def yields_a_flow(play):
    yield yields_something_else(play)


def returns_a_flow(play):
    yield play.choose("a", [1])
    return yields_something_else(play)


def returns_something(play):
    yield play.choose("a", [1])
    return [1, -1]


def nobody(play):
    yield play.choose("c", [1])


def nothing_to_choose(play):
    yield play.choose("a", [])


def twice_the_same(play):
    yield play.choose("a", [1, 2, 1])


def text_for_options(play):
    yield play.choose("a", "bet")


def not_iterable(play):
    yield play.choose("a", 3)


def short_outcome(play):
    yield play.choose("a", [1])
    play.outcome([1])


def no_number(play):
    yield play.choose("a", [1])
    play.payoff("a", "much")


def wrong_sum(play):
    yield play.choose("nature", [1, 2], probabilities=[0.5, 0.4])


def wrong_count(play):
    yield play.choose("nature", [1, 2], weights=[1])


def negative(play):
    yield play.choose("nature", [1, 2], weights=[1, -1])


def no_weight(play):
    yield play.choose("nature", [1, 2], weights=[0, 0])


def odds_for_a_player(play):
    yield play.choose("a", [1, 2], weights=[1, 2])


def no_fact(play):
    play.reveal("a")


def nameless_fact(play):
    play.reveal("a", 1, 2)


def unwritable_fact(play):
    play.reveal("a", object())


def mutable_state(play):
    yield play.choose("a", [1])
    play.proceed(nobody, [1, 2])


def identity_state(play):
    play.proceed(nobody, random.Random(1))


def closure_state(play):
    x = yield play.choose("a", [1])

    def inner(play):
        yield play.choose("b", [x])

    play.proceed(inner)


def proceeds_to_a_run(play):
    play.proceed(nobody(play))


def proceeds_for_ever(play):
    play.proceed(proceeds_for_ever)


def goes_on_after_the_end(play):
    try:
        play.outcome([1, -1])
    except BaseException:
        yield play.choose("a", [1])


def leaves_the_program(play):
    yield play.choose("a", [1])
    raise SystemExit(0)


@pytest.mark.parametrize(
    ("flow", "message", "remedy"),
    [
        (unyielded, "a choice before this was not yielded", "yield play.choose(...)"),
        (unyielded_to_the_end, "a choice before this was not yielded", "yield play.choose(...)"),
        (yields_something_else, "a flow yields its choices, not a list", "yield play.choose(...)"),
        (yields_a_flow, "a flow yields its choices, not a generator", "yield from"),
        (returns_a_flow, "`returns_a_flow` returns a generator", "yield from"),
        (returns_something, "`returns_something` returns a list", "play.outcome"),
        (nobody, "'c' is not a player", "the players are a, b"),
        (nothing_to_choose, "there is nothing to choose", "at least one option"),
        (twice_the_same, "the same option is offered twice: 1", "must differ"),
        (text_for_options, "the options are a str", "a list of options"),
        (not_iterable, "the options are an int", "a list of options"),
        (short_outcome, "the outcome must have 2 payoffs, one for each of a, b", "in the order of the players"),
        (no_number, "a payoff must be a number, not 'much'", "a Fraction"),
        (wrong_sum, "the probabilities sum to 0.9, not 1", "weights"),
        (wrong_count, "there are 2 options, but 1 weights", ""),
        (negative, "a weight cannot be -1", "0 is the least"),
        (no_weight, "the weights of the options sum to 0", ""),
        (odds_for_a_player, "a chooses freely", 'choose("nature", ...)'),
        (no_fact, "there is nothing to reveal", "play.reveal("),
        (nameless_fact, "a fact of several parts starts with a name", "a tuple"),
        (unwritable_fact, "an object cannot be a fact or a move", "__str__"),
        (mutable_state, "a list can change", "hand over a tuple"),
        (identity_state, "a Random can change", "frozen dataclass"),
        (closure_state, "`inner` uses `x` of the function around it", "at the top of the module"),
        (proceeds_to_a_run, "a generator is not a flow", "a function that takes `play`"),
        (proceeds_for_ever, "without a choice", ""),
        (goes_on_after_the_end, "the flow goes on after its end", "BaseException"),
        (leaves_the_program, "SystemExit", ""),
    ],
    ids=lambda x: getattr(x, "__name__", ""),
)
def test_a_mistake_is_told_with_cause_and_remedy(flow, message, remedy):
    error = failure(flow)
    assert message in error.diagnostics[0].message
    assert remedy in (error.diagnostics[0].hint or "")


COUNTER = itertools.count()


def counts(play):
    yield play.choose("a", [1, 2])
    yield play.choose("a", [next(COUNTER), "same"])


def remembers(play, deck=[1, 2, 3]):  # noqa: B006
    card = yield play.choose("nature", deck)
    deck.remove(card)
    yield play.choose("a", ["go", "stay"])


def reveals_by_chance(play):
    play.reveal("a", next(COUNTER))
    yield play.choose("a", ["go", "stay"])


def ends_by_chance(play):
    if next(COUNTER) % 2 == REMAINDER:
        yield play.choose("a", ["go", "stay"])


REMAINDER = 0


def hides_a_card(play):
    global HIDDEN
    HIDDEN = yield play.choose("nature", ["ace", "king"])
    play.proceed(shows_the_card)


def shows_the_card(play):
    play.reveal("a", HIDDEN)
    yield play.choose("a", ["go", "stay"])


@pytest.mark.parametrize("flow", [counts, remembers, reveals_by_chance, hides_a_card])
def test_a_flow_that_is_not_deterministic_is_found_out(flow):
    error = failure(flow)
    assert "the rules are not deterministic" in str(error)
    assert "leave chance to nature" in error.diagnostics[0].hint


def test_a_flow_that_ends_elsewhere_when_played_again_is_found_out():
    global REMAINDER
    REMAINDER = (next(COUNTER) + 1) % 2
    assert "does not come to the same choice" in str(failure(ends_by_chance))


@pytest.mark.parametrize(
    ("players", "message"),
    [("ab", "a list of names"), ([], "a list of names"), (["a", 1], "a list of names"), (["nature"], "`nature`"),
     (["all", "b"], "`all`"), (["a", "a"], "the same name")],
)  # fmt: skip
def test_players_are_distinct_names(players, message):
    with pytest.raises(GalakitError, match=message):
        gk.rules(players=players)


def test_what_is_no_game_is_refused():
    def nothing():
        yield

    def many(play, *cards):
        yield

    with pytest.raises(GalakitError, match="takes no `play`"):
        gk.rules(players=["a"])(nothing)
    with pytest.raises(GalakitError, match="not a parameter with a name"):
        gk.rules(players=["a"])(many)
    with pytest.raises(GalakitError, match="an int is not a flow"):
        gk.rules(players=["a"])(3)
    with pytest.raises(GalakitError, match="a function is not a game"):
        gk.load(nothing)


def test_parameters_are_checked():
    def flow(play, ranks, suits=1):
        yield play.choose("a", range(ranks))

    assert "has no parameter `rank`" in str(failure(flow, rank=3))
    assert "did you mean `ranks`?" in str(failure(flow, rank=3))
    assert "the parameter `ranks` of `flow` has no value" in str(failure(flow))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def f(:\n", "this is not Python"),
        ("import galakit\n1/0\n", "ZeroDivisionError"),
        ("import no_such_module\n", "no_such_module"),
        ("raise SystemExit(0)\n", "SystemExit"),
        ("x = 1\n", "has no game"),
        (
            "import galakit as gk\n@gk.rules(players=['a'])\ndef f(play):\n    yield play.choose('b', [1])\n",
            "'b' is not a player",
        ),
    ],
)
def test_a_python_file_that_fails_ends_with_status_2_and_its_place(tmp_path, capsys, text, message):
    from galakit.cli.main import main

    path = tmp_path / "game.py"
    path.write_text(text)
    assert main(["solve", str(path)]) == 2
    err = capsys.readouterr().err
    assert message in err and "Traceback" not in err
    assert "game.py" in err
    assert main(["solve", str(path), "--json"]) == 2
    assert message in json.loads(capsys.readouterr().err)["error"][0]["message"]
