"""Information sets of a solution that knows the best move of every state: each is named after a node of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from galakit.errors import GalakitError
from galakit.rules.contract import Number
from galakit.solution.facts import informative
from galakit.solution.shown.wording import facts_in_words, worded
from galakit.solution.states.policy import StatePolicy
from galakit.study.answers import Choice, InformationSet, Link
from galakit.study.names import ROOT
from galakit.study.quantities import quantity
from galakit.study.tolerance import best
from galakit.study.walk import Place, Walk

NODE = "n"  # begins the names


class StateSets:
    """What a policy of states plays."""

    def __init__(self, policy: StatePolicy) -> None:
        self.policy = policy
        self.walk = Walk(policy.rules, self)

    def shares(self, place: Place) -> Sequence[Number]:
        chosen = self.policy.choice(place.state)
        return [Fraction(k == chosen) for k in range(len(place.state.moves))]

    def set(self, place: Place) -> str:
        return NODE + place.name

    def whole(self, name: str) -> InformationSet:
        place = self.walk.place(name.removeprefix(NODE)) if name.startswith(NODE + ROOT) else None
        if place is None or place.state.mover < 0:
            raise GalakitError(
                f"there is no information set {name[:40]}", hint="take the names that answers give", id="GK803"
            )
        player, rules = place.state.mover, self.policy.rules
        facts, moves = informative(place.facts[player]), [rules.write(move) for move in place.state.moves]
        values = [place.gained[player] + worth for worth in self.policy.move_values(place.state)]
        shares = self.shares(place)
        return InformationSet(
            id=name,
            player=player,
            facts=list(facts),
            told=[worded(fact, rules.players) for fact in facts],
            words=facts_in_words(facts, rules.players),
            moves=[
                Choice(
                    move=move,
                    label=worded(move),
                    probability=quantity(share),
                    value=quantity(value),
                    regret=quantity(max(values) - value),
                    best=good,
                )
                for move, share, value, good in zip(moves, shares, values, best(values, 0))
            ],
            value=quantity(sum(share * value for share, value in zip(shares, values))),
            reach=quantity(self.walk.reach(place.name)),
            note="the player knows the state",
            before=self._before(place),
        )

    def _before(self, place: Place) -> list[Link]:
        """The player's last decision on the way."""
        name, player = place.name, place.state.mover
        while "." in name:
            name, _, move = name.rpartition(".")
            above = self.walk.place(name)
            if above.state.mover == player:
                made, facts = self.policy.rules.write(above.state.moves[int(move)]), informative(above.facts[player])
                link = Link(
                    set=self.set(above),
                    move=made,
                    label=worded(made),
                    words=facts_in_words(facts, self.policy.rules.players),
                    facts=", ".join(facts),
                    reach=None,
                )
                return [link]
        return []
