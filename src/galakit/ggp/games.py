"""Games and players as they are named on the command line."""

from __future__ import annotations

import re
from pathlib import PurePath

from galakit.agents.registry import maker, names
from galakit.errors import GalakitError, Source
from galakit.frontends.registry import GDL, of_text
from galakit.gdl.machine import RANDOM
from galakit.gdl.machines import machine_of
from galakit.gdl.text.read import read_description
from galakit.ggp.client import address
from galakit.ggp.referee import Playable
from galakit.ggp.seats import Local, Remote, Seat
from galakit.loading import find

_ADDRESS = re.compile(r".*://|[^/]*:\d+(?:/|$)|.*/")


def playable(name: str) -> Playable:
    """The game of a name or file, if it is a description; GalakitError otherwise."""
    source = find(name)
    if of_text(source) is not GDL:
        raise GalakitError(
            f"{name} is not a game description, and only those are played over the network",
            hint=f"write it as one: galakit export {name} --to gdl2",
            id="GK967",
        )
    return from_source(source)


def from_source(source: Source) -> Playable:
    description = read_description(source)
    return Playable(PurePath(source.name).stem, description, machine_of(description))


def seat(text: str, name: str | None = None) -> Seat:
    """A player by its address, or an agent by its name.

    >>> seat("http://localhost:9147").name, seat("legal").name
    ('http://localhost:9147', 'legal')
    >>> seat("localhost:9147").name, seat("minimax:2").name
    ('http://localhost:9147', 'minimax:2')
    """
    if _ADDRESS.match(text) and text.partition(":")[0] not in names():
        return Remote(address(text), name)
    return Local(maker(text), name or text)


def seats(game: Playable, players: dict[str, str]) -> list[Seat]:
    """A seat for each role of a game; GalakitError where a role has none, or there is no such role."""
    wanted = [game.machine.roles[k] for k in game.seats]
    by_role = {role.lower(): text for role, text in players.items()}
    for role in by_role:
        if role == RANDOM and role in game.machine.roles:
            raise GalakitError("`random` is played by the manager", hint="leave it out", id="GK964")
        if role not in wanted:
            raise GalakitError(f"{game.name} has no role {role}", hint=f"its roles are {', '.join(wanted)}", id="GK964")
    for role in wanted:
        if role not in by_role:
            raise GalakitError(
                f"no player is named for {role}",
                hint=f"add one: {role}=http://localhost:9147 or {role}=random",
                id="GK964",
            )
    return [seat(by_role[role]) for role in wanted]
