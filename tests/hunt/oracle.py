"""Values and best responses by plain recursion over histories: slow, obvious, and none of Galakit's own code.

All it asks of a game are its rules, and all it asks of a solution is the strategy as users see it.
"""

from __future__ import annotations

from fractions import Fraction

from galakit.rules.contract import CHANCE, END


class Oracle:
    """The tree of a game with perfect recall, every history a node of its own."""

    def __init__(self, rules):
        self.rules = rules
        self.players = range(len(rules.players))
        self.mover, self.children, self.chances, self.paid, self.key, self.moves = [], [], [], [], [], []
        opening = rules.start()
        facts = [()] * len(self.players)
        for player, fact in opening.observations:
            facts[player] += (rules.write(fact),)
        self._visit(opening.state, facts, tuple(opening.payoffs))

    def _visit(self, state, facts, paid):
        node = len(self.mover)
        for column in (self.mover, self.children, self.chances, self.paid, self.key, self.moves):
            column.append(None)
        mover = self.mover[node] = state.mover
        self.paid[node] = paid
        if mover == END:
            self.children[node] = ()
            return node
        write, facts = self.rules.write, list(facts)
        moves = self.moves[node] = tuple(write(move) for move in state.moves)
        if mover == CHANCE:
            self.chances[node] = state.probabilities
        else:
            facts[mover] += (f"choosing([{','.join(moves)}])",)
            self.key[node] = mover, facts[mover]
        children = []
        for index, move in enumerate(moves):
            step, known = state.after(index), list(facts)
            if mover != CHANCE:
                known[mover] += (f"chose({move})",)
            for player, fact in step.observations:
                known[player] += (write(fact),)
            total = tuple(a + b for a, b in zip(paid, step.payoffs))
            children.append(self._visit(step.state, known, total))
        self.children[node] = tuple(children)
        return node

    @property
    def size(self):
        """Nodes, terminals, and the number of information sets and sequences of each player."""
        sets = {key: node for node, key in enumerate(self.key) if key is not None}
        return (
            len(self.mover),
            self.mover.count(END),
            [sum(k[0] == p for k in sets) for p in self.players],
            [1 + sum(len(self.moves[n]) for k, n in sets.items() if k[0] == p) for p in self.players],
        )

    def shares(self, strategies, node):
        """How likely each move of a node is; `strategies` has one mapping per player, from facts to moves."""
        if self.mover[node] == CHANCE:
            return self.chances[node]
        player, facts = self.key[node]
        own = strategies[player][facts]
        assert set(own) == set(self.moves[node]), (own, self.moves[node])
        return [own[move] for move in self.moves[node]]

    def values(self, strategies):
        """What each player expects."""
        found = [None] * len(self.mover)
        for node in reversed(range(len(self.mover))):
            if self.mover[node] == END:
                found[node] = self.paid[node]
                continue
            below = [(p, found[child]) for p, child in zip(self.shares(strategies, node), self.children[node])]
            found[node] = tuple(sum(p * value[i] for p, value in below) for i in self.players)
        return found[0]

    def best(self, strategies, player):
        """What a player can get at most if the others play so."""
        reach = [0] * len(self.mover)  # by chance and the others
        reach[0] = Fraction(1)
        members = {}
        for node in range(len(self.mover)):
            mine = self.mover[node] == player
            if mine:
                members.setdefault(self.key[node], []).append(node)
            if self.mover[node] != END:
                shares = [1] * len(self.moves[node]) if mine else self.shares(strategies, node)
                for p, child in zip(shares, self.children[node]):
                    reach[child] = reach[node] * p
        chosen = {}

        def worth(node):
            if self.mover[node] == END:
                return reach[node] * self.paid[node][player]
            if self.mover[node] != player:
                return sum(worth(child) for child in self.children[node])
            return worth(self.children[node][choice(self.key[node])])

        def choice(key):
            if key not in chosen:
                nodes = members[key]
                totals = [sum(worth(self.children[n][k]) for n in nodes) for k in range(len(self.moves[nodes[0]]))]
                chosen[key] = totals.index(max(totals))
            return chosen[key]

        return worth(0)

    def gains(self, strategies):
        """What each player could gain by deviating."""
        values = self.values(strategies)
        return tuple(self.best(strategies, p) - values[p] for p in self.players)
