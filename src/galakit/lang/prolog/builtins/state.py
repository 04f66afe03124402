"""The state of the game as clauses see it: `gala_val/2` reads a Gala variable, `gala_set/2` sets one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galakit.lang.prolog.builtins.kinds import Entry
from galakit.lang.prolog.faults import LimitError, instantiation
from galakit.lang.prolog.keys import is_shallow, stored
from galakit.lang.prolog.walk import is_ground, resolve
from galakit.lang.terms import Term

if TYPE_CHECKING:
    from galakit.lang.prolog.database import Database


def table(db: Database) -> list[Entry]:
    machine = db.machine

    def gala_val(cell: Term, value: Term) -> bool:
        return machine.unify(value, db.get(cell))

    def gala_set(cell: Term, value: Term) -> bool:
        cell = resolve(cell)
        if not is_ground(cell):
            raise instantiation("gala_set/2")
        if not is_shallow(cell):
            raise LimitError("gala_set/2: the name of a Gala variable is nested too deeply")
        machine.assign(cell, stored(value))
        return True

    return [("gala_val", 2, gala_val), ("gala_set", 2, gala_set)]
