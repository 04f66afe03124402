"""`galakit ranges` and `galakit solve --prefer`: what they print and what they refuse."""

from __future__ import annotations

import json

import pytest

import galakit as gk


def test_ranges_are_shown_on_a_scale(told_lines):
    status, lines, err = told_lines("ranges", "kuhn", "--player", "first", "--limit", "2")
    assert (status, err) == (0, "")
    assert lines == [
        "kuhn  cards=3",
        "",
        "first: several optimal strategies",
        "  knowing  move   least  most  0                  1",
        "  J        check    2/3     1               ├─────┤",
        "           bet        0   1/3  ├─────┤",
        "  Q        check      1     1                     ●",
        "           bet        0     0  ●",
        "… 4 more information sets (--limit)",
    ]


def test_ranges_in_json(told_lines):
    status, lines, err = told_lines("ranges", "kuhn", "--json")
    found = json.loads("\n".join(lines))
    assert (status, err) == (0, "")
    assert found["unique"] == {"first": False, "second": True} and found["exact"] and found["complete"]
    assert found["information_sets"][0]["moves"][1] == {"move": "bet", "least": "0", "most": "1/3"}


def test_sets_that_no_optimal_strategy_comes_to_are_named(told_lines):
    status, lines, _ = told_lines("ranges", "poker", "-p", "ranks=8", "--player", "gambler", "--limit", "99")
    assert status == 0 and lines[2] == "gambler: several optimal strategies"


@pytest.mark.parametrize(("way", "share"), [("max", "1/3"), ("min", "0")])
def test_a_preference_picks_an_optimal_strategy(told_lines, tmp_path, way, share):
    path = tmp_path / "picked.json"
    status, lines, _ = told_lines("solve", "kuhn", "--prefer", f"first: card(1) = bet:{way}", "-o", str(path))
    assert status == 0 and "certified exactly: no player can gain more than 0" in lines
    assert str(gk.load_solution(path).at("first", "card(1)").probabilities["bet"]) == share


def test_the_best_equilibrium_is_found(told_lines):
    status, lines, _ = told_lines("solve", "stag_hunt", "--prefer", "welfare")
    assert status == 0 and "  first         4           0" in lines
    assert "the best for welfare: proved: no equilibrium is better" in lines


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ranges", "prisoners_dilemma"), "error[GK659]"),
        (("ranges", "kuhn", "--player", "third"), "there is no player third"),
        (("solve", "kuhn", "--prefer", "first: card(1) = bet"), "error[GK658]"),
        (("solve", "kuhn", "--prefer", "first: card(1) = bet:max", "--method", "cfr+"), "error[GK658]"),
        (("solve", "stag_hunt", "--prefer", "welfare", "--method", "lcp"), "leave out --method: `best` takes them"),
        (("solve", "stag_hunt", "--prefer", "welfare", "--prefer", "first"), "best for one thing only"),
        (
            ("solve", "stag_hunt", "--prefer", "nobody"),
            "name welfare, symmetric, informative, or a player: first, second",
        ),
        (("solve", "prisoners_dilemma", "--prefer", "row: = cooperate:max"), "cannot be solved by lp"),
    ],
)
def test_mistakes_end_with_a_message_and_status_2(told_lines, words, said):
    status, lines, err = told_lines(*words)
    assert status == 2 and lines == [] and said in err


def test_show_says_between_which_probabilities_optimal_strategies_lie(told_lines):
    status, lines, err = told_lines("show", "kuhn", "--ranges", "--player", "first")
    assert (status, err) == (0, "")
    head = next(line for line in lines if "between" in line)
    bluff = lines[lines.index(head) + 2]
    assert bluff.split()[:5] == ["bet", "0", "0", "and", "1/3"]


def test_show_has_ranges_for_programs(told):
    found = json.loads(told("show", "kuhn", "--ranges", "--json")[1])["information_sets"]
    assert found[0]["ranges"] == [["2/3", "1"], ["0", "1/3"]]
    assert all(one["ranges"] == [None, None] for one in found if one["player"] == "second")
