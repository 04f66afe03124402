"""Gambit's extensive-form files (.efg, version 2), written as Gambit writes them: one line per node, in preorder."""

from __future__ import annotations

from collections.abc import Iterator

from galakit.formats.document import InformationSet, Outcome, TreeDocument
from galakit.rules.contract import CHANCE


def efg_lines(tree: TreeDocument) -> Iterator[str]:
    r"""The file, line by line.

    >>> from galakit.errors import Source
    >>> from galakit.formats.read_efg import read_efg
    >>> text = 'EFG 2 D "coin" {"a"} c "" 1 "" {"x" .25 "y" .75} 0 t "" 1 "win" {1.5} t "" 0'
    >>> print(*efg_lines(read_efg(Source("coin.efg", text))), sep="", end="")
    EFG 2 R "coin" { "a" }
    ""
    <BLANKLINE>
    c "" 1 "" { "x" 1/4 "y" 3/4 } 0
    t "" 1 "win" { 3/2 }
    t "" 0
    """
    yield header("EFG 2 R", tree.title, tree.players)
    yield f"{quoted(tree.comment)}\n\n"
    sets = [_information_set(s) for s in tree.information_sets]
    outcomes = [_outcome(o) for o in tree.outcomes]
    for label, information_set, outcome in tree.nodes:
        paid = outcomes[outcome] if outcome >= 0 else "0"
        if information_set < 0:
            yield f"t {quoted(label)} {paid}\n"
        else:
            kind, rest = sets[information_set]
            yield f"{kind} {quoted(label)} {rest} {paid}\n"


def header(kind: str, title: str, players: tuple[str, ...]) -> str:
    """The first line of a file."""
    return f"{kind} {quoted(title)} {{ {' '.join(quoted(name) for name in players)} }}\n"


def quoted(label: str) -> str:
    r"""A label as it stands in a file. A label cannot end in a backslash, which would escape the quotation mark.

    >>> print(quoted('say "no"'), quoted("ends in \\"))
    "say \"no\"" "ends in \ "
    """
    escaped = label.replace('"', '\\"')
    return f'"{escaped} "' if label.endswith("\\") else f'"{escaped}"'


def _information_set(s: InformationSet) -> tuple[str, str]:
    if s.player == CHANCE:
        moves = " ".join(f"{quoted(move)} {p}" for move, p in zip(s.moves, s.probabilities))
        return "c", f"{s.number} {quoted(s.label)} {{ {moves} }}"
    moves = " ".join(quoted(move) for move in s.moves)
    return "p", f"{s.player + 1} {s.number} {quoted(s.label)} {{ {moves} }}"


def _outcome(o: Outcome) -> str:
    return f"{o.number} {quoted(o.label)} {{ {', '.join(str(x) for x in o.payoffs)} }}"
