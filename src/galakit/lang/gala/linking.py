"""Linking: which libraries a program needs, and how their predicates get into one database without getting mixed up.

A library is needed when the program uses it, declares an object of a kind it defines, or calls a public predicate of a
shipped library that is not defined elsewhere. In the database, predicates private to a library carry the library's name
(`cards:tally`); a public predicate has its plain name, unless the program (or a user's library) defines one of that
name: then all other code calls that one, and the library continues to call its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from galakit.lang.gala.libraries import (
    OBJECT,
    Key,
    Library,
    find,
    head_of,
    kinds_of,
    shipped,
    shipped_kinds,
    shipped_predicates,
)
from galakit.lang.gala.program import Program
from galakit.lang.prolog import Database
from galakit.lang.reader import read_term
from galakit.lang.syntax import Node, indicator, is_compound, to_term
from galakit.lang.terms import Symbol, Term, sym

# Predicates whose first argument is called with more arguments than are written.
HIGHER = {"call", "maplist", "foldl", "include", "exclude", "partition", "predsort", "chain", "checklist",
          "partition_profile", "detailed_partition", "count", "best"}  # fmt: skip


def needed(program: Program, database: Database, code: Iterable[Node] = ()) -> list[Library]:
    """The libraries of a program and of code handed to it; what is wrong with them is noted in the program."""
    libraries: dict[str, Library] = {}
    waiting = [(name, program.source) for name in program.libraries]
    own = {key for clause in program.clauses if (key := indicator(head_of(clause)))}
    own |= set(program.gameflows)
    texts = [c.node for c in program.clauses] + [flow.body for flow in program.gameflows.values()] + list(code)
    own_kinds = kinds_of(program.clauses)

    def take(library: Library) -> None:
        libraries[library.name] = library
        waiting.extend((used, library.source) for used in library.uses)
        if not library.shipped:
            texts.extend(c.node for c in library.clauses)
            own.update(library.defined)

    def follow() -> None:
        while waiting:
            name, source = waiting.pop(0)
            if name.value not in libraries:
                library, problems = find(name, source)
                program.problems.extend(problems)
                if library is not None:
                    take(library)

    follow()
    for kind in dict.fromkeys(kind for name, spec, _ in program.all_objects() for kind in candidates(name, spec)):
        if kind not in own_kinds and kind in shipped_kinds() and shipped_kinds()[kind] not in libraries:
            take(shipped(shipped_kinds()[kind]))
    follow()
    for key in sorted(_mentioned(texts)):
        if key not in own and not database.defined(sym(*key)) and shipped_predicates()[key] not in libraries:
            take(shipped(shipped_predicates()[key]))
    follow()
    return list(libraries.values())


def candidates(name: str, spec: Node) -> list[str]:
    """What kind an object `name : spec` may be of: `stock : deck(...)` is a deck, else the kind is the name."""
    return [spec.value, name] if spec.kind == "compound" and len(spec.args) == 1 else [name]


def _mentioned(texts: Iterable[Node]) -> set[Key]:
    """The public predicates of our libraries that are called by name somewhere in these texts."""
    known = shipped_predicates()
    found: set[Key] = set()
    closures: set[Key] = set()
    stack = list(texts)
    while stack:
        node = stack.pop()
        if node.kind == "compound":
            found.add((node.value, len(node.args)))
            if node.value in HIGHER and (key := indicator(node.args[0])):
                closures.add(key)
            stack.extend(node.args)
    partial = {key for key in known for name, arity in closures if key[0] == name and key[1] > arity}
    return (found & known.keys()) | partial


def link(database: Database, libraries: Iterable[Library], program: Program | None = None) -> None:
    """Add the clauses of the libraries to a database that the program's own clauses will join."""
    libraries = list(libraries)
    taken = {key for c in program.clauses if (key := indicator(head_of(c)))} if program else set()
    owner: dict[Key, Library] = {}
    hidden: dict[Key, str] = {}  # public predicates that something of the same name stands before
    for library in sorted(libraries, key=lambda library: library.shipped):
        for key in library.public:
            if key in taken or key in owner:
                if key not in taken and not library.shipped and program:
                    first = next(c for c in library.clauses if indicator(head_of(c)) == key)
                    message = f"`{key[0]}/{key[1]}` is public in the library `{owner[key].name}` too"
                    hint = "make one of them private: document the others with `%!` lines"
                    program.error(message, first.span, hint, id="GK124")
                hidden[key] = library.name
            else:
                owner[key] = library
    for library in libraries:
        own = dict.fromkeys(library.defined - library.public, library.name)
        own |= {key: library.name for key in library.public if owner.get(key) is not library}
        others = {key: name for key, name in hidden.items() if library.shipped and key not in library.defined}
        names = others | own
        terms = _terms(library, tuple(sorted(names.items())))
        for clause, term in zip(library.clauses, terms):
            symbol = sym(*(indicator(head_of(clause)) or OBJECT))
            if program and database.protected(symbol):
                problem = f"`{symbol.name}/{symbol.arity}` is built in and cannot be defined"
                program.error(problem, clause.span, "give it another name", id="GK118")
                continue
            database.add_clause(term, clause.span, library=library.shipped)


def bridge_orders(program: Program, database: Database) -> None:
    """Let `predsort(before, L, S)` sort by a predicate of two arguments too, as Koller & Pfeffer's programs do.

    Where the program defines only `before(X, Y)`, "X may stand before Y", the three-place order is made from it.
    """
    own = {key for c in program.clauses if (key := indicator(head_of(c)))}
    stack = [c.node for c in program.clauses] + [flow.body for flow in program.gameflows.values()]
    while stack:
        node = stack.pop()
        stack.extend(node.args)
        if not is_compound(node, "predsort", 3) or (key := indicator(node.args[0])) is None:
            continue
        name, extra = key
        if (name, extra + 2) in own and (name, extra + 3) not in own:
            own.add((name, extra + 3))
            given = ", ".join([*(f"A{i}" for i in range(extra)), ""])
            order = f"'{name}'({given}D, X, Y) :- ( '{name}'({given}X, Y) -> D = (<) ; D = (>) )"
            database.add_clause(to_term(read_term(order), {}), node.span)


def object_symbol(library: Library | None) -> Symbol:
    """The `object/4` of a library, or of the program itself."""
    return sym(f"{library.name}:object" if library else "object", OBJECT[1])


@lru_cache(maxsize=100)
def _terms(library: Library, names: tuple[tuple[Key, str], ...]) -> list[Term]:
    """The clauses of a library as terms; kept, because games that share libraries are loaded one after another."""
    return [_renamed(to_term(clause.node, {}), dict(names)) for clause in library.clauses]


def _renamed(term: Term, names: dict[Key, str]) -> Term:
    """The clause with calls of these predicates directed to the library named."""
    if not names:
        return term
    partial: dict[str, list[Key]] = {}
    for key in names:
        partial.setdefault(key[0], []).append(key)

    order: list[tuple[Term, bool]] = []
    stack = [(term, False)]
    while stack:
        t, closure = stack.pop()
        order.append((t, closure))
        if type(t) is tuple:
            higher = t[0].name in HIGHER
            stack.extend((x, higher and i == 0) for i, x in enumerate(t[1:]))
    # As in `to_term`: backwards, every compound finds its arguments ready. Nothing recurses, however long a list is.
    done: list[Term] = []
    for t, closure in reversed(order):
        symbol = t[0] if type(t) is tuple else t
        if type(symbol) is Symbol:
            owner = names.get((symbol.name, symbol.arity))
            if closure:
                owner = next((names[k] for k in partial.get(symbol.name, ()) if k[1] > symbol.arity), owner)
            if owner:
                symbol = sym(f"{owner}:{symbol.name}", symbol.arity)
        if type(t) is tuple:
            arity = len(t) - 1
            done[-arity:] = [(symbol, *done[-arity:])]
        else:
            done.append(symbol)
    return done[0]
