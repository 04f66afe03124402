"""Profiles that people write down: what each player does where, certified like what a solver returns.

A strategy is a table or a function. A table maps facts, named as in `Solution.at`, to what is played where the player
knows them: a move, or a distribution `{move: probability}`. An entry with all he knows goes before one with a part
of it, and of several of those the first counts; so what `Solution.strategy` returns is a table, too. A function gets
the facts a player knows (without the `choosing(...)` ones) and his moves, and returns the same.
Where a strategy says nothing (no entry fits, the function returns None, the player is not in the profile) every
move is equally likely.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from galakit.errors import GalakitError
from galakit.game.sequence_form import SequenceForm
from galakit.rules.contract import Number
from galakit.solution import facts as naming
from galakit.solution.certificate import TOLERANCE, Certificate
from galakit.solution.certificate import certify as certificate_of
from galakit.solve.realization import Plan, plan_of

if TYPE_CHECKING:
    from galakit.game.game import Game

Play: TypeAlias = str | int | Mapping[str, Number] | None
"""A move, by its label (a number will do for a numeric one); a distribution over moves; or None: any move."""
Table: TypeAlias = Mapping[str, Play] | Mapping[tuple[str, ...], Mapping[str, Number]]
Strategy: TypeAlias = Table | Callable[[tuple[str, ...], tuple[str, ...]], Play]
Profile: TypeAlias = Mapping[str, Strategy]

SHOWN = 8  # information sets listed in an error


def certify(game: Game, profile: Profile) -> Certificate:
    """What everybody expects from a profile, and what each player could gain by playing something else.

    Exact when the game is and the profile has no floats: a gap of 0 then proves an equilibrium.

    >>> import galakit as gk
    >>> game = gk.load("matching_pennies")
    >>> gk.certify(game, {"even": {"": {"heads": Fraction(1, 2), "tails": Fraction(1, 2)}}}).gap
    0
    >>> gk.certify(game, {"even": {"": "heads"}, "odd": lambda facts, moves: moves[0]}).gains
    (Fraction(0, 1), Fraction(2, 1))
    """
    return certificate_of(game.form, plans(game.form, profile), game.tree)


def plans(form: SequenceForm, profile: Profile) -> tuple[Plan, ...]:
    """The realization plan of each player's strategy."""
    for name in profile:
        if name not in form.players:
            raise GalakitError(
                f"there is no player {name}", hint="the players are " + ", ".join(form.players), id="GK611"
            )
    return tuple(_plan(form, p, profile.get(name, {})) for p, name in enumerate(form.players))


def _plan(form: SequenceForm, player: int, strategy: Strategy) -> Plan:
    behaviour = np.empty(form.sequences[player], object)
    play = strategy if callable(strategy) else _lookup(form, player, strategy)
    for i in form.sets_of(player).tolist():
        facts, moves = _known(form, i), form.moves(i)
        first = int(form.first_sequence[i])
        try:
            behaviour[first : first + len(moves)] = _shares(play(facts, moves), moves)
        except GalakitError as error:
            wrong = error.diagnostics[0]
            where = f"{form.players[player]} knows there: {', '.join(facts) or 'nothing'}"
            raise GalakitError(wrong.message, notes=[where], hint=wrong.hint, id="GK611") from None
    return plan_of(form, player, behaviour)


def _shares(play: Play, moves: Sequence[str]) -> list[Number]:
    """The probability of each move."""
    if play is None:
        return [Fraction(1, len(moves))] * len(moves)
    chosen: Mapping[str, Number] = play if isinstance(play, Mapping) else {str(play): 1}
    given = {naming.normal(str(move)): p for move, p in chosen.items()}
    named = [naming.normal(move) for move in moves]
    for move in given:
        if move not in named:
            raise GalakitError(f"there is no move {move}", hint="the moves are " + ", ".join(moves), id="GK611")
    shares = [given.get(move, 0) for move in named]
    if any(p < 0 for p in shares):
        raise GalakitError("a probability is negative", id="GK611")
    total: Number = sum(shares)
    slack = TOLERANCE if isinstance(total, float) else 0
    if not -slack <= total - 1 <= slack:
        raise GalakitError(f"the probabilities sum to {total}, not 1", id="GK611")
    return shares


def _lookup(form: SequenceForm, player: int, table: Table) -> Callable[[tuple[str, ...], tuple[str, ...]], Play]:
    """A table as a function; an entry that fits no information set is a mistake and is said to be one."""
    entries = [(naming.telling(naming.given(facts)), play) for facts, play in table.items()]
    complete = dict(reversed(entries))
    known = [_known(form, i) for i in form.sets_of(player).tolist()]
    for wanted, _ in entries:
        if not any(naming.includes(facts, wanted) for facts in known):
            raise GalakitError(
                f"no information set of {form.players[player]} includes {', '.join(wanted)}",
                notes=[", ".join(facts) or "nothing" for facts in known[:SHOWN]],
                id="GK611",
            )

    def play(facts: tuple[str, ...], moves: tuple[str, ...]) -> Play:
        if facts in complete:
            return complete[facts]
        return next((play for wanted, play in entries if naming.includes(facts, wanted)), None)

    return play


def _known(form: SequenceForm, information_set: int) -> tuple[str, ...]:
    return tuple(naming.normal(fact) for fact in naming.telling(form.facts(information_set)))
