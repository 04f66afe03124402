"""Games as Gambit's files: one read from such a file keeps its labels, any other is written from its tree.

Payoffs and probabilities are exact. Floats of inexact rules are written as the fractions they are, and those of one
chance move divided by their sum, because Gambit insists on a sum of exactly 1. Gambit's labels are printable ASCII with
single blanks, and those of a player's information sets differ; so do the labels made here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from galakit.disk import write_whole
from galakit.errors import GalakitError
from galakit.formats.document import InformationSet, Node, Outcome, TableDocument, TreeDocument
from galakit.formats.tree_rules import TreeRules
from galakit.formats.write_efg import efg_lines
from galakit.formats.write_gdl import gdl_lines
from galakit.formats.write_nfg import nfg_lines
from galakit.game.automaton import Automaton
from galakit.game.game import Game
from galakit.game.tree import Tree
from galakit.rules.contract import CHANCE, END
from galakit.solution.facts import phrase

BLOCK = 1 << 16


def lines_of(game: Game, kind: str) -> Iterator[str]:
    """A game as the lines of an `efg` or `nfg` file, or of a description in `gdl2`.

    >>> import galakit as gk
    >>> print(*lines_of(gk.load("matching_pennies"), "efg"), sep="", end="")
    EFG 2 R "matching_pennies" { "even" "odd" }
    ""
    <BLANKLINE>
    p "" 1 1 "nothing yet" { "heads" "tails" } 0
    p "" 2 1 "nothing yet" { "heads" "tails" } 0
    t "" 1 "" { 1, -1 }
    t "" 2 "" { -1, 1 }
    p "" 2 1 "nothing yet" { "heads" "tails" } 0
    t "" 2 "" { -1, 1 }
    t "" 1 "" { 1, -1 }
    """
    rules = game.rules
    if kind == "nfg":
        read = rules.document if isinstance(rules, TreeRules) else None
        return nfg_lines(read if isinstance(read, TableDocument) else table_of(game))
    if kind == "gdl2":
        if not game.form.perfect_recall:
            raise GalakitError(
                "a game in which a player forgets cannot be written in GDL-II: its players have perfect recall",
                hint="write it as efg",
                id="GK949",
            )
        return gdl_lines(tree_of(game))
    return efg_lines(rules.tree if isinstance(rules, TreeRules) else tree_of(game))


def write_game(game: Game, path: str | Path, kind: str) -> None:
    """Write a game to a file of that kind; a failure leaves no incomplete file."""
    lines = lines_of(game, kind)
    first = next(lines)  # errors of the game are raised before any file is touched

    def write(temporary: Path) -> None:
        with temporary.open("w", encoding="utf-8") as out:
            out.write(first)
            out.writelines(lines)

    write_whole(path, write)


def tree_of(game: Game) -> TreeDocument:
    """The unfolded tree. Set k of player p is the k-th of `form.sets_of(p)`, counted from 1."""
    form, tree, size = game.unfolded
    if tree is None:
        raise GalakitError(f"the tree of {size.nodes:,} nodes is too large to be written as a file", id="GK801")
    automaton = tree.automaton
    sets: list[InformationSet] = []
    outcomes: list[Outcome] = []
    index: dict[int, int] = {}  # information set -> index among those written
    paid: dict[int, Node] = {}
    inner: dict[int, Node] = {}
    choices: dict[int, tuple[tuple[str, ...], tuple[Fraction, ...]]] = {}
    numbers = [0] * len(game.players)
    used: set[tuple[int, str]] = set()
    nodes: list[Node] = []
    chance = 0
    for state, information_set, payoff in _rows(tree):
        mover = int(automaton.mover[state])
        if mover == END:
            if payoff not in paid:
                paid[payoff] = Node("", -1, len(outcomes))
                outcomes.append(Outcome(len(outcomes) + 1, "", tuple(Fraction(x) for x in tree.payoffs[payoff])))
            nodes.append(paid[payoff])
            continue
        if state not in choices:
            choices[state] = _choice(automaton, state)
        moves, probabilities = choices[state]
        if mover == CHANCE:  # each node of chance has its own set
            chance += 1
            nodes.append(Node("", len(sets), -1))
            sets.append(InformationSet(CHANCE, chance, "", moves, probabilities))
            continue
        if information_set not in index:
            index[information_set] = len(sets)
            inner[information_set] = Node("", len(sets), -1)
            numbers[mover] += 1
            label = plain(phrase(form.facts(information_set)))
            if (mover, label) in used:
                label = f"{label} [{numbers[mover]}]"
            used.add((mover, label))
            sets.append(InformationSet(mover, numbers[mover], label, moves))
        nodes.append(inner[information_set])
    return TreeDocument(
        title=plain(game.name),
        comment=plain(" ".join(f"{name}={value}" for name, value in game.params.items())),
        players=tuple(plain(name) for name in game.players),
        information_sets=tuple(sets),
        outcomes=tuple(outcomes),
        nodes=nodes,
    )


def table_of(game: Game) -> TableDocument:
    """The reduced normal form."""
    if not game.form.perfect_recall:
        raise GalakitError("the normal form of a game in which a player forgets cannot be written", id="GK801")
    reduced = game.normal_form()
    # The first player's strategy changes fastest: Fortran's order.
    columns = [[Fraction(x, d) for x in table.flatten(order="F").tolist()] for table, d in reduced.tables]
    outcomes = tuple(Outcome(k, "", payoffs) for k, payoffs in enumerate(zip(*columns), 1))
    return TableDocument(
        title=plain(game.name),
        comment=plain(" ".join(f"{name}={value}" for name, value in game.params.items())),
        players=tuple(plain(name) for name in game.players),
        strategies=tuple(_different(names) for names in reduced.names),
        outcomes=outcomes,
        profiles=tuple(range(1, len(outcomes) + 1)),
        by_outcomes=False,
    )


def _rows(tree: Tree) -> Iterator[tuple[int, int, int]]:
    """State, information set and payoff of each node; in blocks, to save memory."""
    for begin in range(0, tree.nodes, BLOCK):
        block = slice(begin, begin + BLOCK)
        yield from zip(tree.state[block].tolist(), tree.information_set[block].tolist(), tree.payoff[block].tolist())


def _choice(automaton: Automaton, state: int) -> tuple[tuple[str, ...], tuple[Fraction, ...]]:
    """The moves of a state, and their probabilities if they are chance's."""
    edges = slice(int(automaton.first[state]), int(automaton.first[state + 1]))
    moves = _different(tuple(automaton.moves[m] for m in automaton.move[edges].tolist()))
    if automaton.mover[state] != CHANCE:
        return moves, ()
    chances = [Fraction(automaton.probabilities[p]) for p in automaton.probability[edges].tolist()]
    total = sum(chances)
    return moves, tuple(p / total for p in chances)


def _different(texts: tuple[str, ...]) -> tuple[str, ...]:
    labels = tuple(plain(text) for text in texts)
    if len(set(labels)) < len(labels):  # texts that differ only in what a label cannot hold
        labels = tuple(f"{label} ({k})" for k, label in enumerate(labels, 1))
    return labels


def plain(text: str) -> str:
    r"""A label as Gambit allows it: printable ASCII, single blanks.

    Gambit has no way to write a backslash before a quotation mark or at the end, so it becomes a slash there.

    >>> print(plain("a\n b"), plain("α"), plain('\\"'))
    a b \u03b1 /"
    """
    flat = " ".join(text.split()).encode("ascii", "backslashreplace").decode()
    flat = "".join(c if c.isprintable() else "?" for c in flat)
    return re.sub(r'\\+(?="|$)', lambda m: "/" * len(m.group()), flat)
