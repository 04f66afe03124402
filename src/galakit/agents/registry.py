"""Agents by name.

>>> sorted(names())[:2]
['legal', 'random']
>>> maker("random").__name__
'random_agent'
"""

from __future__ import annotations

import difflib
from importlib import import_module

from galakit.agents.contract import Maker
from galakit.errors import GalakitError

# Where each is made: imported when it is asked for, as some bring compiled code.
_MAKERS = {
    "random": "galakit.agents.simple:random_agent",
    "legal": "galakit.agents.simple:legal_agent",
}
DEFAULT = "random"
"""plays every game"""


def names() -> tuple[str, ...]:
    return tuple(_MAKERS)


def maker(name: str) -> Maker:
    """What makes agents of that name."""
    place = _MAKERS.get(name)
    if place is None:
        close = difflib.get_close_matches(name, _MAKERS, 1)
        hint = f"did you mean {close[0]}?" if close else f"the agents are {', '.join(_MAKERS)}"
        raise GalakitError(f"there is no agent called {name}", hint=hint, id="GK509")
    module, _, function = place.partition(":")
    made: Maker = getattr(import_module(module), function)
    return made
