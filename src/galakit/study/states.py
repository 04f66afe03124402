"""Information sets of a policy of states, each named after one of its nodes."""

from __future__ import annotations

from collections.abc import Sequence

from galakit.display.look import Look
from galakit.errors import GalakitError
from galakit.rules.contract import Number
from galakit.rules.knowledge import informative
from galakit.solution.states.policy import StatePolicy
from galakit.study.answers import Choice, InformationSet, Link
from galakit.study.looks import choices_of, each_of, known_of, move_of
from galakit.study.names import ROOT
from galakit.study.quantities import quantity
from galakit.study.tolerance import best
from galakit.study.walk import Position, Walk

NODE = "n"  # prefix of names


class StateSets:
    """The information sets of a policy of states."""

    def __init__(self, policy: StatePolicy, look: Look) -> None:
        self.policy, self.look = policy, look
        self.walk = Walk(policy.rules, self, look)

    def shares(self, position: Position) -> Sequence[Number]:
        return self.policy.shares(position.state)

    def set(self, position: Position) -> str:
        return NODE + position.name

    def whole(self, name: str) -> InformationSet:
        position = self.walk.position(name.removeprefix(NODE)) if name.startswith(NODE + ROOT) else None
        if position is None or position.state.mover < 0:
            raise GalakitError(f"there is no information set {name[:40]}", hint="use the names in answers", id="GK803")
        player, rules = position.state.mover, self.policy.rules
        facts, moves = informative(position.facts[player]), [rules.write(move) for move in position.state.moves]
        look, table = self.look, self.walk.boards.at(position.facts[player], player, lambda: position.state)
        values = [position.gained[player] + value for value in self.policy.move_values(position.state)]
        shares = self.shares(position)
        return InformationSet(
            id=name,
            player=player,
            **each_of(look, facts, player),
            **known_of(look, facts, player),
            boards=[] if table is None else table.boards(),
            moves=[
                Choice(
                    **choice,
                    probability=quantity(share),
                    value=quantity(value),
                    regret=quantity(max(values) - value),
                    best=good,
                )
                for choice, share, value, good in zip(
                    choices_of(look, moves, facts, player, table), shares, values, best(values, 0)
                )
            ],
            value=quantity(sum(share * value for share, value in zip(shares, values))),
            reach=quantity(self.walk.reach(position.name)),
            note=self.policy.note,
            before=self._before(position),
        )

    def _before(self, position: Position) -> list[Link]:
        """The player's previous decision."""
        name, player = position.name, position.state.mover
        while "." in name:
            name, _, move = name.rpartition(".")
            above = self.walk.position(name)
            if above.state.mover == player:
                made, facts = self.policy.rules.write(above.state.moves[int(move)]), informative(above.facts[player])
                link = Link(
                    set=self.set(above),
                    **move_of(self.look, made, facts, player),
                    **known_of(self.look, facts, player),
                    facts=", ".join(facts),
                    reach=None,
                )
                return [link]
        return []
