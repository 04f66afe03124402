"""The sequence form by plain recursion over histories, with lists of facts: slow, obvious, independent of ours."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from galakit.rules.contract import CHANCE, END


class Naive:
    def __init__(self, rules):
        self.rules = rules
        n = len(rules.players)
        self.sets = {}  # (player, facts) -> (number, moves, parent sequence)
        self.leaves = Counter()  # (sequence of each player, weighted payoffs) -> leaves
        self.sums = set()
        self.nodes = self.terminals = 0
        opening = rules.start()
        facts = [[] for _ in range(n)]
        for player, fact in opening.observations:
            facts[player].append(rules.write(fact))
        self.visit(opening.state, [tuple(f) for f in facts], [()] * n, Fraction(1), opening.payoffs)

    def visit(self, state, facts, sequences, reach, payoff):
        self.nodes += 1
        write = self.rules.write
        mover = state.mover
        if mover == END:
            self.terminals += 1
            self.sums.add(sum(payoff))
            self.leaves[tuple(sequences), tuple(reach * x for x in payoff)] += 1
            return
        facts, sequences = list(facts), list(sequences)
        moves = [write(m) for m in state.moves]
        if mover != CHANCE:
            facts[mover] += (f"choosing([{','.join(moves)}])",)
            known = self.sets.setdefault((mover, facts[mover]), (len(self.sets), tuple(moves), sequences[mover]))
            assert known[1:] == (tuple(moves), sequences[mover])
        for index, move in enumerate(moves):
            step = state.after(index)
            new = list(facts)
            own = list(sequences)
            if mover != CHANCE:
                new[mover] += (f"chose({move})",)
                own[mover] = (facts[mover], move)
            for player, fact in step.observations:
                new[player] += (write(fact),)
            chance = state.probabilities[index] if mover == CHANCE else 1
            total = tuple(a + b for a, b in zip(payoff, step.payoffs))
            self.visit(step.state, new, own, reach * chance, total)


def described(form):
    """Our sequence form in the naive one's terms."""
    names = [{0: ()} for _ in form.players]
    sets = {}
    for i in range(form.information_sets):
        player, facts = int(form.player[i]), form.facts(i)
        for k, move in enumerate(form.moves(i)):
            names[player][int(form.first_sequence[i]) + k] = (facts, move)
        sets[player, facts] = (i, form.moves(i), names[player][int(form.parent_sequence[i])])
    leaves = Counter()
    for row in range(len(form.leaf_class)):
        own = tuple(names[p][int(form.leaf_sequences[p, row])] for p in range(len(form.players)))
        leaves[own, form.classes[form.leaf_class[row]]] += 1
    return sets, leaves
