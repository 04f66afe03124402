"""Locking: fix the strategy at some information sets and optimise the rest.

A locked game is a game (see `locked_rules`): every method solves it, and its certificate says what players could gain
at the free sets. `gk.solve(game, lock=...)` carries the solution back to the original game: there the locked sets are
decisions again, and the certificate says what each player could gain if nothing were locked.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

import numpy as np

from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.game.realization import Behaviour, plan_of, without_trembles
from galakit.game.sequence_form import SequenceForm
from galakit.rules.contract import Number
from galakit.separated.actions import Situation
from galakit.solution.certificate import certify
from galakit.solution.factored.files import fingerprint
from galakit.solution.factored.locks import Locked, SituationLock, locked_situations
from galakit.solution.factored.policy import ClassQueries
from galakit.solution.factored.situation_index import SituationIndex
from galakit.solution.facts import normal
from galakit.solution.files import load_solution
from galakit.solution.profile import Strategy, shares_of
from galakit.solution.solution import Solution
from galakit.solution.tree.policy import TreePolicy
from galakit.solvers.locks.locked_rules import Locked as LockedSets
from galakit.solvers.locks.locked_rules import LockedRules

Locks: TypeAlias = Mapping[str, "Strategy | Solution | str | Path"]
"""player -> the strategy to fix: a table or function as in a profile, a Solution or the path of a saved one for all the
player's information sets, or "uniform" """


def lock(game: Game, locks: Locks) -> Game:
    """The game in which chance plays for a player at the locked information sets; the player is free at all others.

    A table locks the information sets that its entries match, a function those for which it returns a value, a Solution
    all that it contains.

    >>> import galakit as gk
    >>> honest = gk.lock(gk.load("kuhn"), {"second": {"card(1)": "pass"}})  # the second player never bluffs
    >>> honest.size().information_sets, gk.solve(honest).value
    ([6, 4], (Fraction(1, 18), Fraction(-1, 18)))
    """
    rules = LockedRules(game.automaton, locked_sets(game.form, locks))
    return Game(
        rules,
        game.params,
        game.seconds["read"],
        progress=game.progress,
        limit_states=game.limit_states,
        limit_nodes=game.limit_nodes,
        limit_memory=game.limit_memory,
        keep_nodes=game.keep_nodes,
    )


def locked_sets(form: SequenceForm, locks: Locks) -> LockedSets:
    """(player, facts) of each locked information set -> the probability of each move."""
    found: dict[tuple[int, tuple[str, ...]], tuple[Number, ...]] = {}
    for name, strategy in locks.items():
        if name not in form.players:
            raise GalakitError(
                f"there is no player {name}", hint="the players are " + ", ".join(form.players), id="GK611"
            )
        player = form.players.index(name)
        for i, shares in shares_of(form, player, _strategy(_read(strategy), name)):
            found[player, form.facts(i)] = tuple(shares)
    if not found:
        raise GalakitError("nothing is locked", hint="name at least one information set and its moves", id="GK657")
    return found


def locked_classes(index: SituationIndex, locks: Locks) -> Locked:
    """The same in a separated game, situation by situation."""
    tables: dict[str, Strategy] = {}
    found: dict[Situation, SituationLock] = {}
    for name, given in locks.items():
        solved = _read(given)
        if isinstance(solved, Solution) and solved.able.grids and solved.able.lock and name in index.players:
            found |= _played(index, solved.queries, index.players.index(name))
        else:
            tables[name] = _strategy(solved, name)
    return {**found, **locked_situations(index, tables)} if tables or not found else found


def _played(index: SituationIndex, answers: ClassQueries, player: int) -> dict[Situation, SituationLock]:
    """A player's whole strategy in a separated solution."""
    if fingerprint(index) != fingerprint(answers.index):
        raise GalakitError("the solution says nothing about this game", hint="give a solution of this game", id="GK612")
    found = {}
    for here, there in zip(*(i.game.actions.situations[player] for i in (index, answers.index))):
        shares = answers.columns.shares(there)[:, answers.columns.column(there)]
        possible = index.game.possible[here]
        mask = np.ones(shares.shape[1], bool) if possible is None else np.array(possible, bool)
        found[here] = SituationLock(mask, np.where(mask, shares / shares.sum(axis=0), 0.0))
    return found


def _read(given: Strategy | Solution | str | Path) -> Strategy | Solution:
    if isinstance(given, str) and given == "uniform":
        return lambda facts, moves: dict.fromkeys(moves, Fraction(1, len(moves)))
    return load_solution(given) if isinstance(given, (str, Path)) else given


def _strategy(given: Strategy | Solution, player: str) -> Strategy:
    return given.strategy(player) if isinstance(given, Solution) else given


def carried_back(game: Game, locked: Game, solution: Solution) -> Solution:
    """A solution of a locked game as one of the game it came from, certified there."""
    assert isinstance(locked.rules, LockedRules)
    strategies = [_carried(game.form, locked, p, own) for p, own in enumerate(solution.strategies)]
    plans = tuple(plan_of(game.form, p, strategy) for p, strategy in enumerate(strategies))
    certificate = certify(game.form, plans)
    found = {
        "locked information sets": len(locked.rules.locks),
        "gap where play is free": solution.gap,
        **solution.found,
    }
    return Solution(
        name=game.name,
        params=dict(game.params),
        players=game.players,
        method=solution.method,
        certificate=certificate,
        size=game.size(),
        seconds=solution.seconds,
        algorithm=solution.algorithm,
        why=solution.why,
        warnings=solution.warnings,
        found=found,
        complete=solution.complete,
        trail=solution.trail,
        locked=tuple(
            i
            for i, player in enumerate(game.form.player.tolist())
            if (player, game.form.facts(i)) in locked.rules.locks
        ),
        others=tuple(carried_back(game, locked, other) for other in solution.others),
        game=game,
        # Locked sets keep their fixed strategy even where the player's own plan never reaches them.
        policy=TreePolicy(
            game.players, game, plans=plans, trembles=tuple(without_trembles(strategy) for strategy in strategies)
        ),
    )


def _carried(form: SequenceForm, locked: Game, player: int, own: Behaviour) -> Behaviour:
    assert isinstance(locked.rules, LockedRules)
    locks = locked.rules.locks
    strategy: Behaviour = np.empty(form.sequences[player], object)
    for i in form.sets_of(player).tolist():
        facts = form.facts(i)
        shares = locks.get((player, facts))
        if shares is None:
            here = locked.form.find(player, facts)
            assert here is not None, "free information sets have the same facts in both games"
            first = int(locked.form.first_sequence[here])
            shares = own[first : first + int(form.moves_count[i])].tolist()
        at = int(form.first_sequence[i])
        strategy[at : at + len(shares)] = shares
    exact = not any(isinstance(x, float) for x in strategy[1:])
    strategy[0] = Fraction(1)
    return strategy if exact else strategy.astype(np.float64)


def locked_numbers(solution: Solution) -> tuple[int, ...]:
    """The numbers of the information sets that are locked, in a game that can be listed."""
    assert solution.game is not None
    form, index, locked = solution.game.form, solution.queries.index, solution.queries.locked
    found = []
    for i, player in enumerate(form.player.tolist()):
        named_here = index.exactly(player, [normal(fact) for fact in form.facts(i)])
        assert named_here is not None, "the unfolded game has no other information sets"
        number = index.number(*named_here)
        if named_here.situation in locked and locked[named_here.situation][number]:
            found.append(i)
    return tuple(found)
