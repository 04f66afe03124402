"""The formatter: it changes nothing but layout, it settles at once, and comments stay."""

from __future__ import annotations

import itertools
import random
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import galakit
from galakit.errors import GalakitError, Source
from galakit.lang.format import format as formatting
from galakit.lang.format.layout import WIDTH
from galakit.lang.operators import INFIX, PREFIX
from galakit.lang.reader import read
from galakit.lang.syntax import Node
from galakit.lang.tokens import tokenize
from lang.random_programs import Program

PACKAGE = Path(galakit.__file__).parent
SHIPPED = sorted([*PACKAGE.rglob("*.gala"), *PACKAGE.rglob("*.pl")])
NAMES = [str(path.relative_to(PACKAGE)) for path in SHIPPED]


def formatted(text: str, name: str = "<text>") -> str:
    return formatting.formatted(Source(name, text))


def structure(node: Node) -> str:
    """The term in prefix notation, quotes and all."""
    if isinstance(node.value, int):
        return f"n{node.value:x}"  # Python refuses to write very long decimals
    kind = {"string": "s", "var": "v", "number": "n"}.get(node.kind, "")
    return f"{kind}{node.value!r}({','.join(map(structure, node.args))})"


def meaning(text: str) -> list[str]:
    clauses, problems = read(Source("<test>", text))
    assert not problems, problems[0].render()
    return [structure(clause.node) for clause in clauses]


def comments(text: str) -> list[str]:
    return [comment.text.rstrip() for comment in tokenize(Source("<test>", text)).comments]


def holds(text: str) -> str:
    """The three promises, for one text; the formatted text."""
    result = formatted(text)
    assert meaning(result) == meaning(text)
    assert comments(result) == comments(text)
    assert formatted(result) == result
    assert all(line == line.rstrip() for line in result.splitlines() if "/*" not in text and "0' " not in text)
    return result


def disarranged(text: str, rng: random.Random) -> str:
    """The same program in a terrible layout: blanks, line breaks and comments wherever Prolog allows them."""
    tokens = tokenize(Source("<test>", text)).tokens
    pieces = []
    for token, following in itertools.pairwise(tokens):
        pieces.append(token.text)
        layout = rng.choice(
            [" ", "  ", "\n", "\n\n\n", "\t", " % note\n", "\n%% apart\n", " /* in line */ ", " /*\n two lines */"]
        )
        if token.kind == "end":
            pieces.append(rng.choice(["\n", " ", "\n\n", " % end\n", "\n/* between */\n"]))
        elif following.layout_before or (token.kind == "punct" and rng.random() < 0.4):
            pieces.append(layout)
    return "".join(pieces)


@pytest.mark.parametrize("path", SHIPPED, ids=NAMES)
def test_every_shipped_program_is_formatted(path):
    text = path.read_text(encoding="utf-8")
    assert formatted(text, path.name) == text, f"run `galakit fmt {path}`"


@pytest.mark.parametrize("path", SHIPPED, ids=NAMES)
def test_a_terrible_layout_keeps_its_meaning_and_comments(path):
    text = path.read_text(encoding="utf-8")
    for seed in range(1 + (len(text) < 5_000)):
        holds(disarranged(text, random.Random(seed)))


def test_without_line_breaks_a_program_gets_good_ones():
    text = (Path(__file__).parents[1] / "editor" / "sample.gala").read_text(encoding="utf-8")
    tokens = tokenize(Source("<test>", text)).tokens
    result = holds("".join(" " * token.layout_before + token.text for token in tokens))
    assert "\n    players : [dealer, gambler],\n" in result
    assert (
        "\n    bet :\n        (choose(gambler, Bet, between(0, $money(gambler), Bet)),\n         pay(Bet, gambler, pot),\n"
        in result
    )
    assert max(map(len, result.splitlines())) <= WIDTH


@given(seed=st.integers(0, 10_000))
def test_random_games_keep_their_meaning(seed):
    rng = random.Random(seed)
    try:
        text = Program(seed).text
    except Exception:  # too large to be interpreted: not our concern here
        return
    result = holds(disarranged(text, rng) if rng.random() < 0.5 else text)
    assert max(map(len, result.splitlines())) <= 2 * WIDTH


LEAVES = ["a", "pot", "[]", "{}", "'Two words'", "'it''s'", "!", "é", "(gets)", "(-)", "(=)", "X", "_", "_G1", "0", "42", "-1", "- 1", "1.5", "1r3",
          "0'a", "0' ", '"text"', '"say ""hi"""', "$x", "'$old'"]  # fmt: skip
LOOSE = sorted(set(INFIX) - {":-", "-->"})
PREFIXES = sorted(set(PREFIX) - {"$", ":-", "?-", "dynamic", "discontiguous"})


def random_term(rng: random.Random, depth: int) -> str:
    """The text of a term, in brackets wherever they might be needed."""
    if depth == 0 or rng.random() < 0.1:
        return rng.choice(LEAVES)

    def argument() -> str:
        inner = random_term(rng, depth - 1)
        return inner if inner in LEAVES else f"({inner})"

    arguments = [argument() for _ in range(rng.randint(1, 4))]
    match rng.randrange(8):
        case 0:
            return f"({random_term(rng, depth - 1)})"
        case 1:
            return f"{{{random_term(rng, depth - 1)}}}"
        case 2:
            return f"[{','.join(arguments)}]"
        case 3:
            return f"[{', '.join(arguments)} | {argument()}]"
        case 4:
            name = rng.choice(["f", "if", "'X y'", "-", "choose", "\\+"])
            return f"{name}({', '.join(arguments)})"
        case 5:
            return f"{argument()} {rng.choice(LOOSE)} {argument()}"
        case 6:
            return f"{argument()}{rng.choice(['-', '/', '^', ',', ';', '->'])}{argument()}"
        case _:
            return f"{rng.choice(PREFIXES)} ({argument()})"


@given(seed=st.integers(0, 1 << 30))
def test_random_clauses_keep_their_meaning(seed):
    rng = random.Random(seed)
    head = rng.choice(["p", "p(X)", "game(g, [f : x])", "p([A|B])"])
    text = f"{head} :- {random_term(rng, rng.randint(0, 4))} ."
    if not read(Source("<test>", text))[1]:
        holds(text)
        holds(disarranged(text, rng))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a:-b,c.", "a :- b, c.\n"),
        ("a:-b,\nc.", "a :-\n    b,\n    c.\n"),
        ("a:-b\n,c.", "a :-\n    b,\n    c.\n"),
        ("a :- ( b->c;d ).", "a :- ( b -> c ; d ).\n"),
        ("a :- ( b\n->c;d ), e.", "a :-\n    (   b\n    ->  c\n    ;   d\n    ),\n    e.\n"),
        ("a :- X=[1,2|T],Y is X-1,Z=K-V, \\+b, W is - X.", "a :- X = [1, 2|T], Y is X-1, Z = K-V, \\+ b, W is -X.\n"),
        ("a :- X - 1 < Y -1.", "a :- X - 1 < Y - 1.\n"),
        ("a( [ ] , { } ).\n\n\n\nb.", "a([], {}).\n\nb.\n"),
        ("a. b. % c\n", "a.\nb.  % c\n"),
        ("x([\n1,2]).", "x([\n    1, 2\n]).\n"),
        ("x(f(1,\n2),\n3).", "x(f(1,\n    2),\n  3).\n"),
        (":-use(library(cards)).", ":- use(library(cards)).\n"),
        ("x :- X = -(1), Y = - (1), Z = (-), A = \\+ (a, b).", "x :- X = -(1), Y = - (1), Z = (-), A = \\+ (a, b).\n"),
        ("game(g,[a:b,phase(p,[c:d])]).", "game(g, [\n    a : b,\n    phase(p, [\n        c : d\n    ])\n]).\n"),
        ("% only a comment", "% only a comment\n"),
        ("", ""),
        ("p(1.5NaN,1.0Inf).", "p(1.5NaN, 1.0Inf).\n"),
        ("p(" + "9" * 9000 + ").", "p(" + "9" * 9000 + ").\n"),
        ("p(a). % one\np(bb). % two\n", "p(a).  % one\np(bb).  % two\n"),
        ("p(a).    % one\np(bbb).  % two\n", "p(a).    % one\np(bbb).  % two\n"),
    ],
)  # fmt: skip
def test_the_style(before, after):
    assert holds(before) == after


def test_text_that_cannot_be_read_is_refused_with_its_diagnostics():
    with pytest.raises(GalakitError, match="bad.gala:1:2.*never closed"):
        formatted("a(b.", "bad.gala")


@pytest.mark.parametrize(
    "text",
    [
        "x :- " + "f(a, " * 400 + "b" + ")" * 400 + ".",
        "x :- " + "(a ; " * 300 + "b" + ")" * 300 + ".",
        "x([" + ", ".join(map(str, range(4_000))) + "]).",
        "x :- " + ", ".join(f"p({i})" for i in range(2_000)) + ".",
    ],
)
def test_large_and_deep_programs_take_little_time(text):
    began = time.process_time()
    result = formatted(text)
    assert formatted(result) == result
    assert time.process_time() - began < 30
