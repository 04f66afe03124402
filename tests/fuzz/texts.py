"""Texts to try: shipped games with tokens and terms moved about, and goals made of all predicates there are."""

from __future__ import annotations

from functools import cache

from fuzz.draw import Draw
from galakit.errors import Source
from galakit.lang.prolog.toplevel import Prolog
from galakit.lang.reader import read
from galakit.lang.tokens import tokenize
from galakit.loading import find, shipped_names

PIECES = [
    "(", ")", "[", "]", "{", "}", ",", "|", ".", " . ", ":", "$", "'", '"', "`", "%", "/*", "*/", "\\", "~", "!", "_", "X", "0", "-1",
    "99999999999", "1.5", "1.0e308", "1r3", "0'a", "0x", "1.5NaN", "[]", "{}", "\x00", "\n", "é", "\ufeff", "end", "gets", ":=", "nature",
    "all", "$player", "$opponent", " :- ", " -> ", " ; ", "\\+", "=..", "is", "true", "fail", "repeat", "outcome(draw)", "wins($player)",
    "choose(nature, X, member(X, [1, 2]))", "choose($player, _, true)", "reveal(all, x)", "take_turns(flow)", "flow", "while(true, true)",
    "play_round(flow)", "x gets $x + 1", "length(L, N)", "between(1, inf, X)", "between(1, 1000000000, X)", "2 ** 2 ** 2 ** 2 ** 2", "X = f(X)",
    "params : [p]", "variables : [v = $v]", "players : []", ":- use(library(cards)).", "findall(X, member(X, [1]), X)", "call(X)",
]  # fmt: skip


@cache
def games() -> tuple[str, ...]:
    """The shipped games, the short ones first."""
    return tuple(sorted((find(name).text for name in shipped_names(".gala")), key=len))


@cache
def tokens(text: str) -> tuple[tuple[int, int], ...]:
    return tuple((t.start, t.end) for t in tokenize(Source("<game>", text)).tokens)


@cache
def terms(text: str) -> tuple[tuple[int, int], ...]:
    """Where every term of a text stands."""
    clauses, _ = read(Source("<game>", text))
    stack = [clause.node for clause in clauses]
    found = []
    while stack:
        node = stack.pop()
        found.append((node.start, node.end))
        stack.extend(node.args)
    return tuple(sorted(set(found)))


def mutated(draw: Draw) -> str:
    """A shipped game after one to four edits. Places are found in the original, from the back to the front."""
    text = draw.pick(games()[:8])
    edits = {}
    for _ in range(1 + draw.below(4)):
        kind = draw.below(8)
        places = tokens(text) if kind < 4 else terms(text)
        start, end = draw.pick(places)
        if kind in (0, 4):
            new = ""
        elif kind in (1, 5):
            new = draw.pick(PIECES)
        elif kind in (2, 6):
            new = f"{text[start:end]}{draw.pick(['', ' ', ', '])}{text[start:end]}"
        else:
            other = draw.pick((text, *games()[:8]))
            a, b = draw.pick(tokens(other) if kind == 3 else terms(other))
            new = other[a:b]
        edits[start, end] = new
    done = len(text)
    for (start, end), new in sorted(edits.items(), reverse=True):
        if end <= done:
            text = text[:start] + new + text[end:]
            done = start
    return text


@cache
def predicates() -> tuple[tuple[str, int], ...]:
    """Name and arity of every predicate of the engine, and of some that do not exist."""
    database = Prolog().database
    known = {*database.control, *database.deterministic, *database.predicates}
    found = sorted((s.name, s.arity) for s in known if not s.name.startswith(("$", "'")) and s.name.isprintable())
    return (*found, ("missing", 1), ("call", 9))


FUNCTIONS = [
    "+",
    "-",
    "*",
    "/",
    "//",
    "mod",
    "rem",
    "**",
    "^",
    ">>",
    "<<",
    "min",
    "max",
    "gcd",
    "=",
    "<",
    ":",
    ",",
    ";",
    "->",
    "is",
    "=..",
]
CONSTANTS = ["a", "[]", "'B c'", "0", "1", "-1", "2", "7", "100000", "123456789012345678901234567890", "1r3", "-0.0", "1.5", "1.0e300",
             "1.0Inf", "1.5NaN", '"text"', "{}", "!", "inf", "(=)", "append", "succ_or", "'\\n'"]  # fmt: skip


def goal(draw: Draw, depth: int = 3) -> str:
    """A goal that calls something that exists, with any arguments."""
    kind = draw.below(12)
    if depth and kind == 10:
        return f"({goal(draw, depth - 1)} {draw.pick([',', ';', '->', '*->'])} {goal(draw, depth - 1)})"
    if depth and kind == 11:
        return f"X = {term(draw, depth)}, {goal(draw, depth - 1)}"
    name, arity = draw.pick(predicates())
    arguments = ", ".join(
        goal(draw, depth - 1) if depth and draw.below(6) == 5 else term(draw, depth) for _ in range(arity)
    )
    quoted = (
        name
        if name.isidentifier() and name[0].islower()
        else "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'"
    )
    return f"{quoted}({arguments})" if arity else quoted


def term(draw: Draw, depth: int) -> str:
    kind = draw.below(10)
    if depth <= 0 or kind < 3:
        return draw.pick(CONSTANTS)
    if kind < 6:
        return draw.pick(["X", "Y", "Z", "_"])
    if kind == 6:
        tail = draw.pick(["", "", "", "|T", "|X", "|a"])
        return f"[{', '.join(term(draw, depth - 1) for _ in range(1 + draw.below(4)))}{tail}]"
    if kind == 7:
        return f"({term(draw, depth - 1)} {draw.pick(FUNCTIONS)} {term(draw, depth - 1)})"
    if kind == 8:
        return f"{draw.pick(['f', 'g', 'point', 'X-', '-', '[A]>>'])}({term(draw, depth - 1)})"
    return f"f({term(draw, depth - 1)}, {term(draw, depth - 1)})"
