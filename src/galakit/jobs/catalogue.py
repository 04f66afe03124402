"""What can be ordered: the games that come with the package, and the methods."""

from __future__ import annotations

from functools import cache

from galakit.jobs.catalogue_messages import GameLine, Games, GameText, MethodLine, Methods, Parameter
from galakit.jobs.method_options import offered
from galakit.jobs.refusals import no_game
from galakit.loading import about, find, heading, shipped_names


@cache
def games() -> Games:
    """All shipped games, with a line each."""
    headings = {name: heading(name) for name in shipped_names()}
    return Games(items=[GameLine(name=n, kind=h.kind, summary=h.summary) for n, h in headings.items()])


def game(name: str) -> GameText:
    """A shipped game with its rules.

    >>> [parameter.name for parameter in game("poker").params]
    ['suits', 'ranks', 'cards', 'cash', 'ante']
    """
    if name not in shipped_names():
        raise no_game("missing", name)
    return _game(name)


@cache
def _game(name: str) -> GameText:
    told = about(name)
    return GameText(
        name=told.name,
        file=told.file,
        kind=told.kind,
        summary=told.summary,
        description=told.description,
        players=list(told.players),
        params=[Parameter(name=name, default=default) for name, default in told.params.items()],
        text=find(name).text,
    )


@cache
def methods() -> Methods:
    """All methods, with what they need and promise."""
    from galakit.solvers.registry import methods as known

    return Methods(
        items=[
            MethodLine(
                name=m.name,
                summary=m.promises,
                needs=m.needs,
                cost=m.cost,
                automatic=m.estimate is not None,
                options=offered(m),
            )
            for m in known()
        ]
    )
