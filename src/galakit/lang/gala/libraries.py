"""Libraries: files of Prolog clauses that games share, ours (`galakit/lang/library`) or one beside the game.

A line `%! name(+A, -B): what it is` before the first clause makes a predicate public and documents it; the other
predicates are the library's own. A library without such a line is public as a whole. Clauses of `object/4` define kinds
of objects (see `objects`); `:- use(library(Name)).` takes in another library.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path

from galakit.errors import Diagnostic, GalakitError, Source
from galakit.lang.files import read_file
from galakit.lang.reader import read
from galakit.lang.shipped import clauses
from galakit.lang.syntax import Clause, Node, indicator, is_compound

PACKAGE = "galakit.lang.library"
OBJECT = ("object", 4)
Key = tuple[str, int]

_ENTRY = re.compile(r"^%! ([a-z]\w*)(?:\((.*?)\))?: (.*)$", re.MULTILINE)
_KIND = re.compile(r"^object\(([a-z]\w*),", re.MULTILINE)
_NAME = re.compile(r"[a-z][A-Za-z0-9_]*")


@dataclass(frozen=True)
class Entry:
    """A line of documentation: `head` as it is called, and what it does."""

    name: str
    arity: int
    head: str
    text: str
    library: str


@dataclass(frozen=True, eq=False)
class Library:
    """A library as read. `uses` are the names in its `:- use(library(Name)).` directives."""

    name: str
    source: Source
    clauses: tuple[Clause, ...]
    uses: tuple[Node, ...]
    shipped: bool

    @cached_property
    def defined(self) -> set[Key]:
        return {key for clause in self.clauses if (key := indicator(head_of(clause)))}

    @cached_property
    def public(self) -> set[Key]:
        documented = {(e.name, e.arity) for e in entries(self.name, self.source.text) if e.name != "object"}
        return (documented & self.defined if documented else self.defined) - {OBJECT}

    @cached_property
    def kinds(self) -> set[str]:
        return kinds_of(self.clauses)


def head_of(clause: Clause) -> Node:
    return clause.node.args[0] if is_compound(clause.node, ":-", 2) else clause.node


def kinds_of(clauses: tuple[Clause, ...] | list[Clause]) -> set[str]:
    """The kinds of objects these clauses of `object/4` define."""
    heads = [head_of(clause) for clause in clauses]
    return {h.args[0].value for h in heads if indicator(h) == OBJECT and h.args[0].kind == "atom"}


def entries(name: str, text: str) -> list[Entry]:
    """The documented predicates of a library's text, in its order.

    >>> entries("dice", "%! roll(-Roll): the faces shown.\\nroll([1]).")
    [Entry(name='roll', arity=1, head='roll(Roll)', text='the faces shown.', library='dice')]
    """
    found = []
    for functor, arguments, what in _ENTRY.findall(text):
        plain = re.sub(r"(^|[(,\s])[+?:-](?=[A-Z_])", r"\1", arguments)
        head = f"{functor}({plain})" if plain else functor
        found.append(Entry(functor, _count(plain), head, what, name))
    return found


def _count(arguments: str) -> int:
    depth, commas = 0, 0
    for c in arguments:
        depth += (c in "([") - (c in ")]")
        commas += c == "," and depth == 0
    return commas + 1 if arguments else 0


# -- our own libraries --------------------------------------------------------------------------------------------


@cache
def shipped_texts() -> dict[str, str]:
    """Our libraries, by name."""
    found = [p for p in files(PACKAGE).iterdir() if p.name.endswith(".pl")]
    return {p.name[:-3]: p.read_text(encoding="utf-8") for p in sorted(found, key=lambda p: p.name)}


@cache
def shipped_predicates() -> dict[Key, str]:
    """Which of our libraries has a public predicate."""
    return {
        (e.name, e.arity): name
        for name, text in shipped_texts().items()
        for e in entries(name, text)
        if e.name != "object"
    }


@cache
def shipped_kinds() -> dict[str, str]:
    """Which of our libraries defines a kind of object."""
    return {kind: name for name, text in shipped_texts().items() for kind in _KIND.findall(text)}


def documentation() -> list[Entry]:
    """Every documented predicate and object of our libraries."""
    return [entry for name, text in shipped_texts().items() for entry in entries(name, text)]


@cache
def shipped(name: str) -> Library:
    """One of our libraries; read once per process."""
    source = Source(f"library({name})", shipped_texts()[name])
    library, problems = _library(name, source, clauses(PACKAGE, f"{name}.pl", source), shipped=True)
    assert not problems, "\n".join(p.render() for p in problems)
    return library


# -- all libraries ------------------------------------------------------------------------------------------------


def find(name: Node, beside: Source) -> tuple[Library | None, list[Diagnostic]]:
    """The library of that name: ours, or the file `name.pl` in the folder of the text that uses it."""
    ours = ", ".join(shipped_texts())
    if name.kind != "atom" or not _NAME.fullmatch(name.value):
        hint = "a library's name is letters, digits and underscores: library(my_rules) is the file my_rules.pl"
        return None, [Diagnostic(f"`{name.text}` is not the name of a library", name.span, hint, id="GK113")]
    if name.value in shipped_texts():
        return shipped(name.value), []
    problem = f"there is no library `{name.name}`"
    close = difflib.get_close_matches(name.value, shipped_texts(), 1)
    hint = f"did you mean `{close[0]}`?" if close else f"our libraries are {ours}"
    if beside.folder is None:
        notes = ("a game that is not a file has no folder in which to look for a library of your own",)
        return None, [Diagnostic(problem, name.span, hint, notes, id="GK113")]
    path = Path(beside.folder) / f"{name.name}.pl"
    if not (path.exists() or path.is_symlink()):
        hint = f"{hint}; one of your own would be the file `{path}`"
        return None, [Diagnostic(problem, name.span, hint, id="GK113")]
    try:
        source = read_file(path, links=False)
        found, problems = read(source)
        library, more = _library(name.value, source, found, shipped=False)
        return library, [*problems, *more]
    except GalakitError as error:
        return None, [Diagnostic(d.message, name.span, d.hint, id=d.id) for d in error.diagnostics]


def _library(name: str, source: Source, found: Sequence[Clause], *, shipped: bool) -> tuple[Library, list[Diagnostic]]:
    problems: list[Diagnostic] = []
    uses, kept = [], []
    for clause in found:
        node = clause.node
        if is_compound(node, ":-", 1):
            used = used_library(node.args[0])
            if used is None:
                hint = "only `:- use(library(Name)).` is allowed here"
                problems.append(Diagnostic("unknown directive", node.span, hint, id="GK114"))
            else:
                uses.append(used)
        elif indicator(node) == ("game", 2):
            hint = "put the game into a .gala file"
            problems.append(Diagnostic("a library has no game", node.span, hint, id="GK125"))
        elif indicator(head_of(clause)) is None:
            hint = "write `name(Arguments) :- Body.`"
            problems.append(Diagnostic("a clause must begin with a name", head_of(clause).span, hint, id="GK115"))
        else:
            kept.append(clause)
    return Library(name, source, tuple(kept), tuple(uses), shipped), problems


def used_library(directive: Node) -> Node | None:
    """The name in `use(library(Name))`."""
    if is_compound(directive, "use", 1) and is_compound(directive.args[0], "library", 1):
        return directive.args[0].args[0]
    return None
