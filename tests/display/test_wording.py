"""Facts in words: what is shipped reads well, and nothing breaks the reader."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import galakit as gk
from galakit.display.look import Look
from galakit.display.terms import LONGEST
from galakit.display.typed import folded, meant
from galakit.rules.knowledge import informative

SHIPPED = Path(__file__).parent / "wording.json"
"""game -> fact -> words: each kind of fact of the games that are quickly explored, read by a person. A fact has several
readings, with strokes between them, where it is called differently after other facts."""
GAMES = json.loads(SHIPPED.read_text(encoding="utf-8"))
PLAIN = Look((), ["a", "east"])


@pytest.mark.parametrize("name", GAMES)
def test_the_facts_of_shipped_games_read_as_words(name):
    game = gk.load(name)
    facts = {fact for facts in game.automaton.observations for fact in facts if not fact.startswith("choosing(")}
    assert GAMES[name].keys() <= facts
    kinds = {re.sub(r"\d+", "#", fact) for fact in facts}
    assert kinds == {re.sub(r"\d+", "#", fact) for fact in GAMES[name]}, "somebody has to read the new ones"
    for fact, words in GAMES[name].items():
        assert " / ".join(game.look.readings(fact)) == words


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        ("played(east,(h,4))", "east played (h,4)"),
        ("sold(a,3/2)", "sold to a 3/2"),
        ("hand(a,[1,2])", "a hand 1, 2"),
        ("took(heap([1,2]),3)", "took (heap 1, 2) 3"),
        ("owes(-3)", "owes −3"),
        (r"paid('\x24\5')", "paid $5"),
        (r"'\x24\'", "$"),
        (r"said('it\'s \\ mine')", "said it's \\ mine"),
        (r"'two\nlines'", "two lines"),
        (r"'turned\x202e\round'", r"turned\x202e\round"),
        (r"'\xffffff\'", "\\xffffff\\"),
        ("level = high", "level = high"),
        ("'it is \\'so\\''", "it is 'so'"),
        ("public(…)", "public …"),
        ("mystery(1)", "mystery 1"),
        ("my_number(7)", "my number 7"),
        ("f(", "f("),
        ("", ""),
        ("a b", "a b"),
        ("{x}", "{x}"),
    ],
)
def test_a_fact_is_said_so(fact, words):
    assert PLAIN.words(fact) == words


def test_what_a_player_did_is_not_done_by_whom_it_names():
    look = Look((), ["ann", "bob"])
    assert look.words("chose(accuse(bob,theft))") == "chose accuse bob theft"
    assert look.label("accuse(bob,theft)") == "accuse bob theft", "moves are told without players"


@pytest.mark.parametrize("name", ["kuhn", "poker", "nim", "battleship", "imp_model", "settlement", "signals"])
def test_what_is_told_can_be_typed(name):
    game = gk.load(name)
    sets = [(int(game.form.player[i]), informative(game.form.facts(i))) for i in range(game.form.information_sets)]
    known = {fact for _, some in sets for fact in some}
    assert {game.look.words(fact) for fact in known} != known, "there is something to tell"
    for player, some in sets[:: max(1, len(sets) // 200)]:
        assert not some or meant(game.look.told(some, player), known, game.look) == some


def test_words_that_two_facts_share_name_neither():
    assert PLAIN.words("my_hand(2)") == PLAIN.words("myhand(2)")
    assert meant("my hand 2", ["my_hand(2)", "myhand(2)"], PLAIN) == ()


@pytest.mark.parametrize("text", ["(" * 5000, "f(" * 400 + "x" + ")" * 400, "a," * LONGEST, "'" * 999, "-" * 1999])
def test_what_nobody_could_read_is_left_alone(text):
    assert PLAIN.words(text) == text


names = st.from_regex(r"[a-z]\w{0,8}", fullmatch=True)
texts = st.text(max_size=8).map(lambda t: "'" + t.replace("\\", "\\\\").replace("'", "\\'") + "'")
terms = st.recursive(
    names | st.integers(-99, 99).map(str) | st.fractions(0, 9).map(str) | texts,
    lambda inner: (
        st.tuples(names | texts, st.lists(inner, min_size=1, max_size=3)).map(lambda f: f"{f[0]}({','.join(f[1])})")
        | st.lists(inner, max_size=3).map(lambda some: f"[{','.join(some)}]")
        | st.lists(inner, min_size=2, max_size=3).map(lambda some: f"({','.join(some)})")
    ),
    max_leaves=12,
)


@given(terms)
def test_every_term_has_words_that_keep_its_names_and_numbers(term):
    words = Look((), ["a", "b"]).words(term)
    assert words and len(words) <= 4 * len(term)
    plain = re.sub(r"'(?:[^'\\]|\\.)*'", " ", term)
    for number in re.findall(r"(?<![\w])\d+", plain):
        assert number in words
    if len(term) < LONGEST:
        assert folded(Look((), ["a", "b"]).told([term])) == folded(words) or term.startswith("choosing(")


@given(st.text(max_size=60))
def test_no_text_breaks_the_reader(text):
    assert len(PLAIN.words(text)) <= 4 * len(text)
