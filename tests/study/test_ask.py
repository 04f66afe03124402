"""Questions as paths: all that can be asked, and what is said to those that mean nothing."""

from __future__ import annotations

from urllib.parse import quote

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import galakit as gk
from galakit.study.shrinking import shrunken
from galakit.study.study import Study


@pytest.fixture(scope="module")
def kuhn():
    game = gk.load("kuhn")
    return Study(gk.solve(game), game)


PATHS = [
    "overview",
    "players/0/situations",
    "players/0/situations?aggregate=true&offset=1",
    "players/first/grid",
    "players/1/grid?situation=1&aggregate=true&offset=0&row_offset=1",
    "sets?facts=" + quote("card(1), bet") + "&player=1&offset=0",
    "sets/3",
    "nodes/0",
    "nodes/0.1.0?offset=1",
    "comparison?other=x&offset=0",
]


@pytest.mark.parametrize("path", PATHS)
def test_questions_are_paths_and_answers_are_json(kuhn, path):
    answer = kuhn.ask(path, kuhn)
    assert msgspec.json.decode(msgspec.json.encode(answer), type=type(answer)) == answer


@pytest.mark.parametrize(
    ("path", "id", "said"),
    [
        ("overvew", "GK802", "did you mean overview?"),
        ("", "GK802", "the questions are"),
        ("players/0", "GK802", "there is no question"),
        ("players/2/grid", "GK610", "there is no player 2"),
        ("players/nobody/grid", "GK610", "there is no player nobody"),
        ("players/0/grid?situation=99", "GK803", "first has no public situation 99"),
        ("players/0/grid?aggregate=maybe", "GK802", "aggregate is 'maybe', and should be true or false"),
        ("players/0/grid?offset=-1", "GK802", "offset is '-1'"),
        ("players/0/grid?colour=red", "GK802", "this question has no parameter colour"),
        ("sets/12", "GK803", "there is no information set 12"),
        ("sets/٣", "GK803", "there is no information set"),
        ("sets/../../etc", "GK802", "there is no question"),
        ("nodes/1", "GK804", "there is no node 1"),
        ("nodes/0.9", "GK804", "there is no node 0.9"),
        ("nodes/0.0.0.0.0.0", "GK804", "there is no node"),
        ("nodes/0." + "1." * 30_000, "GK802", "the question is too long"),
        ("comparison", "GK802", "a comparison needs another study"),
        ("sets?" + "&".join(f"a{k}=1" for k in range(50)), "GK802", "too many parameters"),
    ],
)
def test_a_question_that_cannot_be_answered_says_why(kuhn, path, id, said):
    with pytest.raises(gk.GalakitError) as refused:
        kuhn.ask(path)
    assert refused.value.diagnostics[0].id == id and said in str(refused.value)


TEXTS = st.text(max_size=60) | st.lists(
    st.sampled_from(["players", "0", "grid", "sets", "nodes", "?", "=", "&", ".", "%"])
).map("/".join)


@given(path=TEXTS)
def test_any_text_is_answered_or_refused(kuhn, path):
    try:
        kuhn.ask(path)
    except gk.GalakitError as refused:
        assert refused.diagnostics[0].id


def test_a_tree_that_takes_too_long_to_shrink_is_refused_before_it_is_begun():
    game = gk.load("kuhn")
    assert shrunken(game, 10.0).before.nodes == 55
    with pytest.raises(gk.GalakitError, match="the tree of 55 nodes is too large to be shrunk within 0.001 s"):
        shrunken(game, 0.001)
