"""Strategies that depend on the state alone as a policy: for games whose states come again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from galakit.errors import GalakitError
from galakit.game.replay import Numbered, Replay
from galakit.rules.contract import Number, State
from galakit.solution.certificate import Certificate
from galakit.solution.policy import Able
from galakit.solution.states.deviations import Stationary
from galakit.solution.states.policy import StatePolicy

if TYPE_CHECKING:
    from galakit.game.realization import Behaviour
    from galakit.game.sequence_form import SequenceForm


@dataclass(frozen=True, eq=False)
class StationaryPolicy(StatePolicy):
    """The policy of a stationary profile."""

    profile: Stationary

    kind: ClassVar[str] = "stationary"
    able: ClassVar[Able] = Able(follow=True, by_state=True)
    note: ClassVar[str] = "the game can go on for ever; the player knows the state"


def stationary_policy(profile: Stationary) -> StationaryPolicy:
    """The policy that plays a stationary profile."""
    form = profile.form
    sets = _sets(profile)
    worth: dict[int, Any] = {}

    def own(state: State) -> tuple[int, slice]:
        assert isinstance(state, Numbered)
        number = sets[state.number]
        return number, slice(int(form.move_first[number]), int(form.move_first[number + 1]))

    def shares(state: State) -> Sequence[Number]:
        found: list[Number] = profile.play[own(state)[1]].tolist()
        return found

    def move_values(state: State) -> Sequence[Number]:
        number, moves = own(state)
        player = int(form.set_player[number])
        if player not in worth:
            worth[player] = profile.move_values(player)
        found: list[Number] = worth[player][moves].tolist()
        return found

    def certified() -> Certificate:
        return profile.certify()

    return StationaryPolicy(Replay(form.automaton), shares, move_values, certified, _unlisted, profile)


def _sets(profile: Stationary) -> dict[int, int]:
    """The set at which the mover of a state of the automaton chooses."""
    form = profile.form
    if form.set_of is not None:
        return form.set_of
    return dict(zip(form.state[form.set_state].tolist(), range(len(form.set_state))))


def _unlisted(form: SequenceForm) -> tuple[Behaviour, ...]:
    raise GalakitError("the strategies cannot be listed: the game can go on for ever", id="GK630")
