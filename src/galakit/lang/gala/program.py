"""A Gala program as data: its declarations, checked for shape, with the places they were read from.

`game(Name, [Declaration, ...])` plus Prolog clauses; each declaration is `Name : Definition` (Koller & Pfeffer
1997, section 3.5). Nothing is run here. Every problem that can be seen in the text is reported, several at once.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field

from galakit.errors import Diagnostic, GalakitError, Source, Span
from galakit.lang.gala.libraries import used_library
from galakit.lang.reader import read
from galakit.lang.syntax import Clause, Node, indicator, is_compound, list_items

SECTIONS = ("players", "params", "variables", "objects", "flow", "outcomes")


@dataclass(frozen=True)
class Gameflow:
    """A named piece of flow; `formals` are read as `$formal` in the body."""

    name: str
    formals: tuple[str, ...]
    body: Node
    span: Span


@dataclass
class Program:
    """What a game file says. `summary` is its first comment line."""

    source: Source
    name: str = ""
    summary: str = ""
    players: tuple[str, ...] = ()
    params: dict[str, Node | None] = field(default_factory=dict)
    variables: list[tuple[Node, Node | None]] = field(default_factory=list)
    objects: list[tuple[str, Node, Span]] = field(default_factory=list)
    outcomes: list[tuple[Node, Node]] = field(default_factory=list)
    gameflows: dict[tuple[str, int], Gameflow] = field(default_factory=dict)
    clauses: list[Clause] = field(default_factory=list)
    libraries: list[Node] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)

    def error(self, message: str, span: Span | None = None, hint: str | None = None) -> None:
        self.problems.append(Diagnostic(message, span, hint))

    def warn(self, message: str, span: Span | None = None, hint: str | None = None) -> None:
        self.problems.append(Diagnostic(message, span, hint, severity="warning"))

    def raise_errors(self) -> None:
        """Stop here if anything was wrong enough."""
        errors = [p for p in self.sorted_problems() if p.severity == "error"]
        if errors:
            raise GalakitError(errors)

    def sorted_problems(self) -> list[Diagnostic]:
        """Everything found, in the order of the text."""
        return sorted(self.problems, key=lambda p: p.span.start if p.span else 0)


def parse(source: Source) -> Program:
    """Read a game file. Problems are collected in the program, not raised."""
    program = Program(source, summary=_summary(source.text))
    clauses, problems = read(source)
    program.problems.extend(problems)
    games = [c for c in clauses if indicator(c.node) == ("game", 2)]
    for clause in clauses:
        if indicator(clause.node) == ("game", 2):
            continue
        if is_compound(clause.node, ":-", 1):
            _directive(program, clause.node.args[0])
        else:
            head = clause.node.args[0] if is_compound(clause.node, ":-", 2) else clause.node
            if indicator(head) is None:
                program.error("a clause must begin with a name", head.span, "write `name(Arguments) :- Body.`")
            else:
                program.clauses.append(clause)
    if not games:
        if not problems:
            program.error(
                "this file has no `game(Name, [Declarations]).`",
                Span(source, 0, min(len(source.text), 1)),
                "a Gala file starts with game(my_game, [players : [a, b], flow : ...]).",
            )
        return program
    for extra in games[1:]:
        program.error("a file can hold one game only", extra.span)
    _game(program, games[0].node)
    return program


def _summary(text: str) -> str:
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("%"):
            return line.lstrip("% ").rstrip()
        if line:
            break
    return ""


def _directive(program: Program, node: Node) -> None:
    used = used_library(node)
    if used is not None:
        program.libraries.append(used)
    else:
        program.error("unknown directive", node.span, "only `:- use(library(Name)).` is allowed here")


def _game(program: Program, node: Node) -> None:
    name, declarations = node.args
    if name.kind == "atom":
        program.name = name.value
    else:
        program.error("the game's name must be an atom", name.span, "write it in lower case: game(poker, [...])")
    items = list_items(declarations)
    if items is None:
        program.error("the declarations must be a list", declarations.span, "game(Name, [Name : Definition, ...])")
        return
    seen: dict[str, Node] = {}
    for item in items:
        if is_compound(item, "phase", 2):
            program.error("phases are not supported yet", item.span, "write the phase as a gameflow: `name : ...`")
            continue
        if not is_compound(item, ":", 2):
            program.error("expected a declaration `Name : Definition`", item.span)
            continue
        head, body = item.args
        if head.kind == "atom" and head.value in SECTIONS:
            if head.value in seen:
                program.error(f"`{head.value}` is declared twice", head.span)
                continue
            seen[head.value] = item
            if head.value == "flow":
                program.gameflows["flow", 0] = Gameflow("flow", (), body, head.span)
            else:
                _READERS[head.value](program, body)
        else:
            _gameflow(program, head, body)
    if "players" not in seen:
        program.error("the game has no `players`", name.span, "add players : [first, second]")
    if "flow" not in seen:
        close = difflib.get_close_matches("flow", [k[0] for k in program.gameflows], 1)
        hint = f"did you mean `flow` instead of `{close[0]}`?" if close else "add flow : (Statement, Statement, ...)"
        program.error("the game has no `flow`", name.span, hint)


def _gameflow(program: Program, head: Node, body: Node) -> None:
    key = indicator(head)
    if key is None:
        program.error("a declaration needs a name", head.span, "write `name : Gameflow` or `name(formal) : Gameflow`")
        return
    formals = []
    for formal in head.args:
        if formal.kind != "atom":
            hint = (
                f"write {formal.text.lower()!r} and read it as `${formal.text.lower()}`"
                if formal.kind == "var"
                else None
            )
            program.error("formal parameters are lower-case names", formal.span, hint)
            return
        formals.append(formal.value)
    if key in program.gameflows:
        program.error(f"`{key[0]}/{key[1]}` is declared twice", head.span)
        return
    if len(set(formals)) < len(formals):
        program.error("two formal parameters have the same name", head.span)
        return
    program.gameflows[key] = Gameflow(key[0], tuple(formals), body, head.span)


def _players(program: Program, node: Node) -> None:
    items = list_items(node)
    if not items or any(i.kind != "atom" for i in items):
        program.error("players must be a list of names", node.span, "players : [dealer, gambler]")
        return
    names = tuple(i.value for i in items)
    for item in items:
        if item.value in ("nature", "all"):
            program.error(f"`{item.value}` cannot be a player's name", item.span)
        elif names.count(item.value) > 1:
            program.error(f"two players are called `{item.value}`", item.span)
            break
    program.players = names


def _params(program: Program, node: Node) -> None:
    for item in _items(program, node, "params"):
        name, default = item.args if is_compound(item, "=", 2) else (item, None)
        if name.kind != "atom":
            program.error("a parameter is `name` or `name = Default`", item.span)
        elif name.value in program.params:
            program.error(f"the parameter `{name.value}` is declared twice", name.span)
        else:
            program.params[name.value] = default


def _variables(program: Program, node: Node) -> None:
    for item in _items(program, node, "variables"):
        name, value = item.args if is_compound(item, "=", 2) else (item, None)
        if indicator(name) is None:
            program.error("a variable is `name`, `name = Value` or `name(index) = Value`", item.span)
        else:
            program.variables.append((name, value))


def _objects(program: Program, node: Node) -> None:
    for item in _items(program, node, "objects"):
        if not is_compound(item, ":", 2) or item.args[0].kind != "atom":
            program.error("an object is `name : Specification`", item.span, "deck : $suits * $ranks")
        else:
            program.objects.append((item.args[0].value, item.args[1], item.span))


def _outcomes(program: Program, node: Node) -> None:
    for item in _items(program, node, "outcomes"):
        if not is_compound(item, ":", 2):
            program.error("an outcome is `Term : [Payoffs]`", item.span, "draw : [0, 0]")
        else:
            program.outcomes.append((item.args[0], item.args[1]))


def _items(program: Program, node: Node, section: str) -> list[Node]:
    items = list_items(node)
    if items is None:
        # `params : a = 1` instead of a list of one is understood, and so is (a, b).
        if node.kind == "compound" and node.value in ("=", ",", ":"):
            program.error(f"{section} must be a list", node.span, f"{section} : [{node.text}]")
            return []
        program.error(f"{section} must be a list", node.span, f"{section} : [...]")
        return []
    return items


_READERS = {
    "players": _players,
    "params": _params,
    "variables": _variables,
    "objects": _objects,
    "outcomes": _outcomes,
}
