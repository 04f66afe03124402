"""A finite game tree as a description in GDL-II, in the prefix notation (Thielscher 2011, GDL-II is universal).

Everything particular to the tree is a table of facts; the rules below it are always the same. A play waits at a node
until its time has come (see `timing`), so that the number of turns reveals no more than the tree does, and the mover
then perceives the name of the information set. A chance move of probability p/q becomes p of q equally likely moves.
Goal values are the payoffs after subtracting the least and dividing by the largest number that leaves them whole; a
comment at the top says how to compute the payoffs from them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import gcd, lcm

from galakit.errors import GalakitError
from galakit.formats.document import InformationSet, TreeDocument
from galakit.formats.names import printable
from galakit.formats.timing import times_of
from galakit.formats.tree_rules import children_of
from galakit.rules.contract import CHANCE

MOST_COPIES = 10_000  # moves of nature at one node
LARGEST_GOAL = 1_000_000
RANDOM = "random"

RULES = """\

(<= (base ?state) (edge ?node ?role ?move ?state))
(<= (input ?role ?move) (edge ?node ?role ?move ?state))
(<= (input ?role noop) (role ?role))
(<= (percept ?role ?set) (known ?node ?role ?set))

(<= (legal ?role ?move) (true (at ?node)) (edge ?node ?role ?move ?state))
(<= (legal ?role noop) (role ?role) (not (to_move ?role)))
(<= (to_move ?role) (true (at ?node)) (edge ?node ?role ?move ?state))

(<= (follows ?state) (true (at ?node)) (does ?role ?move) (edge ?node ?role ?move ?state))
(<= (next ?state) (follows ?state))
(<= (sees ?role ?set) (follows (at ?node)) (known ?node ?role ?set))

(<= terminal (true (over ?outcome)))
(<= (goal ?role ?value) (true (over ?outcome)) (pays ?outcome ?role ?value))
"""
WAITING = """
(<= (base (at ?node)) (edge ?before ?role ?move (wait ?node ?k)))
(<= (follows (at ?node)) (true (wait ?node 1)))
"""
WAITING_LONGER = """
(<= (until ?k ?l) (succ ?k ?l))
(<= (until ?k ?l) (succ ?k ?m) (until ?m ?l))
(<= (base (wait ?node ?k)) (edge ?before ?role ?move (wait ?node ?l)) (until ?k ?l))
(<= (follows (wait ?node ?k)) (true (wait ?node ?l)) (succ ?k ?l))
"""


def gdl_lines(tree: TreeDocument) -> Iterator[str]:
    """The description, line by line; payoffs are paid at the terminal nodes of the tree.

    >>> from galakit.errors import Source
    >>> from galakit.formats.read_efg import read_efg
    >>> text = 'EFG 2 R "coin" { "a" } p "" 1 1 "" { "x" "y" } 0  t "" 1 "" { 3/2 }  t "" 2 "" { -1 }'
    >>> print(*list(gdl_lines(read_efg(Source("coin.efg", text))))[:8], sep="", end="")
    ; coin
    ;
    ; payoff = 5/2 * goal - 1
    <BLANKLINE>
    (role a)
    (init (at 0))
    (base (at 0))
    (edge 0 a x (over 1))
    (edge 0 a y (over 2))
    """
    times = times_of(tree)
    children = children_of(tree)
    roles = (*names(tree.players, taken=[RANDOM]), RANDOM)
    moves = [_moves(tree, s) for s in tree.information_sets]
    sets = _names_of_sets(tree)
    unit, least = _scale([x for outcome in tree.outcomes for x in outcome.payoffs])
    yield f"; {printable(tree.title)}\n;\n"
    if tree.comment:
        yield f"; {printable(tree.comment)}\n"
    yield f"; payoff = {_affine(unit, least)}\n"
    if any(p == 0 for s in tree.information_sets for p in s.probabilities):
        yield "; moves that nature never makes are left out\n"
    yield "\n"
    chance = any(s.player == CHANCE for s in tree.information_sets)
    for role in roles if chance else roles[:-1]:
        yield f"(role {role})\n"
    yield from (f"(init {_state(tree, times, -1, 0)})\n", f"(base {_state(tree, times, -1, 0)})\n")
    longest = 0
    for node, (_, at, _) in enumerate(tree.nodes):
        if at < 0:
            continue
        role = roles[tree.information_sets[at].player]
        for ways, child in zip(moves[at], children[node]):
            if tree.nodes[child].information_set >= 0:
                longest = max(longest, times[child] - times[node] - 1)
            for move in ways:
                yield f"(edge {node} {role} {move} {_state(tree, times, node, child)})\n"
        if role != RANDOM and node:
            yield f"(known {node} {role} {sets[at]})\n"
    for k in range(1, longest):
        yield f"(succ {k} {k + 1})\n"
    for outcome, (_, _, payoffs) in enumerate(tree.outcomes, 1):
        for role, payoff in zip(roles, payoffs):
            yield f"(pays {outcome} {role} {(payoff - least) / unit})\n"
    yield RULES
    if longest > 0:
        yield WAITING
    if longest > 1:
        yield WAITING_LONGER
    if chance:
        yield f"(goal {RANDOM} 0)\n"


def names(labels: Sequence[str], taken: Sequence[str] = ()) -> tuple[str, ...]:
    """Labels as names of GDL, which have no blanks or brackets and ignore case; no two are the same.

    >>> names(["card(3), bet", "Card(3); bet", "", "random"], taken=["random"])
    ('card_3_bet', 'Card_3_bet_2', '3', 'random_4')
    """
    found: list[str] = []
    used = {name.lower() for name in taken}
    for k, label in enumerate(labels, 1):
        name = re.sub(r"[^\w+\-./]+", "_", label).strip("_") or str(k)
        if name.lower() in used:
            name = f"{name}_{k}"
        while name.lower() in used:
            name += "_"
        used.add(name.lower())
        found.append(name)
    return tuple(found)


def _state(tree: TreeDocument, times: Sequence[int], before: int, node: int) -> str:
    """The state of a play after the move that leads to a node: at it, waiting before it, or at the end."""
    if tree.nodes[node].information_set < 0:
        return f"(over {tree.nodes[node].outcome + 1})"
    early = times[node] - times[before] - 1 if before >= 0 else 0
    return f"(wait {node} {early})" if early else f"(at {node})"


def _names_of_sets(tree: TreeDocument) -> list[str]:
    found = [""] * len(tree.information_sets)
    for player in range(len(tree.players)):
        own = [k for k, s in enumerate(tree.information_sets) if s.player == player]
        for k, name in zip(own, names([tree.information_sets[k].label for k in own])):
            found[k] = name
    return found


def _moves(tree: TreeDocument, s: InformationSet) -> list[tuple[str, ...]]:
    """The names of each move: one for a player's, as many as its probability needs where nature moves."""
    own = names(s.moves)
    if s.player != CHANCE:
        return [(name,) for name in own]
    whole = lcm(*(p.denominator for p in s.probabilities))
    if whole > MOST_COPIES:
        raise GalakitError(
            f"a move of chance in {printable(tree.title) or 'the game'} would need {whole:,} equally likely moves",
            notes=[f"its probabilities are {', '.join(str(p) for p in s.probabilities[:4])}"],
            hint=f"GDL-II has only equally likely moves of chance; use fractions of at most {MOST_COPIES:,}",
            id="GK947",
        )
    counts = [int(p * whole) for p in s.probabilities]
    return [(name,) if n == 1 else tuple(f"({name} {k})" for k in range(1, n + 1)) for name, n in zip(own, counts)]


def _scale(payoffs: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """The unit and the least payoff, so that all payoffs are whole multiples of the unit above it."""
    least = min(payoffs, default=Fraction(0))
    above = [x - least for x in payoffs]
    below = lcm(*(x.denominator for x in above))
    unit = Fraction(gcd(*(int(x * below) for x in above)), below) or Fraction(1)
    largest = int(max(above, default=Fraction(0)) / unit)
    if largest > LARGEST_GOAL:
        raise GalakitError(
            f"the payoffs would need goal values up to {largest:,}",
            hint=f"goal values are whole numbers, here up to {LARGEST_GOAL:,}: round the payoffs",
            id="GK948",
        )
    return unit, least


def _affine(unit: Fraction, least: Fraction) -> str:
    scaled = "goal" if unit == 1 else f"{unit} * goal"
    return scaled if least == 0 else f"{scaled} {'+' if least > 0 else '-'} {abs(least)}"
