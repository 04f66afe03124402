"""Facts in words: what is shipped reads well, and nothing breaks the reader."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import galakit as gk
from galakit.rules.knowledge import informative
from galakit.solution.shown.wording import LONGEST, facts_in_words, folded, meant, worded

SHIPPED = Path(__file__).parent / "wording.json"
"""game -> fact -> words: each kind of fact of the games that are quickly explored, read by a person"""
GAMES = json.loads(SHIPPED.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", GAMES)
def test_the_facts_of_shipped_games_read_as_words(name):
    game = gk.load(name)
    facts = {fact for facts in game.automaton.observations for fact in facts if not fact.startswith("choosing(")}
    assert GAMES[name].keys() <= facts
    kinds = {re.sub(r"\d+", "#", fact) for fact in facts}
    assert kinds == {re.sub(r"\d+", "#", fact) for fact in GAMES[name]}, "somebody has to read the new ones"
    for fact, words in GAMES[name].items():
        assert worded(fact, game.players) == words


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
    assert worded(fact, ["a", "east"]) == words


def test_what_a_player_did_is_not_done_by_whom_it_names():
    assert worded("chose(accuse(bob,theft))", ["ann", "bob"]) == "chose accuse bob theft"
    assert worded("accuse(bob,theft)") == "accuse bob theft", "moves are told without players"


@pytest.mark.parametrize("name", ["kuhn", "poker", "nim", "battleship", "imp_model", "settlement", "signals"])
def test_what_is_told_can_be_typed(name):
    game = gk.load(name)
    facts = [informative(game.form.facts(i)) for i in range(game.form.information_sets)]
    known = {fact for some in facts for fact in some}
    assert {worded(fact, game.players) for fact in known} != known, "there is something to tell"
    for some in filter(None, facts):
        assert meant(facts_in_words(some, game.players), known, game.players) == some


def test_words_that_two_facts_share_name_neither():
    assert worded("my_hand(2)") == worded("myhand(2)")
    assert meant("my hand 2", ["my_hand(2)", "myhand(2)"]) == ()


@pytest.mark.parametrize("text", ["(" * 5000, "f(" * 400 + "x" + ")" * 400, "a," * LONGEST, "'" * 999, "-" * 1999])
def test_what_nobody_could_read_is_left_alone(text):
    assert worded(text) == text


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
    words = worded(term, ["a", "b"])
    assert words and len(words) <= 4 * len(term)
    plain = re.sub(r"'(?:[^'\\]|\\.)*'", " ", term)
    for number in re.findall(r"(?<![\w])\d+", plain):
        assert number in words
    if len(term) < LONGEST:
        assert folded(facts_in_words([term], ["a", "b"])) == folded(words) or term.startswith("choosing(")


@given(st.text(max_size=60))
def test_no_text_breaks_the_reader(text):
    assert len(worded(text, ["a"])) <= 4 * len(text)
