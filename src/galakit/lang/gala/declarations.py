"""The declarations of a Gala program, read from its text and checked for shape.

`game(Name, [Declaration, ...])` plus Prolog clauses; each declaration is `Name : Definition` (Koller & Pfeffer 1997,
section 3.5). Nothing is run here. Every problem that can be seen in the text is reported, several at once.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Any

from galakit.errors import Source, Span
from galakit.lang.gala.libraries import used_library
from galakit.lang.gala.program import Gameflow, Path, Phase, Program, qualified
from galakit.lang.reader import read
from galakit.lang.syntax import Node, indicator, is_compound, list_items

SECTIONS = ("players", "params", "variables", "objects", "flow", "outcomes", "display")


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
    used = used_library(node)
    if used is not None:
        program.libraries.append(used)
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
    declared = _declarations(program, items, program, ())
    tried = [i.args[0].name for i in items if i.args and (i.value != ":" or list_items(i.args[-1]) is not None)]
    if "players" not in declared and not difflib.get_close_matches("players", tried, 1):
        program.error("the game has no `players`", name.span, "add players : [first, second]", id="GK107")
    if "flow" not in declared and not difflib.get_close_matches("flow", tried, 1):
        close = difflib.get_close_matches("flow", [k[0] for k in program.gameflows], 1)
        hint = f"did you mean `flow` instead of `{close[0]}`?" if close else "add flow : (Statement, Statement, ...)"
        program.error("the game has no `flow`", name.span, hint, id="GK108")
    for phase in program.phases.values():
        for player in phase.players:
            if player not in program.players:
                hint = f"the players are {', '.join(program.players)}"
                problem = f"there is no player `{player}` for the phase `{phase.path[-1]}`"
                program.error(problem, phase.span, hint, id="GK204")


def _declarations(program: Program, items: list[Node], owner: Program | Phase, path: Path) -> set[str]:
    """Read the declarations of the game or of a phase; the sections it has."""
    seen: dict[str, Span] = {}
    for item in items:
        if is_compound(item, "phase", 2):
            _phase(program, item, path)
            continue
        if not is_compound(item, ":", 2):
            program.error("this is not a declaration", item.span, _as_declaration(item), id="GK105")
            continue
        head, body = item.args
        if head.kind != "atom" or head.value not in SECTIONS:
            _gameflow(program, head, body, path)
        elif head.value in seen:
            problem = f"`{head.name}` is declared twice"
            program.error(problem, head.span, "join the two", id="GK106", first=seen[head.value])
        elif path and head.value in ("params", "outcomes", "display"):
            program.error(f"a phase has no `{head.name}` of its own", head.span, "declare it in the game", id="GK119")
        else:
            seen[head.value] = head.span
            if head.value == "flow":
                program.gameflows[qualified(path, "flow"), 0] = Gameflow("flow", (), body, head.span, path)
            else:
                _READERS[head.value](owner, body)
    return set(seen)


def _as_declaration(item: Node) -> str:
    """How to write as a declaration what is none."""
    if item.kind == "compound" and item.value in ("=", ":=", "is", "gets", ":-") and len(item.args) == 2:
        return f"write a colon: `{item.args[0].brief} : ...`"
    return "write `Name : Definition`; several statements need brackets: flow : (Statement, Statement)"


def _phase(program: Program, node: Node, outer: Path) -> None:
    name, declarations = node.args
    items = list_items(declarations)
    if name.kind != "atom":
        program.error("a phase's name must be an atom", name.span, "write phase(bidding, [flow : ...])", id="GK119")
    elif items is None:
        hint = "write phase(Name, [flow : ...])"
        program.error("the declarations of a phase must be a list", declarations.span, hint, id="GK119")
    elif (path := (*outer, name.value)) in program.phases:
        problem, hint = f"the phase `{name.name}` is declared twice", "give one of them another name"
        program.error(problem, name.span, hint, id="GK106", first=program.phases[path].span)
    else:
        phase = program.phases[path] = Phase(program, path, name.span)
        if "flow" not in _declarations(program, items, phase, path):
            problem, hint = f"the phase `{name.name}` has no `flow`", "add flow : (Statement, ...)"
            program.error(problem, name.span, hint, id="GK108")
        for variable, _ in phase.variables:
            _refuse_second(program, variable, outer)


def _refuse_second(program: Program, variable: Node, outer: Path) -> None:
    """Gala variables belong to the whole game: two of one name, one inside the other's phase, would be one."""
    around = [program.variables, *(program.phases[outer[:i]].variables for i in range(1, len(outer) + 1))]
    for first, _ in (v for variables in around for v in variables):
        if first.text == variable.text:
            problem = f"the variable `{variable.text}` is declared outside the phase too"
            program.error(problem, variable.span, "give one of them another name", id="GK106", first=first.span)
            return


def _gameflow(program: Program, head: Node, body: Node, path: Path) -> None:
    named = indicator(head)
    if named is not None and list_items(body) is not None:
        close = difflib.get_close_matches(named[0], SECTIONS, 1)
        hint = f"did you mean `{close[0]}`?" if close else f"the sections are {', '.join(SECTIONS)}"
        program.error(f"there is no section `{named[0]}`, and a gameflow is no list", head.span, hint, id="GK105")
        return
    if named is None:
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
    key = qualified(path, named[0]), named[1]
    if key in program.gameflows:
        problem, hint = f"the gameflow `{head.brief}` is declared twice", "give one of them another name"
        program.error(problem, head.span, hint, id="GK106", first=program.gameflows[key].span)
        return
    if len(set(formals)) < len(formals):
        program.error("two formals have the same name", head.span, "give one of them another name", id="GK106")
        return
    program.gameflows[key] = Gameflow(named[0], tuple(formals), body, head.span, path)


def _players(program: Program | Phase, node: Node) -> None:
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
            problem = f"`{item.name}` cannot be a player's name"
            program.error(problem, item.span, "call the player something else", id="GK111")
        elif names.count(item.value) > 1:
            twin = next(i for i in reversed(items) if i.value == item.value)
            hint = "give one of them another name"
            program.error(f"two players are called `{item.name}`", twin.span, hint, id="GK106", first=item.span)
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
            problem = f"the parameter `{name.name}` is declared twice"
            program.error(problem, name.span, "remove one of them", id="GK106", first=declared[name.value])
        else:
            program.params[name.value] = default
            declared[name.value] = name.span


def _variables(program: Program | Phase, node: Node) -> None:
    for item in _items(program, node, "variables"):
        name, value = item.args if is_compound(item, "=", 2) else (item, None)
        if indicator(name) is None:
            hint = "write `name`, `name = Value` or `name(index) = Value`, with a lower-case name"
            program.error(f"`{item.brief}` does not declare a variable", item.span, hint, id="GK110")
        else:
            program.variables.append((name, value))


def _objects(program: Program | Phase, node: Node) -> None:
    for item in _items(program, node, "objects"):
        if not is_compound(item, ":", 2) or item.args[0].kind != "atom":
            hint = "write `name : Specification`, as in deck : $suits * $ranks"
            program.error(f"`{item.brief}` does not declare an object", item.span, hint, id="GK110")
        else:
            program.objects.append((item.args[0].value, item.args[1], item.span))


def _outcomes(program: Program, node: Node) -> None:
    for item in _items(program, node, "outcomes"):
        if not is_compound(item, ":", 2):
            hint = "write `Term : [Payoffs]`, as in tie : [0, 0]"
            program.error(f"`{item.brief}` does not declare an outcome", item.span, hint, id="GK110")
        else:
            program.outcomes.append((item.args[0], item.args[1]))


def _display(program: Program, node: Node) -> None:
    for item in _items(program, node, "display"):
        if not is_compound(item, ":", 2):
            hint = "write `Fact : What people see`, as in card(Rank) : card(Rank)"
            program.error(f"`{item.brief}` does not say how anything looks", item.span, hint, id="GK110")
        else:
            program.display.append((item.args[0], item.args[1]))


def _items(program: Program | Phase, node: Node, section: str) -> list[Node]:
    items = list_items(node)
    if items is None:
        # `params : a = 1` instead of a list of one is understood, and so is (a, b).
        if node.kind == "compound" and node.value in ("=", ",", ":"):
            program.error(f"{section} must be a list", node.span, f"write {section} : [{node.brief}]", id="GK109")
            return []
        program.error(f"{section} must be a list", node.span, f"write {section} : [...]", id="GK109")
        return []
    return items


_READERS: dict[str, Callable[[Any, Node], None]] = {
    "players": _players,
    "params": _params,
    "variables": _variables,
    "objects": _objects,
    "outcomes": _outcomes,
    "display": _display,
}
