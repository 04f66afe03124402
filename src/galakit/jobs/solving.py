"""The solution of an order: computed, a best response, or read from a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from galakit.jobs.messages import Lock, Taken
from galakit.rules.contract import Number
from galakit.rules.knowledge import informative
from galakit.solution.factored.symmetric_classes import alike
from galakit.solution.facts import parsed as naming
from galakit.solution.profile import Play, add_entry

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.progress import Progress
    from galakit.solution.profile import Profile
    from galakit.solution.solution import Solution
    from galakit.solvers.keeping import Keeping
    from galakit.solvers.locks.lock import Locks
    from galakit.solvers.method import Request


def solution_of(
    game: Game, order: Taken, profile: str | None, progress: Progress | None = None, keeping: Keeping | None = None
) -> Solution:
    """The solution of a game that an order asks for.

    >>> import galakit as gk
    >>> solution_of(gk.load("kuhn"), Taken(game="kuhn"), None).value
    (Fraction(-1, 18), Fraction(1, 18))
    """
    from galakit.solvers.method import Request
    from galakit.solvers.solve import solve_by

    if profile is not None:
        assert order.as_player is not None
        with game.reporting(progress):
            return _exploited(game, order, profile)
    return solve_by(
        game,
        order.method,
        order.options,
        exact=order.exact,
        gap=order.gap,
        time_limit=order.seconds,
        lock=locks(game, order.locks, order.method, Request(order.exact, gap=order.gap)),
        progress=progress,
        keeping=keeping,
    )


def locks(game: Game, given: Sequence[Lock], method: str = "auto", request: Request | None = None) -> Locks | None:
    """The locks of an order as `solve` takes them; None without any.

    All facts of an information set name it alone, others every one that includes them. Probabilities are read as
    decimals: 0.1 is a tenth, and truncated thirds are thirds.

    >>> import galakit as gk
    >>> found = locks(gk.load("kuhn"), [Lock("second", ["card(1)", "bet"], {"pass": 0.9, "bet": 0.1})])
    >>> list(found["second"].values())
    [{'pass': Fraction(9, 10), 'bet': Fraction(1, 10)}]
    """
    from galakit.solvers.checks import locking

    if not given:
        return None
    complete = _in_classes(game) if locking(game, method, request) else _in_lists(game, given)
    tables: dict[str, Any] = {}
    for with_alike in (True, False):  # locks of one information set precede locks of all similar ones
        said: dict[str, dict[tuple[str, ...], Play]] = {}
        for lock in given:
            if lock.alike is with_alike:
                for facts in alike(game, lock.player, lock.facts) if with_alike else [tuple(lock.facts)]:
                    for meant in complete(lock.player, facts) or [facts]:
                        add_entry(said.setdefault(lock.player, {}), meant, _shares(lock.probabilities))
        for player, own in said.items():
            tables.setdefault(player, {}).update(own)
    return tables


Facts: TypeAlias = tuple[str, ...]
Completing: TypeAlias = Callable[[str, Facts], list[Facts]]
"""from facts that distinguish a player's information sets to all facts there"""


def _in_lists(game: Game, given: Sequence[Lock]) -> Completing:
    found: dict[tuple[str, Facts], list[Facts]] = {}
    for player in {lock.player for lock in given}.intersection(game.players):
        for i in game.form.sets_of(game.players.index(player)).tolist():
            facts = game.form.facts(i)
            found.setdefault((player, informative(naming(facts))), []).append(facts)
    return lambda player, facts: found.get((player, informative(naming(facts))), [])


def _in_classes(game: Game) -> Completing:
    from galakit.solution.factored.situation_index import SituationIndex

    words = SituationIndex(game.rules, game.separated)

    def completed(player: str, facts: Facts) -> list[Facts]:
        one = words.find(words.players.index(player), naming(facts)) if player in words.players else None
        return [] if one is None else [words.whole(*one)]

    return completed


def _exploited(game: Game, order: Taken, profile: str) -> Solution:
    """A best response to a saved profile, except for what is locked."""
    from galakit.certifying import read_solution
    from galakit.solvers.exploit.respond import best_response
    from galakit.solvers.locks.lock import locked_classes

    assert order.as_player is not None
    saved = read_solution(profile, trusted=True)
    if not order.locks:
        return best_response(game, order.as_player, saved)
    if saved.able.respond:
        from galakit.solution.factored.situation_index import SituationIndex
        from galakit.solvers.exploit.separated_response import separated_response

        ordered = locks(game, order.locks, "factored")
        assert ordered is not None
        locked = locked_classes(SituationIndex(game.rules, game.separated), ordered)
        return separated_response(game, saved.player(order.as_player), saved, locked)
    ordered = locks(game, order.locks, "lp")
    assert ordered is not None
    changed, sets = _changed(game, saved, ordered)
    # Locks of the responder are ignored.
    others = tuple(i for i in sets if game.players[game.form.player[i]] != order.as_player)
    return replace(best_response(game, order.as_player, changed), locked=others)


def _changed(game: Game, saved: Solution, locks: Locks) -> tuple[Profile, tuple[int, ...]]:
    """A saved profile changed by locks, and the numbers of the locked information sets."""
    from galakit.solvers.locks.lock import locked_sets

    tables = {name: dict(saved.strategy(name)) for name in game.players}
    locked = []
    for (player, facts), shares in locked_sets(game.form, locks).items():
        here = game.form.find(player, facts)
        assert here is not None
        tables[game.players[player]][facts] = dict(zip(game.form.moves(here), shares))
        locked.append(here)
    return tables, tuple(sorted(locked))


def _shares(probabilities: dict[str, float]) -> dict[str, Number]:
    near = {move: Fraction(p).limit_denominator(1_000) for move, p in probabilities.items()}
    close = all(abs(float(near[move]) - p) < 1e-6 for move, p in probabilities.items())
    return dict(near) if close and sum(near.values()) == 1 else dict(probabilities)
