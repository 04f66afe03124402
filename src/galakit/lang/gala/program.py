"""A Gala program as data: its declarations and clauses with their positions in the text, and the problems found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from galakit.errors import Diagnostic, GalakitError, Label, Source, Span
from galakit.lang.syntax import Clause, Node

Path: TypeAlias = tuple[str, ...]
"""the phases around something, the outermost first"""
Key: TypeAlias = tuple[str, int]
"""the name of a gameflow, with the phases it is declared in, and how many formals it has"""


@dataclass(frozen=True)
class Gameflow:
    """A named piece of flow; `formals` are read as `$formal` in the body."""

    name: str
    formals: tuple[str, ...]
    body: Node
    span: Span
    path: Path = ()


@dataclass
class Phase:
    """A part of the game with declarations of its own; `play_phase(Name)` sets its variables anew and runs its flow."""

    program: Program
    path: Path
    span: Span
    players: tuple[str, ...] = ()
    """the players who take part, in turn order; empty: all players"""
    variables: list[tuple[Node, Node | None]] = field(default_factory=list)
    objects: list[tuple[str, Node, Span]] = field(default_factory=list)

    def error(
        self, message: str, span: Span | None = None, hint: str | None = None, *, id: str, first: Span | None = None
    ) -> None:
        self.program.error(message, span, hint, id=id, first=first)


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
    display: list[tuple[Node, Node]] = field(default_factory=list)
    gameflows: dict[Key, Gameflow] = field(default_factory=dict)
    phases: dict[Path, Phase] = field(default_factory=dict)
    clauses: list[Clause] = field(default_factory=list)
    libraries: list[Node] = field(default_factory=list)
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

    def gameflow(self, path: Path, name: str, arity: int) -> Key | None:
        """The gameflow a name means inside these phases: the innermost one declared."""
        for depth in range(len(path), -1, -1):
            key = qualified(path[:depth], name), arity
            if key in self.gameflows:
                return key
        return None

    def phase(self, path: Path, name: str) -> Phase | None:
        """The phase a name means inside these phases."""
        for depth in range(len(path), -1, -1):
            if (*path[:depth], name) in self.phases:
                return self.phases[*path[:depth], name]
        return None

    def all_variables(self) -> list[tuple[Node, Node | None]]:
        """The variables of the game and of its phases."""
        return [*self.variables, *(v for phase in self.phases.values() for v in phase.variables)]

    def all_objects(self) -> list[tuple[str, Node, Span]]:
        """The objects of the game and of its phases."""
        return [*self.objects, *(o for phase in self.phases.values() for o in phase.objects)]

    def raise_errors(self) -> None:
        """Stop here if anything was wrong enough."""
        errors = [p for p in self.sorted_problems() if p.severity == "error"]
        if errors:
            raise GalakitError(errors)

    def sorted_problems(self) -> list[Diagnostic]:
        """Everything found, in the order of the text."""
        return sorted(self.problems, key=lambda p: p.span.start if p.span else 0)


def qualified(path: Path, name: str) -> str:
    """The name of something declared inside phases."""
    return ":".join((*path, name))
