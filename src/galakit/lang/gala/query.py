"""A goal of the flow: run on the slots of a frame, answered from a table where it can be.

A goal that reads no Gala variable gives the same answer for the same arguments, so the flow asks each such question
once: in a deal of 127 cards `strength(Hand, S)` is asked 32,004 times but has 127 answers. A table that does not
pay is dropped.
"""

from __future__ import annotations

from typing import Any

from galakit.lang.gala.scope import Env
from galakit.lang.prolog import Database
from galakit.lang.prolog.machine import Pending
from galakit.lang.prolog.memo import impure_names, symbols_of
from galakit.lang.prolog.walk import is_ground, settle
from galakit.lang.terms import Term, Var

TRIAL = 256
LIMIT = 1_000_000
COMPILED = ("code", "forbidden", "in_place", "once", "table")  # what a query has once its goal is compiled


class Query:
    """A goal over slots, with the variables that stand for them. It is compiled when Python is to answer it."""

    __slots__ = (
        "code", "database", "forbidden", "goal", "hits", "in_place", "machine", "misses", "once", "pure", "slots",
        "table", "variables",
    )  # fmt: skip

    def __init__(
        self, database: Database, goal: Term, variables: tuple[Var, ...], slots: tuple[int, ...], pure: bool
    ) -> None:
        self.database = database
        self.goal = goal
        self.variables = variables
        self.slots = slots
        self.pure = pure
        self.machine = database.machine
        self.hits = self.misses = 0

    def __getattr__(self, name: str) -> Any:
        """What is known once the goal is compiled: most goals are asked of the abstract machine alone."""
        if name not in COMPILED:
            raise AttributeError(name)
        self.code = self.database.compile_goal(self.goal, self.variables)
        self.in_place = self.code in self.database.in_place
        self.once = self.machine.holds if self.in_place else self.machine.once
        self.table: dict[tuple[Any, ...], Any] | None = {} if self.pure and not self.in_place and self.slots else None
        self.forbidden = impure_names(self.database)
        return getattr(self, name)

    def holds(self, env: Env) -> bool:
        """Whether the goal succeeds; its bindings are then in the frame."""
        table = self.table
        if table is None:
            return self.run(env)
        key = tuple([env[slot] for slot in self.slots])
        for value in key:
            if type(value) is Var:  # open or large: see `settle`
                return self.run(env)
        answer = table.get(key)
        if answer is None:
            return self.learn(env, key, table)
        self.hits += 1
        if answer is False:
            return False
        for slot, value in answer:
            env[slot] = value
        return True

    def run(self, env: Env) -> bool:
        opened = [slot for slot in self.slots if env[slot] is None]
        if not self.once(self.code, arguments(env, self.slots)):
            for slot in opened:
                env[slot] = None
            return False
        still_open = False
        for slot in opened:
            value = env[slot] = settle(env[slot])
            still_open |= type(value) is Var
        if still_open:
            self.forget(env, opened)
        return True

    def forget(self, env: Env, opened: list[int]) -> None:
        """A slot whose variable is as unbound as before, and in no other term, is empty again: states stay plain."""
        values = [env[slot] for slot in self.slots if type(env[slot]) is Var]
        bare = all(type(v) is Var and v.ref is None for v in values) and len(set(map(id, values))) == len(values)
        # `gala_set` may have kept the variable, too.
        if bare and all(type(v) is Pending or is_ground(v) for v in self.machine.store.values()):
            for slot in opened:
                if type(env[slot]) is Var:
                    env[slot] = None

    def learn(self, env: Env, key: tuple[Any, ...], table: dict[tuple[Any, ...], Any]) -> bool:
        if any(s.name in self.forbidden for value in key for s in symbols_of(value)):
            return self.run(env)  # an argument names a predicate that reads the state: the goal may call it
        self.misses += 1
        if (self.misses > TRIAL and self.hits < self.misses) or len(table) > LIMIT:
            self.table = None
        open_slots = [slot for slot, value in zip(self.slots, key) if value is None]
        if not self.run(env):
            table[key] = False
            return False
        answer: list[tuple[int, Term | None]] = [(slot, env[slot]) for slot in open_slots]
        if all(type(value) is not Var for _, value in answer):
            table[key] = answer
        return True


def arguments(env: Env, slots: tuple[int, ...]) -> tuple[Term, ...]:
    """The values of the slots; a slot without one gets a new variable."""
    values = []
    for slot in slots:
        value = env[slot]
        if value is None:
            value = env[slot] = Var()
        values.append(value)
    return tuple(values)
