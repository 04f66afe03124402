"""A small interpreter of GDL-II, after its definition and nothing else: our Prolog answers what follows from the rules.

Joint moves are made one role after the other, nature first, and nobody perceives anything before the last; roles with
one legal move make it without being asked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

from galakit.lang.prolog.toplevel import Prolog
from galakit.rules.contract import CHANCE, END, Step


def to_prolog(text: str) -> str:
    """Clauses in prefix form as Prolog."""
    tokens = iter(re.findall(r"[()]|[^\s()]+", text))

    def read(token):
        if token != "(":
            return token
        items = []
        while (token := next(tokens)) != ")":
            items.append(read(token))
        return items

    def term(x):
        if isinstance(x, list):
            if x[0] == "not":
                return f"\\+ {term(x[1])}"
            if x[0] == "distinct":
                return f"{term(x[1])} \\== {term(x[2])}"
            return f"{x[0]}({', '.join(map(term, x[1:]))})"
        return x[1:].capitalize() if x.startswith("?") else x

    clauses = []
    for token in tokens:
        clause = read(token)
        if clause[0] == "<=":
            clauses.append(f"{term(clause[1])} :- {', '.join(map(term, clause[2:]))}.")
        else:
            clauses.append(f"{term(clause)}.")
    return "\n".join(clauses)


@dataclass(frozen=True)
class Position:
    """A state of the game and the moves of the roles that have moved already."""

    game: GdlRules
    facts: frozenset[str]
    made: tuple[str, ...] = ()

    @property
    def role(self):
        return self.game.roles[len(self.made)]

    @cached_property
    def terminal(self):
        return bool(self.game.ask(self.facts, (), "terminal"))

    @property
    def mover(self):
        return END if self.terminal else CHANCE if self.role == "random" else self.game.players.index(self.role)

    @cached_property
    def moves(self):
        return () if self.terminal else self.game.answers(self.facts, (), f"legal({self.role}, X)")

    @property
    def probabilities(self):
        return (Fraction(1, len(self.moves)),) * len(self.moves) if self.mover == CHANCE else None

    def after(self, index):
        return self.game.settled(Position(self.game, self.facts, (*self.made, self.moves[index])))


@dataclass(frozen=True)
class GdlRules:
    text: str
    name: str = "gdl"

    @cached_property
    def roles(self):
        found = Prolog(to_prolog(self.text)).ask("role(X)")
        return tuple(sorted((answer["X"] for answer in found), key=lambda role: role != "random"))

    @property
    def players(self):
        return tuple(r for r in self.roles if r != "random")

    def start(self):
        return self.settled(Position(self, frozenset(self.answers(frozenset(), (), "init(X)"))))

    def write(self, thing):
        return thing

    def settled(self, position):
        """Make joint moves that are complete, and moves of those who have no choice."""
        seen = ()
        while not position.terminal:
            facts, made = position.facts, position.made
            if len(made) == len(self.roles):
                for i, player in enumerate(self.players):
                    seen += tuple((i, q) for q in sorted(self.answers(facts, made, f"sees({player}, X)")))
                position = Position(self, frozenset(self.answers(facts, made, "next(X)")))
            elif len(position.moves) == 1:
                position = Position(self, facts, (*made, position.moves[0]))
            else:
                return Step(position, seen, (0,) * len(self.players))
        goals = [self.answers(position.facts, (), f"goal({player}, X)") for player in self.players]
        assert all(len(g) == 1 for g in goals), "a terminal state has one goal value for each player"
        return Step(position, seen, tuple(int(g[0]) for g in goals))

    def answers(self, facts, made, question):
        return tuple(dict.fromkeys(answer["X"] for answer in self.ask(facts, made, question)))

    @cache  # noqa: B019
    def ask(self, facts, made, question):
        """The answers in a state, with the moves made there."""
        # Nobody's fact and move, so that the predicates exist where there are none.
        state = ["true(nothing)", "does(nobody, nothing)", *(f"true({f})" for f in facts)]
        state += [f"does({role}, {move})" for role, move in zip(self.roles, made)]
        return Prolog(to_prolog(self.text) + "".join(f"\n{fact}." for fact in state)).ask(question)
