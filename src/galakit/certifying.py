"""Certificates of profiles, and of solutions in files.

A saved solution contains the text of its rules. The game is explored again, the strategies are matched with its
information sets, and best responses are computed by code that shares nothing with the solvers.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, overload

from galakit.deadline import Deadline
from galakit.errors import GalakitError

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.progress import Progress
    from galakit.solution.certificate import Certificate
    from galakit.solution.profile import Profile
    from galakit.solution.solution import Solution

QUICK = 50_000
"""nodes up to which a solution is certified again whenever it is read, where its information sets are listed"""
QUICK_SEPARATED = 50_000_000
"""the same for games that are solved without their tree, whose certificates need none either"""
PATIENCE = 30.0
"""seconds for exploring the rules of a file, which may be written to take long, unless a certificate is requested"""


@overload
def certify(game: Game, profile: Profile, /) -> Certificate: ...
@overload
def certify(solution: Solution | str | Path, /, *, progress: Progress | None = None) -> Certificate: ...
def certify(
    given: Game | Solution | str | Path, profile: Profile | None = None, /, *, progress: Progress | None = None
) -> Certificate:
    """Each player's expected payoff in a profile, and how much they could gain by deviating.

    Pass a game and a profile, or a solution or the file of one: its certificate is then computed anew from its
    strategies, however large the game is. Exact when the game is and the profile has no floats: a gap of 0 then proves
    an equilibrium.

    >>> from fractions import Fraction
    >>> import galakit as gk
    >>> game = gk.load("matching_pennies")
    >>> gk.certify(game, {"even": {"": {"heads": Fraction(1, 2), "tails": Fraction(1, 2)}}}).gap
    0
    >>> gk.certify(game, {"even": {"": "heads"}, "odd": lambda facts, moves: moves[0]}).gains
    (Fraction(0, 1), Fraction(2, 1))
    >>> gk.certify(gk.solve(game)).gap
    0
    """
    from galakit.game.game import Game
    from galakit.solution.profile import certify as certify_profile
    from galakit.solution.solution import Solution

    if isinstance(given, Game):
        if profile is None:
            raise GalakitError("there is no profile to certify", hint="give one: gk.certify(game, profile)", id="GK611")
        return certify_profile(given, profile)
    solution = given if isinstance(given, Solution) else read_solution(given)
    return certified(solution, progress).certificate


def load_solution(path: str | Path, *, certify: bool | None = None, progress: Progress | None = None) -> Solution:
    """Read a file that `Solution.save` wrote, and certify the solution again.

    By default it is certified where that is quick: up to 50,000 nodes (50 million in games that are solved without
    their tree), and where the file has its rules. Otherwise `solution.certificate.checked` is False, and the gap in the
    file is a claim. `certify=True` certifies any solution, `certify=False` none. Where the file's claim differs from
    the computed best responses, a warning says so (`solution.warnings`).

    >>> import tempfile, galakit as gk
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     gk.solve(gk.load("kuhn")).save(folder + "/kuhn.json")
    ...     gk.load_solution(folder + "/kuhn.json").certificate.checked
    True
    """
    solution = read_solution(path)
    if certify is False:
        return _unchecked(solution, "")
    if certify:
        return certified(solution, progress)
    nodes = _nodes(solution)
    most = QUICK if solution.policy.able.list_all else QUICK_SEPARATED
    if solution.game is None and solution.source is None:
        return _unchecked(solution, "its rules are not in the file")
    if nodes is not None and nodes > most:
        return _unchecked(solution, f"more than {most:,} nodes")
    return _quickly(solution, progress, most)


def read_solution(path: str | Path, *, trusted: bool = False) -> Solution:
    """A saved solution as it is, with the claims of its file.

    The certificate counts as checked where the file is trusted: written by this program, into a folder of its own.
    """
    from galakit.loading import compiled
    from galakit.solution.files import load_solution as read

    return read(path, compiled, trusted=trusted)


def certified(
    solution: Solution,
    progress: Progress | None = None,
    *,
    limit_states: int | None = None,
    limit_nodes: int | None = None,
) -> Solution:
    """The solution with its game and a newly computed certificate."""
    from galakit.loading import game_of
    from galakit.solution.tree.restored import rechecked

    game = game_of(solution)
    game.limit_states, game.limit_nodes = limit_states, limit_nodes
    with game.reporting(progress):
        return rechecked(solution, game)


def _quickly(solution: Solution, progress: Progress | None, most: int) -> Solution:
    """The same for a game of at most `most` nodes; a larger one, or one whose rules are wrong, stays unchecked."""
    from galakit.loading import game_of
    from galakit.solution.tree.restored import rechecked

    try:
        game = game_of(solution)
        with game.reporting(progress, Deadline(PATIENCE)):
            if solution.policy.able.list_all:
                game.limit_states = game.limit_nodes = most
                _ = game.form
                game.limit_states = game.limit_nodes = None
    except GalakitError as error:
        return _unchecked(solution, f"its rules cannot be followed: {error.diagnostics[0].message}")
    with game.reporting(progress):
        return rechecked(solution, game)


def _nodes(solution: Solution) -> int | None:
    """How many nodes the game has: as the file says, or by its rules where no tree is built; None if unknown."""
    size = solution.size or solution.policy.size
    return None if size is None else int(size.nodes)


def _unchecked(solution: Solution, why: str) -> Solution:
    return replace(solution, certificate=replace(solution.certificate, unchecked=why))
