"""Random trees as documents: few players, chance, outcomes on the way, information sets with or without perfect recall."""

from __future__ import annotations

import random
from fractions import Fraction

from galakit.formats.document import InformationSet, Node, Outcome, TableDocument, TreeDocument
from galakit.rules.contract import CHANCE

LABELS = ["", "a", "b", "go left", 'say "no"', "(1,2)", "x, y"]


def random_tree(
    seed: int,
    *,
    players: int | None = None,
    recall: bool = True,
    depth: int = 3,
    zero_sum: bool = False,
    twice: bool = True,
):
    """A tree of up to `depth` moves; nodes of a player with the same moves are often in one information set.

    Without recall a play may meet a set twice, unless that is forbidden.
    """
    r = random.Random(seed)
    n = r.choice([1, 2, 2, 2, 3]) if players is None else players
    sets: list[InformationSet] = []
    keys: list[tuple] = []  # what the nodes of each set must have in common
    outcomes: list[Outcome] = []
    nodes: list[Node] = []

    def outcome() -> int:
        if outcomes and r.random() < 0.2:
            return r.randrange(len(outcomes))
        payoffs = [Fraction(r.randint(-6, 6), r.choice([1, 1, 1, 2, 3])) for _ in range(n)]
        if zero_sum:
            payoffs[-1] = -sum(payoffs[:-1], Fraction(0))
        outcomes.append(Outcome(len(outcomes) + 1, "", tuple(payoffs)))
        return len(outcomes) - 1

    def grow(left: int, last: tuple, above: frozenset[int]) -> None:
        if left == 0 or (left < depth and r.random() < 0.15):
            nodes.append(Node("", -1, outcome()))
            return
        mover = r.choice([CHANCE, *range(n), *range(n)])
        moves = r.choice([1, 2, 2, 2, 3])
        key = (mover, moves, last[mover] if recall and mover >= 0 else None)
        known = [
            i for i, k in enumerate(keys) if k == key and mover >= 0 and not ((recall or not twice) and i in above)
        ]
        if known and r.random() < 0.6:
            at = r.choice(known)
        else:
            at = len(sets)
            keys.append(key)
            weights = [r.randint(1, 4) for _ in range(moves)]
            chances = tuple(Fraction(w, sum(weights)) for w in weights) if mover == CHANCE else ()
            number = 1 + sum(s.player == mover for s in sets)
            sets.append(InformationSet(mover, number, "", tuple(f"m{k}" for k in range(moves)), chances))
        nodes.append(Node("", at, outcome() if r.random() < 0.1 else -1))
        for k in range(moves):
            after = last if mover < 0 else (*last[:mover], (at, k), *last[mover + 1 :])
            grow(left - 1, after, above | {at})

    grow(depth, ((-1, -1),) * n, frozenset())
    return TreeDocument(f"tree {seed}", "", tuple(f"P{k}" for k in range(n)), tuple(sets), tuple(outcomes), nodes)


def relabelled(document: TreeDocument, seed: int) -> TreeDocument:
    """The same tree with labels of every kind, repeated and empty ones included."""
    r = random.Random(seed)
    return TreeDocument(
        r.choice(LABELS),
        r.choice([*LABELS, "two\nlines"]),
        tuple(r.choice(LABELS) for _ in document.players),
        tuple(
            s._replace(label=r.choice(LABELS), moves=tuple(r.choice(LABELS) for _ in s.moves))
            for s in document.information_sets
        ),
        tuple(o._replace(label=r.choice(LABELS)) for o in document.outcomes),
        [node._replace(label=r.choice(LABELS)) for node in document.nodes],
    )


def random_table(seed: int) -> TableDocument:
    r = random.Random(seed)
    n = r.randint(1, 3)
    strategies = tuple(tuple(f"s{k}" for k in range(r.randint(1, 3))) for _ in range(n))
    many = 1
    for own in strategies:
        many *= len(own)
    by_outcomes = r.random() < 0.5
    count = r.randint(1, 4) if by_outcomes else many
    outcomes = tuple(
        Outcome(k, r.choice(LABELS) if by_outcomes else "", tuple(Fraction(r.randint(-9, 9), 2) for _ in range(n)))
        for k in range(1, count + 1)
    )
    profiles = tuple(r.randint(0, count) if by_outcomes else k for k in range(1, many + 1))
    return TableDocument("table", "", tuple(f"P{k}" for k in range(n)), strategies, outcomes, profiles, by_outcomes)
