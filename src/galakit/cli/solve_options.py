"""The options for solving that all commands with a solution share.

A command takes them as one argument, `how: How`; `solving` makes an option of each field.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, get_type_hints

from galakit.cli.options import (
    Credible,
    Exact,
    Gap,
    LimitNodes,
    LimitStates,
    MethodName,
    MethodOptions,
    Prefer,
    TimeLimit,
    is_saved,
    loaded,
    parameters,
    saved,
)
from galakit.deadline import Deadline, limited_by
from galakit.errors import GalakitError

if TYPE_CHECKING:
    from galakit.cli.output import Meter
    from galakit.game.game import Game
    from galakit.solution.solution import Solution
    from galakit.solvers.keeping import Keeping
    from galakit.solvers.locks.lock import Locks


@dataclass(frozen=True)
class How:
    """The values of the options; each field is an option."""

    method: MethodName = "auto"
    exact: Exact = None
    options: MethodOptions = None
    time_limit: TimeLimit = None
    gap: Gap = None
    limit_states: LimitStates = None
    limit_nodes: LimitNodes = None
    prefer: Prefer = None
    credible: Credible = False

    def settled(self) -> How:
        """The same with the method that finds what is preferred, or credible."""
        how = self._preferring(self.prefer) if self.prefer else self
        if not self.credible:
            return how
        from galakit.solvers.checks import credible_instead_of

        return replace(how, method=credible_instead_of(how.method))

    def _preferring(self, wanted: list[str]) -> How:
        """Preferences for moves are an option of `lp`, those for an equilibrium of `best`."""
        moves = ["=" in one for one in wanted]
        if not all(moves) and len(wanted) > 1:
            raise GalakitError(
                "an equilibrium can be best for one thing only",
                hint="give --prefer once, or preferences for moves alone: 'PLAYER: FACTS = MOVE:max'",
                id="GK658",
            )
        method = "lp" if all(moves) else "best"
        if self.method not in ("auto", method):
            raise GalakitError(
                f"{self.method} takes no preferences", hint=f"leave out --method: `{method}` takes them", id="GK658"
            )
        return replace(self, method=method, options=[*(self.options or ()), f"prefer={'; '.join(wanted)}"])

    @cached_property
    def deadline(self) -> Deadline | None:
        """One for reading and solving: it counts from when it is first asked for."""
        return Deadline.of(self.time_limit)

    def game(self, name: str, param: list[str] | None) -> Game:
        """The game that a command names, read within the time limit."""
        with limited_by(self.deadline):
            return loaded(name, param, self.limit_states, self.limit_nodes, self.time_limit)

    def solved(self, game: Game, meter: Meter, lock: Locks | None = None, keeping: Keeping | None = None) -> Solution:
        """Its solution; warnings are printed."""
        from galakit.cli.output import warn
        from galakit.solvers.solve import solve_by

        with meter as progress, limited_by(self.deadline):
            solution = solve_by(
                game,
                self.method,
                parameters(self.options, "--with", "option"),
                exact=self.exact,
                time_limit=self.time_limit,
                gap=self.gap,
                lock=lock,
                progress=progress,
                keeping=keeping,
            )
        for warning in solution.warnings:
            warn(warning)
        return solution

    def opened(self, name: str, param: list[str] | None, meter: Meter) -> tuple[Solution, Game]:
        """A saved solution, or that of a game, which is solved first; and the game."""
        if not is_saved(name):
            game = self.game(name, param)
            return self.solved(game, meter), game
        from galakit.loading import game_of

        solution = saved(name, param)
        return solution, game_of(solution)


def solving(command: Callable[..., None]) -> Callable[..., None]:
    """The command with an option for each field of `How` in place of its argument `how`."""
    own = {field.name for field in fields(How)}

    @wraps(command)
    def with_options(**arguments: Any) -> None:
        how = How(**{name: arguments.pop(name) for name in own})
        command(how=how.settled(), **arguments)

    hints = get_type_hints(command, include_extras=True) | get_type_hints(How, include_extras=True)
    options = [
        inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default) for field in fields(How)
    ]
    taken: list[inspect.Parameter] = []
    for parameter in inspect.signature(command).parameters.values():
        taken += options if parameter.name == "how" else [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)]
    taken = [parameter.replace(annotation=hints[parameter.name]) for parameter in taken]
    with_options.__signature__ = inspect.Signature(taken)  # type: ignore[attr-defined]
    with_options.__annotations__ = {parameter.name: parameter.annotation for parameter in taken}
    return with_options
