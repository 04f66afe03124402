"""Rules that came over the network: nothing but their text is looked at.

A shipped game is found by its name and nothing else, a text is read by the ending of its name. Since it does not lie
in a folder, nothing beside it can be read, and since no ending is that of a program, nothing is run but the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from galakit.errors import GalakitError, Source
from galakit.jobs.catalogue import Checked, Parameter, Text
from galakit.jobs.messages import Order, Taken
from galakit.jobs.method_options import check_method
from galakit.jobs.problems import Refused, problems
from galakit.jobs.refusals import no_game
from galakit.loading import check_source, compiled, declared, find, shipped_names, written

if TYPE_CHECKING:
    from galakit.game.game import Game


def checked(text: Text) -> Checked:
    """What is wrong with rules, and what they declare as far as that can be read.

    >>> checked(Text("game(coin, [players : [a], flow : outcome([1])]).")).players
    ['a']
    """
    source = Source(text.file, text.source)
    found = problems(check_source(source, {name: written(value) for name, value in text.params.items()}))
    try:
        players, params = declared(source)
    except GalakitError:
        players, params = (), {}
    return Checked(
        problems=found,
        players=list(players),
        params=[Parameter(name=name, default=default) for name, default in params.items()],
    )


def taken(order: Order) -> Taken:
    """An order with its parameters written as rules are.

    >>> taken(Order(game="kuhn", params={"cards": 4})).params
    {'cards': '4'}
    """
    fields = {name: getattr(order, name) for name in order.__struct_fields__}
    return Taken(**fields | {"params": {name: written(value) for name, value in order.params.items()}})


def read(order: Taken) -> Game:
    """The game of an order.

    >>> read(Taken(game="kuhn", params={"cards": "4"})).params
    {'cards': '4'}
    """
    if order.source is not None:
        return compiled(Source(order.file, order.source), order.params)
    assert order.game is not None
    return compiled(find(shipped(order.game)), order.params)


def shipped(name: str) -> str:
    """That name, if it is one of a shipped game; files are never looked for."""
    if name not in shipped_names():
        raise no_game("invalid", name)
    return name


def sensible(order: Order) -> None:
    """Refuse at once what would fail in any case."""
    given = [order.game is not None, order.source is not None]
    if sum(given) != 1 and not (order.against and not any(given)):
        raise Refused(
            "invalid",
            "an order names both a shipped game and a text" if all(given) else "an order names no game",
            remedy="name_one_game",
            id="GK811",
        )
    if order.game is not None:
        shipped(order.game)
    if (order.against is None) != (order.as_player is None):
        raise Refused(
            "invalid",
            "who is to exploit the profile?" if order.against else "whose profile is to be exploited?",
            remedy="name_both",
            id="GK811",
        )
    if order.against is not None and order.options:
        raise Refused(
            "invalid",
            "a profile is exploited by no method, so that there are no options",
            hint="leave out `options`",
            id="GK811",
        )
    check_method(order.method, order.options)
