"""A Gala program as data: its declarations, checked for shape, with the places they were read from.

`game(Name, [Declaration, ...])` plus Prolog clauses; each declaration is `Name : Definition` (Koller & Pfeffer
1997, section 3.5). Nothing is run here. Every problem that can be seen in the text is reported, several at once.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field

from galakit.errors import Diagnostic, GalakitError, Label, Source, Span
from galakit.lang.reader import read
from galakit.lang.syntax import Clause, Node, indicator, is_compound, list_items

SECTIONS = ("players", "params", "variables", "objects", "flow", "outcomes")
LIBRARIES = ("combinations", "cards")
OBJECTS = ("deck", "money")


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
    node: Node | None = None
    """the whole `game(Name, [...])`"""
    name: str = ""
    summary: str = ""
    players: tuple[str, ...] = ()
    params: dict[str, Node | None] = field(default_factory=dict)
    variables: list[tuple[Node, Node | None]] = field(default_factory=list)
    objects: list[tuple[str, Node, Span]] = field(default_factory=list)
    outcomes: list[tuple[Node, Node]] = field(default_factory=list)
    gameflows: dict[tuple[str, int], Gameflow] = field(default_factory=dict)
    clauses: list[Clause] = field(default_factory=list)
    libraries: list[str] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)

    def error(
        self,
        message: str,
        span: Span | None = None,
        hint: str | None = None,
        *,
        id: str = "",
        first: Span | None = None,
    ) -> None:
        """Note an error; `first` is where the same thing was declared before."""
        labels = (Label(first, "first declared here"),) if first is not None else ()
        self.problems.append(Diagnostic(message, span, hint, id=id, labels=labels))

    def warn(self, message: str, span: Span | None = None, hint: str | None = None, *, id: str = "") -> None:
        self.problems.append(Diagnostic(message, span, hint, severity="warning", id=id))

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
                program.error(
                    "a clause must begin with a name", head.span, "write `name(Arguments) :- Body.`", id="GK115"
                )
            else:
                program.clauses.append(clause)
    if not games:
        if not problems:
            program.error(
                "this file has no `game(Name, [Declarations]).`",
                Span(source, 0, min(len(source.text), 1)),
                "a Gala file starts with game(my_game, [players : [a, b], flow : ...]).",
                id="GK101",
            )
        return program
    for extra in games[1:]:
        hint = "put the other one into a file of its own"
        program.error("a file can hold one game only", extra.span, hint, id="GK102", first=games[0].span)
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
    if is_compound(node, "use", 1) and is_compound(node.args[0], "library", 1):
        name = node.args[0].args[0]
        if name.kind == "atom" and name.value in LIBRARIES:
            program.libraries.append(name.value)
        else:
            program.error(
                f"there is no library `{name.brief}`",
                name.span,
                f"the libraries are {', '.join(LIBRARIES)}",
                id="GK113",
            )
    else:
        program.error("unknown directive", node.span, "the only directive is `:- use(library(Name)).`", id="GK114")


def _game(program: Program, node: Node) -> None:
    program.node = node
    name, declarations = node.args
    if name.kind == "atom":
        program.name = name.value
    else:
        program.error("the game needs a name", name.span, "write it in lower case: game(poker, [...])", id="GK103")
    items = list_items(declarations)
    if items is None:
        program.error(
            "the declarations must be a list",
            declarations.span,
            "write game(Name, [Name : Definition, ...])",
            id="GK104",
        )
        return
    seen: dict[str, Node] = {}
    for item in items:
        if is_compound(item, "phase", 2):
            program.error(
                "phases are not supported yet", item.span, "write the phase as a gameflow: `name : ...`", id="GK105"
            )
            continue
        if not is_compound(item, ":", 2):
            program.error("this is not a declaration", item.span, _as_declaration(item), id="GK105")
            continue
        head, body = item.args
        if head.kind == "atom" and head.value in SECTIONS:
            if head.value in seen:
                problem = f"`{head.value}` is declared twice"
                program.error(problem, head.span, "join the two", id="GK106", first=seen[head.value].args[0].span)
                continue
            seen[head.value] = item
            if head.value == "flow":
                program.gameflows["flow", 0] = Gameflow("flow", (), body, head.span)
            else:
                _READERS[head.value](program, body)
        else:
            _gameflow(program, head, body)
    tried = [str(i.args[0].value) for i in items if i.args and (i.value != ":" or list_items(i.args[-1]) is not None)]
    if "players" not in seen and not difflib.get_close_matches("players", tried, 1):
        program.error("the game has no `players`", name.span, "add players : [first, second]", id="GK107")
    if "flow" not in seen and not difflib.get_close_matches("flow", tried, 1):
        close = difflib.get_close_matches("flow", [k[0] for k in program.gameflows], 1)
        hint = f"did you mean `flow` instead of `{close[0]}`?" if close else "add flow : (Statement, Statement, ...)"
        program.error("the game has no `flow`", name.span, hint, id="GK108")


def _as_declaration(item: Node) -> str:
    """How to write as a declaration what is none."""
    if item.kind == "compound" and item.value in ("=", ":=", "is", "gets", ":-") and len(item.args) == 2:
        return f"write a colon: `{item.args[0].brief} : ...`"
    return "write `Name : Definition`; several statements need brackets: flow : (Statement, Statement)"


def _gameflow(program: Program, head: Node, body: Node) -> None:
    key = indicator(head)
    if key is not None and list_items(body) is not None:
        close = difflib.get_close_matches(key[0], SECTIONS, 1)
        hint = f"did you mean `{close[0]}`?" if close else f"the sections are {', '.join(SECTIONS)}"
        program.error(f"there is no section `{key[0]}`, and a gameflow is no list", head.span, hint, id="GK105")
        return
    if key is None:
        program.error(
            "a declaration needs a name", head.span, "write `name : Gameflow` or `name(formal) : Gameflow`", id="GK116"
        )
        return
    formals = []
    for formal in head.args:
        if formal.kind != "atom":
            hint = "write a lower-case name, and read it with `$`"
            if formal.kind == "var":
                hint = f"write `{formal.text.lower()}` here, and read it as `${formal.text.lower()}`"
            program.error("formals are lower-case names", formal.span, hint, id="GK117")
            return
        formals.append(formal.value)
    if key in program.gameflows:
        problem, hint = f"the gameflow `{head.brief}` is declared twice", "give one of them another name"
        program.error(problem, head.span, hint, id="GK106", first=program.gameflows[key].span)
        return
    if len(set(formals)) < len(formals):
        program.error("two formals have the same name", head.span, "give one of them another name", id="GK106")
        return
    program.gameflows[key] = Gameflow(key[0], tuple(formals), body, head.span)


def _players(program: Program, node: Node) -> None:
    items = list_items(node)
    if not items or any(i.kind != "atom" for i in items):
        capital = next((i for i in items or () if i.kind == "var"), None)
        hint = "write a list: players : [dealer, gambler]"
        if capital is not None:
            hint = f"names start with a lower-case letter: write `{capital.text.lower()}`"
        program.error("players must be a list of names", node.span, hint, id="GK109")
        return
    names = tuple(i.value for i in items)
    for item in items:
        if item.value in ("nature", "all"):
            problem = f"`{item.value}` cannot be a player's name"
            program.error(problem, item.span, "call the player something else", id="GK111")
        elif names.count(item.value) > 1:
            twin = next(i for i in reversed(items) if i.value == item.value)
            hint = "give one of them another name"
            program.error(f"two players are called `{item.value}`", twin.span, hint, id="GK106", first=item.span)
            break
    program.players = names


def _params(program: Program, node: Node) -> None:
    declared: dict[str, Span] = {}
    for item in _items(program, node, "params"):
        name, default = item.args if is_compound(item, "=", 2) else (item, None)
        if name.kind != "atom":
            hint = "write `name` or `name = Default`, with a lower-case name"
            program.error(f"`{item.brief}` does not declare a parameter", item.span, hint, id="GK110")
        elif name.value in program.params:
            problem = f"the parameter `{name.value}` is declared twice"
            program.error(problem, name.span, "remove one of them", id="GK106", first=declared[name.value])
        else:
            program.params[name.value] = default
            declared[name.value] = name.span


def _variables(program: Program, node: Node) -> None:
    for item in _items(program, node, "variables"):
        name, value = item.args if is_compound(item, "=", 2) else (item, None)
        if indicator(name) is None:
            hint = "write `name`, `name = Value` or `name(index) = Value`, with a lower-case name"
            program.error(f"`{item.brief}` does not declare a variable", item.span, hint, id="GK110")
        else:
            program.variables.append((name, value))


def _objects(program: Program, node: Node) -> None:
    for item in _items(program, node, "objects"):
        if not is_compound(item, ":", 2) or item.args[0].kind != "atom":
            hint = "write `name : Specification`, as in deck : $suits * $ranks"
            program.error(f"`{item.brief}` does not declare an object", item.span, hint, id="GK110")
        elif item.args[0].value not in OBJECTS:
            program.error(
                f"there is no object `{item.args[0].value}`",
                item.span,
                f"the objects are {', '.join(OBJECTS)}",
                id="GK112",
            )
        else:
            program.objects.append((item.args[0].value, item.args[1], item.span))


def _outcomes(program: Program, node: Node) -> None:
    for item in _items(program, node, "outcomes"):
        if not is_compound(item, ":", 2):
            hint = "write `Term : [Payoffs]`, as in tie : [0, 0]"
            program.error(f"`{item.brief}` does not declare an outcome", item.span, hint, id="GK110")
        else:
            program.outcomes.append((item.args[0], item.args[1]))


def _items(program: Program, node: Node, section: str) -> list[Node]:
    items = list_items(node)
    if items is None:
        # `params : a = 1` instead of a list of one is understood, and so is (a, b).
        if node.kind == "compound" and node.value in ("=", ",", ":"):
            program.error(f"{section} must be a list", node.span, f"write {section} : [{node.brief}]", id="GK109")
            return []
        program.error(f"{section} must be a list", node.span, f"write {section} : [...]", id="GK109")
        return []
    return items


_READERS = {
    "players": _players,
    "params": _params,
    "variables": _variables,
    "objects": _objects,
    "outcomes": _outcomes,
}
