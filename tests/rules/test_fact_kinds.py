"""An observation that looks like a player's own move or list of moves is an observation, wherever facts are read.

Each game comes twice: what its players observe is called `seen` and `heard` in one, `chose` and `choosing` in the other.
But for these names everything about the two is the same.
"""

from __future__ import annotations

import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import galakit as gk
from galakit.display.look import Look
from galakit.formats.exporting import lines_of
from galakit.game.game import Game
from galakit.game.replay import Replay
from galakit.loading import find
from galakit.rules.contract import END, FORGET, Step
from galakit.rules.knowledge import Choosing, Chose, Written, informative, kind_of, written
from galakit.study.study import Study

GALA = re.sub(r",\n\n    display : .*\n    \]\n", "\n", find("kuhn").text, flags=re.DOTALL)
GALA = GALA.replace("reveal(second, Opening)", "reveal(second, heard([Opening]))")
GALA = GALA.replace("reveal(first, bet)", "reveal(first, heard([bet]))").replace("card(", "seen(")
KIF = find("kuhn_gdl").text.replace("(sees first (card ?c))", "(sees first (seen ?c))")
KIF = KIF.replace("(sees second (card ?d))", "(sees second (seen ?d))").replace(
    "(sees ?p ?move)", "(sees ?p (heard ?move))"
)
EFG = 'EFG 2 R "labels" { "a" "b" }\n""\np "" 1 1 "seen(x)" { "l" "r" } 0\n' + "".join(
    f'p "" 2 {k} "{label}" {{ "l" "r" }} 0\n' + "".join(f't "" {2 * k + i} "" {{ {i}, {-i * k} }}\n' for i in (0, 1))
    for k, label in ((1, "heard([l])"), (2, "heard([r])"))
)
KINDS = [("lp", {}), ("factored", {"iterations": 30}), ("public", {"iterations": 30})]


def disguised(text):
    return text.replace("seen", "chose").replace("heard", "choosing")


def expected(text):
    """What is said about a game, as it is said about the disguised one."""
    text = text.replace("seen(", "'chose'(").replace("heard(", "'choosing'(")
    return text.replace("seen ", "chose ").replace("heard ", "choosing ")


def both(text):
    return gk.loads(text, name="game"), gk.loads(disguised(text), name="game")


@pytest.mark.parametrize("text", [GALA, KIF, EFG], ids=["gala", "gdl", "efg"])
def test_information_sets_are_the_same(text):
    plain, other = (game.form for game in both(text))
    assert [other.facts(i) for i in range(other.information_sets)] == [
        tuple(map(expected, plain.facts(i))) for i in range(plain.information_sets)
    ]
    assert other.perfect_recall and (other.parent_sequence == plain.parent_sequence).all()


@pytest.mark.parametrize(("method", "options"), KINDS)
@pytest.mark.parametrize("text", [GALA, KIF], ids=["gala", "gdl"])
def test_studies_say_the_same(text, method, options):
    if text == KIF and method != "lp":
        return  # its draws do not separate
    plain, other = (Study(gk.solve(game, method, **options), game) for game in both(text))
    questions = [("node",), ("search", ""), ("search", "pass"), ("search", "2")]
    questions += [(name, player) for name in ("situations", "grid") for player in (0, 1)]
    for name, *inputs in questions:
        found, wanted = (msgspec.json.encode(getattr(study, name)(*inputs)).decode() for study in (other, plain))
        assert found == expected(wanted)


@pytest.mark.parametrize(("method", "options"), KINDS)
def test_sets_are_named_saved_and_locked_alike(method, options, tmp_path):
    plain, other = both(GALA)
    solution = gk.solve(other, method, **options)
    solution.save(tmp_path / "saved.parquet")
    read = gk.load_solution(tmp_path / "saved.parquet")
    for facts in ("'chose'(2)", "'chose'(2), chose(pass), 'choosing'([bet])"):
        there = solution.at("first", facts)
        assert informative(read.at("first", facts).facts) == informative(there.facts)
        assert kind_of(there.facts[0]) is None and [f for f in there.facts if kind_of(f) is Chose] in (
            [],
            ["chose(pass)"],
        )
    locks = [{"first": {facts: "bet"}} for facts in ("seen(1)", "seen(1), chose(pass), heard([bet])")]
    for lock in locks:
        wanted = gk.solve(plain, lock=lock)
        found = gk.solve(other, lock={"first": {expected(facts): play for facts, play in lock["first"].items()}})
        assert found.value == wanted.value and found.found.keys() == wanted.found.keys()
    assert gk.simulate(read, 50, seed=1).mean == gk.simulate(solution, 50, seed=1).mean


def test_only_own_moves_are_told_as_own():
    look = Look((), ["ann"])
    assert look.words("chose(pass)") == "chose pass"
    assert look.words("'chose'(2)") == "chose 2"
    assert look.words("'chose'(ann,left)") == "ann chose left"


def test_an_explored_game_is_followed_again():
    game = both(GALA)[1]
    again = Game(Replay(game.automaton))
    assert again.automaton.observations == game.automaton.observations
    assert list(lines_of(again, "efg"))[2:] == list(lines_of(game, "efg"))[2:]


class Ambiguous:
    """One player, who is told of a choice that was never theirs, or has it."""

    name, players = "ambiguous", ("ann",)
    write = staticmethod(str)

    def start(self):
        return Step(Here(self, "deal"), (), (0,))


class Here(tuple):
    def __new__(cls, rules, at):
        return super().__new__(cls, (rules, at))

    @property
    def mover(self):
        return {"deal": -1, "own": 0, "told": 0, "end": END}[self[1]]

    @property
    def moves(self):
        return {"deal": ("own", "told"), "own": ("l", "r"), "told": ("x", "y"), "end": ()}[self[1]]

    @property
    def probabilities(self):
        return (0.5, 0.5) if self[1] == "deal" else None

    def after(self, index):
        rules, at = self
        if at == "deal" and index:
            return Step(Here(rules, "told"), ((0, "choosing([l,r])"), (0, "chose(l)")), (0,))
        target = {"deal": "own", "own": "told", "told": "end"}[at]
        return Step(Here(rules, target), (), (index,))


def test_an_observed_choice_and_an_own_one_are_different_knowledge():
    form = Game(Ambiguous()).form
    assert form.perfect_recall and form.information_sets == 4
    named = {form.facts(i) for i in range(4)}
    assert ("choosing([l,r])", "chose(l)", "choosing([x,y])") in named
    assert ("'choosing'([l,r])", "'chose'(l)", "choosing([x,y])") in named


@given(st.lists(st.text("'chose(ing)2", max_size=12), unique=True, max_size=8))
def test_different_observations_have_different_texts(texts):
    texts = [*texts, *(f"{q}{name}{q}(2)" for q in ("", "'", "''") for name in ("chose", "choosing")), FORGET.value]
    made = {written(text, str) for text in dict.fromkeys(texts)}
    assert len(made) == len(dict.fromkeys(texts))
    assert all(kind_of(text) is None and text != FORGET.value for text in made)
    assert [kind_of(written(fact, str)) for fact in (Chose(2), Choosing((2,)), Written("chose(2)"))] == [
        Chose, Choosing, Chose
    ]  # fmt: skip
