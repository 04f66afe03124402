"""Profiles written by users: each player's strategy, certified like one that a solver returns.

A strategy is a table or a function. A table maps facts, named as in `Solution.at`, to what is played where the player
knows them: a move, or a distribution `{move: probability}`. An entry that also has all the `choosing(...)` facts names
one information set; so what `Solution.strategy` returns is a table, too. A wildcard `card(…)` matches any card: an
entry with one names the sets that have just its facts, in this order. Where several entries fit, the most specific one
applies: all that the player knows before a part of it, more facts before fewer, a fact before a wildcard. Two entries
that fit, differ and are equally specific are an error. A function takes the facts a player knows (without the
`choosing(...)` ones) and the moves, and returns the same. Where a strategy is silent (no entry fits, the function
returns None, the player is not in the profile) every move is equally likely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from galakit.errors import GalakitError
from galakit.game.realization import Behaviour, Plan, plan_of, uniform_shares
from galakit.game.sequence_form import SequenceForm
from galakit.rules.contract import Number
from galakit.rules.knowledge import informative
from galakit.solution import facts as naming
from galakit.solution.certificate import TOLERANCE, Certificate
from galakit.solution.certificate import certify as certificate_of

if TYPE_CHECKING:
    from galakit.game.game import Game

Play: TypeAlias = str | int | Mapping[str, Number] | None
"""A move, by its label (a number will do for a numeric one); a distribution over moves; or None: any move."""
Table: TypeAlias = Mapping[str, Play] | Mapping[tuple[str, ...], Mapping[str, Number]]
Strategy: TypeAlias = Table | Callable[[tuple[str, ...], tuple[str, ...]], Play]
Profile: TypeAlias = Mapping[str, Strategy]

Facts: TypeAlias = tuple[str, ...]

SHOWN = 8  # information sets listed in an error


def certify(game: Game, profile: Profile) -> Certificate:
    """The certificate of a profile: expected payoffs, and what each player could gain by deviating."""
    return certificate_of(game.form, plans(game.form, profile), game.tree)


def plans(form: SequenceForm, profile: Profile) -> tuple[Plan, ...]:
    """The realization plan of each player's strategy."""
    return tuple(plan_of(form, p, strategy) for p, strategy in enumerate(behaviours(form, profile)))


def behaviours(form: SequenceForm, profile: Profile) -> tuple[Behaviour, ...]:
    """Each player's behaviour strategy over all their information sets."""
    for name in profile:
        if name not in form.players:
            raise GalakitError(
                f"there is no player {name}", hint="the players are " + ", ".join(form.players), id="GK611"
            )
    return tuple(_behaviour(form, p, profile.get(name, {})) for p, name in enumerate(form.players))


def _behaviour(form: SequenceForm, player: int, strategy: Strategy) -> Behaviour:
    behaviour = np.empty(form.sequences[player], object)
    behaviour[0] = 1
    for level in form.levels(player):
        behaviour[level.sequences] = uniform_shares(np.repeat(level.count, level.count), True)
    for i, shares in shares_of(form, player, strategy):
        first = int(form.first_sequence[i])
        behaviour[first : first + len(shares)] = shares
    return behaviour


def shares_of(form: SequenceForm, player: int, strategy: Strategy) -> Iterator[tuple[int, list[Number]]]:
    """The information sets that a strategy covers, and the probabilities of their moves."""
    by_table = _lookup(form, player, {} if callable(strategy) else strategy)
    for i in form.sets_of(player).tolist():
        facts, moves = _known(form, i), form.moves(i)
        try:
            said = strategy(facts, moves) if callable(strategy) else by_table(i)
            if said is not None:
                yield i, distribution(said, moves)
        except GalakitError as error:
            wrong = error.diagnostics[0]
            where = f"{form.players[player]} knows there: {', '.join(facts) or 'nothing'}"
            raise GalakitError(wrong.message, notes=[where], hint=wrong.hint, id="GK611") from None


def distribution(play: str | int | Mapping[str, Number], moves: Sequence[str]) -> list[Number]:
    """The probability of each move."""
    chosen: Mapping[str, Number] = play if isinstance(play, Mapping) else {str(play): 1}
    given = {naming.normal(str(move)): p for move, p in chosen.items()}
    named = [naming.normal(move) for move in moves]
    for move in given:
        if move not in named:
            raise GalakitError(f"there is no move {move}", hint="the moves are " + ", ".join(moves), id="GK611")
    for p in given.values():
        if not isinstance(p, (int, float, Fraction)):
            raise GalakitError(
                f"the probability {p!r} is no number", hint="write 0.25, or Fraction(1, 4) to be exact", id="GK611"
            )
    shares = [given.get(move, 0) for move in named]
    if any(p < 0 for p in shares):
        raise GalakitError("a probability is negative", id="GK611")
    total: Number = sum(shares)
    slack = TOLERANCE if isinstance(total, float) else 0
    if not -slack <= total - 1 <= slack:
        raise GalakitError(f"the probabilities sum to {total}, not 1", id="GK611")
    return shares


def _lookup(form: SequenceForm, player: int, table: Table) -> Callable[[int], Play]:
    """A function from information sets to entries of a table; an error where an entry fits no set."""
    known = {i: _known(form, i) for i in form.sets_of(player).tolist()}
    named = {tuple(naming.normal(fact) for fact in form.facts(i)): i for i in known}
    complete = set(known.values())
    alone: dict[Facts, Play] = {}
    entries: dict[Facts, Play] = {}
    for facts, play in table.items():
        given = naming.parsed(facts)
        if given in named:
            add_entry(alone, given, play)
            continue
        wanted = informative(given)
        if wanted not in complete and not any(fits(facts, wanted) for facts in complete):
            raise GalakitError(
                f"no information set of {form.players[player]} includes {', '.join(wanted)}",
                notes=[", ".join(facts) or "nothing" for facts in list(known.values())[:SHOWN]],
                id="GK611",
            )
        add_entry(entries, wanted, play)
    single = {named[facts]: play for facts, play in alone.items()}

    def said(i: int) -> Play:
        if i in single:
            return single[i]
        if known[i] in entries:
            return entries[known[i]]
        return _narrowest([(wanted, play) for wanted, play in entries.items() if fits(known[i], wanted)])

    return said


def add_entry(entries: dict[Facts, Play], facts: Facts, play: Play) -> None:
    """Add an entry of a table; an error where the same facts have another play."""
    if facts in entries and not same_play(entries[facts], play):
        raise conflict(facts, facts)
    entries[facts] = play


def fits(known: Facts, wanted: Facts) -> bool:
    """Whether an entry fits where a player knows some facts."""
    return naming.match(known, wanted) if any(map(naming.opened, wanted)) else naming.includes(known, wanted)


def _narrowest(entries: list[tuple[Facts, Play]]) -> Play:
    """The play of the most specific entry; None without any entry."""
    best = [(a, play) for a, play in entries if not any(naming.narrower(b, a) for b, _ in entries)]
    for wanted, play in best[1:]:
        if not same_play(play, best[0][1]):
            raise conflict(best[0][0], wanted)
    return best[0][1] if best else None


def same_play(some: Play, other: Play) -> bool:
    """Whether two entries prescribe the same distribution."""

    def shares(play: Play) -> Mapping[str, Number] | None:
        if play is None:
            return None
        given = play if isinstance(play, Mapping) else {str(play): 1}
        return {naming.normal(str(move)): p for move, p in given.items() if p != 0}

    return shares(some) == shares(other)


def conflict(some: Facts, others: Facts, *where: str) -> GalakitError:
    """The error for two entries that fit one information set and prescribe different plays."""
    first, second = (", ".join(facts) or "nothing" for facts in (some, others))
    if some == others:
        return GalakitError(
            f"the entry `{first}` is there twice, with something else to play", hint="leave one of them out", id="GK611"
        )
    return GalakitError(
        f"the entries `{first}` and `{second}` fit the same information set and want something else there",
        notes=where,
        hint="neither says more than the other: add an entry with the facts of both",
        id="GK611",
    )


def _known(form: SequenceForm, information_set: int) -> tuple[str, ...]:
    return tuple(naming.normal(fact) for fact in informative(form.facts(information_set)))
