"""Agents by name: those that come with Galakit, files of solutions, and your own as `module:function`.

`search:2000` searches with 2,000 plays a move, `minimax:3` looks three moves ahead. Names without a number use the
default effort, and play exactly where few states are left.

>>> names()
('random', 'legal', 'person', 'solution', 'search', 'mcts', 'hyperplay', 'minimax')
>>> import galakit as gk
>>> make("search:50", gk.load("kuhn"))
search:50
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from galakit.agents.contract import Agent, Choice, Decision
from galakit.errors import GalakitError

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.solution.solution import Solution

Playing: TypeAlias = "Agent | Solution | Callable[[Decision], Choice] | str | Path"
"""an agent, a solution, the name of either, or a function from decisions to moves"""

DEFAULT = "random"
"""the agent that plays every game at once"""


@dataclass(frozen=True)
class Entry:
    """An agent in the table."""

    makes: str
    """`module:function`, imported on demand, as some need compiled code; it takes the game"""
    says: str
    number: str = ""
    """the meaning of a number after the name, if it may have one; the function takes it as well"""
    most: int = 0
    """the largest such number"""
    exact: bool = False
    """whether, without a number, it plays exactly where few states are left"""


AGENTS = {
    "random": Entry("galakit.agents.simple:random", "every move is as likely as any other"),
    "legal": Entry("galakit.agents.simple:legal", "always the first move"),
    "person": Entry("galakit.agents.simple:person", "asks at the terminal"),
    "solution": Entry("galakit.agents.solution:solution", "solves the game first, and draws by its probabilities"),
    "search": Entry(
        "galakit.agents.tree_search:search",
        "Monte Carlo tree search over information sets",
        "plays",
        10_000_000,
        exact=True,
    ),
    "mcts": Entry(
        "galakit.agents.mcts:mcts", "Monte Carlo tree search, compiled where it can be", "plays", 10_000_000, exact=True
    ),
    "hyperplay": Entry(
        "galakit.agents.hyperplay:hyperplay",
        "random plays from the states the player may be in",
        "plays",
        10_000_000,
        exact=True,
    ),
    "minimax": Entry("galakit.agents.minimax:minimax", "alpha-beta, the others as enemies", "moves", 100, exact=True),
}


OpenName: TypeAlias = Literal["solution", "search", "mcts", "hyperplay", "minimax", "random", "legal"]
"""an agent that programs may ask for over a network: persons, files and functions are not among them"""
OPEN: tuple[OpenName, ...] = get_args(OpenName)


def names() -> tuple[str, ...]:
    return tuple(AGENTS)


def make(name: str, game: Game) -> Agent:
    """A new agent of that name for a game."""
    return maker(name)(game)


def maker(name: str) -> Callable[[Game], Agent]:
    """The function that makes agents of that name; GalakitError where there is none."""
    kind, colon, number = name.partition(":")
    if kind in AGENTS:
        return _numbered(kind, number) if colon else _plain(kind)
    if name.lower().endswith((".parquet", ".json")):
        return lambda game: _of_file(name, game)
    if not colon:
        close = difflib.get_close_matches(name, AGENTS, 1)
        hint = f"did you mean {close[0]}?" if close else f"the agents are {', '.join(AGENTS)}, and files of solutions"
        raise GalakitError(f"there is no agent called {name}", hint=hint, id="GK509")
    try:
        made: Callable[[Game], Agent] = _found(name)
    except (ImportError, AttributeError, ValueError) as error:
        raise GalakitError(
            f"the agent {name} cannot be loaded: {error}",
            hint="module:function names a function in Python; its folder must be on the path: PYTHONPATH=/whole/path",
            id="GK968",
        ) from None
    return made


def agent_of(playing: Playing, game: Game) -> Agent:
    """The agent of a name, solution, file or function."""
    from galakit.agents.simple import Called
    from galakit.agents.solution import following
    from galakit.solution.solution import Solution

    if isinstance(playing, Solution):
        return following(playing, game)
    if isinstance(playing, str | Path):
        return make(str(playing), game)
    if hasattr(playing, "choose"):
        return playing
    if callable(playing):
        return Called(playing)
    raise GalakitError(
        f"{type(playing).__name__} is not an agent",
        hint=f"give a Solution, the file of one, a function from decisions to moves, or one of {', '.join(AGENTS)}",
        id="GK831",
    )


def _plain(name: str) -> Callable[[Game], Agent]:
    entry = AGENTS[name]

    def made(game: Game) -> Agent:
        agent: Agent = _found(entry.makes)(game)
        if not entry.exact:
            return agent
        from galakit.agents.endgame import Endgame

        return Endgame(game, agent, name)

    return made


def _numbered(name: str, number: str) -> Callable[[Game], Agent]:
    entry = AGENTS[name]
    if not number.isdecimal() or not 1 <= int(number[:9]) <= entry.most:
        hint = f"{name} takes a number of {entry.number} from 1 to {entry.most:,}" if entry.number else f"write {name}"
        raise GalakitError(f"there is no agent called {name}:{number}", hint=hint, id="GK995")
    return lambda game: _found(entry.makes)(game, int(number))


def _of_file(path: str, game: Game) -> Agent:
    from galakit.agents.solution import following
    from galakit.solution.files import load_solution

    return following(load_solution(path, lambda source, params: game), game)


def _found(place: str) -> Any:
    module, _, function = place.partition(":")
    return getattr(import_module(module), function)
