"""A Prolog with libraries linked in, as a game has it."""

from __future__ import annotations

from galakit.errors import Source
from galakit.lang.gala.declarations import parse
from galakit.lang.gala.linking import link, needed
from galakit.lang.gala.natives import install
from galakit.lang.gala.objects import Objects
from galakit.lang.prolog import Prolog
from galakit.lang.syntax import to_term


def with_libraries(*names: str, objects: str = "", clauses: str = "") -> Prolog:
    """A Prolog to ask; its store holds the Gala variables of the objects."""
    uses = " ".join(f":- use(library({name}))." for name in names)
    program = parse(Source("<test>", f"{uses} game(g, [players : [a], objects : [{objects}], flow : end]). {clauses}"))
    prolog = Prolog(clauses)
    install(prolog.database)
    libraries = needed(program, prolog.database)
    link(prolog.database, libraries, program)
    made = Objects(program, prolog.database, libraries)
    made.make(lambda node: to_term(node, {}))
    program.raise_errors()
    prolog.database.machine.store = dict(made.cells)
    return prolog
