"""A separated game written out, row by row, in the terms of the naive sequence form: slow, and nothing is left out."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from galakit.rules.knowledge import Choosing, written
from galakit.rules.lazy import Value


def listed(game, write):
    """Every information set with its moves and the sequence before it, and every leaf: as `game.naive` has them."""
    return _Listing(game, write).all()


class _Listing:
    def __init__(self, game, write):
        self.game, self.write = game, write
        self.moves = [
            {s.first + k: (s, k) for s in own for k in range(len(s.moves))} for own in game.actions.situations
        ]

    def all(self):
        sets, leaves = {}, Counter()
        for visit in self.game.actions.visits:
            place = visit.situation
            for row in self.rows(visit.drawn, visit.guards):
                before = self.sequence(place.player, place.parent, row)
                known = (tuple(map(self.write, place.moves)), before)
                assert sets.setdefault((place.player, self.facts(place, row)), known) == known
        for leaf in self.game.actions.leaves:
            for row in self.rows(leaf.drawn, leaf.guards):
                own = tuple(self.sequence(p, s, row) for p, s in enumerate(leaf.sequences))
                paid = [leaf.gains, *(row.says(value) for value in leaf.worked)]
                leaves[own, tuple(row.likely * sum(amounts) for amounts in zip(*paid))] += 1
        return sets, leaves

    def rows(self, drawn, guards):
        rows = self.game.world.rows(frozenset(drawn))
        for k in self.game.holding(guards, rows.columns, rows.count).nonzero()[0].tolist():
            yield _Row(self.game.world, {d: c[[k]] for d, c in rows.columns.items()}, int(rows.weight[k]), rows.total)

    def sequence(self, player, number, row):
        if number == 0:
            return ()
        place, k = self.moves[player][number]
        return self.facts(place, row), self.write(place.moves[k])

    def facts(self, place, row):
        return (*(self.text(fact, row) for fact in place.facts), self.text(Choosing(place.moves), row))

    def text(self, fact, row):
        if type(fact) is Value:
            return self.write(row.says(fact))
        return written(fact, self.write)


class _Row:
    def __init__(self, world, columns, weight, total):
        self.world, self.columns, self.known = world, columns, {}
        self.likely = Fraction(weight, total)

    def says(self, value):
        number = int(self.world.ids(value, self.columns, self.known)[0])
        return self.world.meaning[value][number]
