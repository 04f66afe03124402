"""Gambit's extensive-form files (.efg, version 2), written from the tree, node by node in preorder.

Payoffs and probabilities are exact. Floats of inexact rules are written as the fractions they are, and those of one
chance move divided by their sum, because Gambit insists on a sum of exactly 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np

from galakit.disk import write_whole
from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.rules.contract import CHANCE, END, Number
from galakit.solution.facts import phrase


def write_efg(game: Game, path: str | Path) -> None:
    """Write a game's tree; the file is complete or not there."""
    lines = efg_lines(game)
    first = next(lines)  # what is wrong with the game shows before any file is touched

    def write(temporary: Path) -> None:
        with temporary.open("w", encoding="utf-8") as out:
            out.write(first)
            out.writelines(lines)

    write_whole(path, write)


def efg_lines(game: Game) -> Iterator[str]:
    """The file, line by line.

    >>> import galakit as gk
    >>> print(*efg_lines(gk.load("matching_pennies")), sep="", end="")
    EFG 2 R "matching_pennies" { "even" "odd" }
    ""
    <BLANKLINE>
    p "" 1 1 "nothing yet" { "heads" "tails" } 0
    p "" 2 1 "nothing yet" { "heads" "tails" } 0
    t "" 1 "" { 1, -1 }
    t "" 2 "" { -1, 1 }
    p "" 2 1 0
    t "" 2 "" { -1, 1 }
    t "" 1 "" { 1, -1 }
    """
    form, tree, size = game.unfolded
    if tree is None:
        raise GalakitError(
            f"the tree of {size.nodes:,} nodes is too large to be written as a file",
            hint="choose smaller parameters",
            id="GK603",
        )
    automaton = tree.automaton
    players = " ".join(quoted(name) for name in game.players)
    params = " ".join(f"{name}={value}" for name, value in game.params.items())
    yield f"EFG 2 R {quoted(game.name)} {{ {players} }}\n{quoted(params)}\n\n"

    # Gambit numbers information sets per player from 1; chance's need one number per node, as they share nothing.
    number = np.zeros(form.information_sets, np.int64)
    for player in range(len(game.players)):
        own = form.sets_of(player)
        number[own] = np.arange(1, len(own) + 1)
    moves_of: dict[int, str] = {}
    opened: set[int] = set()
    outcome: dict[int, int] = {}
    chance = 0
    # In blocks: a list of all nodes as Python integers would be larger than the table.
    for begin in range(0, tree.nodes, 1 << 16):
        block = slice(begin, begin + (1 << 16))
        for state, information_set, payoff in zip(
            tree.state[block].tolist(), tree.information_set[block].tolist(), tree.payoff[block].tolist()
        ):
            mover = int(automaton.mover[state])
            if mover == END:
                index = outcome.setdefault(payoff, len(outcome) + 1)
                amounts = ", ".join(_amount(x) for x in tree.payoffs[payoff])
                yield f't "" {index} "" {{ {amounts} }}\n'
                continue
            moves = moves_of.get(state)
            if moves is None:
                moves = moves_of[state] = _moves(game, state)
            if mover == CHANCE:
                chance += 1
                yield f'c "" {chance} "" {{ {moves} }} 0\n'
            elif information_set in opened:
                yield f'p "" {mover + 1} {number[information_set]} 0\n'
            else:
                opened.add(information_set)
                label = quoted(phrase(form.facts(information_set)))
                yield f'p "" {mover + 1} {number[information_set]} {label} {{ {moves} }} 0\n'


def _moves(game: Game, state: int) -> str:
    automaton = game.automaton
    edges = range(int(automaton.first[state]), int(automaton.first[state + 1]))
    labels = [quoted(automaton.moves[int(automaton.move[e])]) for e in edges]
    if len(set(labels)) < len(labels):  # texts that differ only in what a label cannot hold
        labels = [quoted(f"{label[1:-1]} ({k})") for k, label in enumerate(labels, 1)]
    if automaton.mover[state] != CHANCE:
        return " ".join(labels)
    probabilities = [Fraction(automaton.probabilities[int(automaton.probability[e])]) for e in edges]
    total = sum(probabilities)
    return " ".join(f"{label} {p / total}" for label, p in zip(labels, probabilities))


def _amount(x: Number) -> str:
    return str(Fraction(x))


def quoted(text: str) -> str:
    r"""A label as Gambit reads it: printable ASCII, single blanks; quotation marks escaped.

    Gambit has no way to write a backslash before a quotation mark, so it becomes a slash there.

    >>> print(quoted('say "no"'), quoted("a\n b"), quoted("α"))
    "say \"no\"" "a b" "\u03b1"
    """
    flat = " ".join(text.split()).encode("ascii", "backslashreplace").decode()
    flat = "".join(c if c.isprintable() else "?" for c in flat)
    return '"' + re.sub(r'\\+(?="|$)', lambda m: "/" * len(m.group()), flat).replace('"', '\\"') + '"'
