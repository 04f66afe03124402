"""Rules from the network: only their text is read.

A shipped game is found by its name alone; the ending of a text's file name selects its language. A text is in no
folder, so it can read no other file; no ending is that of a program, so only rules are run.
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

MOST_STATES = 500_000
MOST_NODES = 30_000_000


def checked(text: Text) -> Checked:
    """Errors and warnings about rules, and what they declare as far as it can be read.

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
    """An order with its parameters in the syntax of the rules.

    >>> taken(Order(game="kuhn", params={"cards": 4})).params
    {'cards': '4'}
    """
    fields = {name: getattr(order, name) for name in order.__struct_fields__}
    return Taken(**fields | {"params": {name: written(value) for name, value in order.params.items()}})


def read(order: Taken) -> Game:
    """The game of an order, with limits on its size: many clients share the machine.

    >>> read(Taken(game="kuhn", params={"cards": "4"})).params
    {'cards': '4'}
    """
    if order.source is not None:
        text = Source(order.file, order.source)
    else:
        assert order.game is not None
        text = find(shipped(order.game))
    game = compiled(text, order.params)
    game.limit_states, game.limit_nodes = MOST_STATES, MOST_NODES
    return game


def shipped(name: str) -> str:
    """The name of a shipped game; an error for any other name."""
    if name not in shipped_names():
        raise no_game("invalid", name)
    return name


def sensible(order: Order) -> None:
    """Refuse at once an order that would fail in any case."""
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
            "no player is named to exploit the profile" if order.against else "no profile is named to exploit",
            remedy="name_both",
            id="GK811",
        )
    if order.against is not None and order.options:
        raise Refused(
            "invalid",
            "a best response to a profile takes no options of a method",
            hint="leave out `options`",
            id="GK811",
        )
    check_method(order.method, order.options)
