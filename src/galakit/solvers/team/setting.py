"""A team and its adversary: who they are, and what the team gets where the game ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

import numpy as np

from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.game.realization import Plan
from galakit.game.sequence_form import Floats, SequenceForm
from galakit.game.tree import Tree
from galakit.rules.contract import Number
from galakit.solvers.profile_input import player_number

MOST_NODES = 200_000


@dataclass(frozen=True, eq=False)
class Setting:
    """Some players as a team against the one that is left, who holds down what the team gets."""

    form: SequenceForm
    tree: Tree
    members: tuple[int, ...]
    adversary: int
    alike: bool
    """whether all members are always paid the same; then this counts, else their sum"""

    @cached_property
    def paid(self) -> list[Number]:
        """[classes] what the team gets there, times the probability of chance's moves."""
        if self.alike:
            return [c[self.members[0]] for c in self.form.classes]
        return [sum((c[m] for m in self.members), Fraction(0)) for c in self.form.classes]

    @cached_property
    def unit(self) -> int:
        """The common denominator of these."""
        return lcm(*(Fraction(x).denominator for x in self.paid))

    @cached_property
    def leaves(self) -> Floats:
        """[L] the same for each leaf, in floating point."""
        return np.array(self.paid, np.float64)[self.form.leaf_class]

    @cached_property
    def most(self) -> float:
        """The most that the team can get."""
        return float(self._payoffs.max())

    @cached_property
    def _payoffs(self) -> Floats:
        """What the team gets where the game can end."""
        reach = np.array(self.form.class_reach, np.float64)
        payoffs: Floats = np.array(self.paid, np.float64)[reach > 0] / reach[reach > 0]
        return payoffs

    @cached_property
    def stake(self) -> float:
        """The difference between the most and the least that the team can get, 1 where there is none."""
        return float(np.ptp(self._payoffs)) or 1.0

    def held_to(self, towards: Plan) -> tuple[Number, Plan]:
        """What the adversary can hold the team to that plays so far towards each leaf, and a pure plan that does.

        In fractions where the game and `towards` are. This is a best response, bottom up; no solver has a part in it.
        """
        form, who = self.form, self.adversary
        exact = form.exact and towards.dtype == object
        weights = np.fromiter([Fraction(x) for x in self.paid], object)[form.leaf_class] if exact else self.leaves
        zero, one = (Fraction(0), Fraction(1)) if exact else (0.0, 1.0)
        total = np.full(form.sequences[who], zero, object if exact else np.float64)
        np.add.at(total, form.leaf_sequences[who], weights * towards)
        plan = np.full(len(total), zero, total.dtype)
        plan[0] = one
        for level in reversed(form.levels(who)):
            np.add.at(total, level.parent, np.minimum.reduceat(total[level.sequences], level.start))
        for level in form.levels(who):
            own = total[level.sequences]
            least = np.repeat(np.minimum.reduceat(own, level.start), level.count)
            position = np.where(own == least, np.arange(len(own)), len(own))
            plan[level.sequences[np.minimum.reduceat(position, level.start)]] = plan[level.parent]
        return (Fraction(total[0]) if exact else float(total[0])), plan

    def towards(self, plans: Sequence[Plan]) -> Plan:
        """[L] how far members with these plans play towards each leaf."""
        product: Plan = plans[0][self.form.leaf_sequences[self.members[0]]]
        for member, plan in zip(self.members[1:], plans[1:]):
            product = product * plan[self.form.leaf_sequences[member]]
        return product


def setting(game: Game, players: Sequence[str | int]) -> Setting:
    """The team of these players against the one who is left; an error where there is not one, or a player forgets."""
    form, tree, size = game.unfolded
    members = tuple(sorted({player_number(form, player) for player in players}))
    left = [p for p in range(len(form.players)) if p not in members]
    if len(left) != 1 or len(members) < 2:
        named = ", ".join(form.players[p] for p in members)
        enough = len(form.players) > 2
        raise GalakitError(
            f"a team has two or more players and one adversary, not {named} of {', '.join(form.players)}",
            hint=f"name all players but one: --players {','.join(form.players[:-1])}"
            if enough
            else "the game needs three players or more; `galakit solve` is for others",
            id="GK692",
        )
    if not form.perfect_recall:
        raise GalakitError(
            "no team can be solved for: a player forgets what they knew or did",
            hint="reveal to players again what they should remember",
            id="GK693",
        )
    if tree is None or size.nodes > MOST_NODES:
        raise GalakitError(
            f"no team can be solved for: the tree has {size.nodes:,} nodes, and at most {MOST_NODES:,} are possible",
            hint="choose smaller parameters",
            id="GK693",
        )
    alike = all(c[m] == c[members[0]] for c in form.classes for m in members)
    return Setting(form, tree, members, left[0], alike)
