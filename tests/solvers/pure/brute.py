"""Pure strategies by trying all of them: slow, plain, and right."""

from __future__ import annotations

from fractions import Fraction
from itertools import product


def pure_strategies(game, player):
    """All of them, as a move for each of the player's information sets."""
    sets = game.form.sets_of(player).tolist()
    for moves in product(*(range(int(game.form.moves_count[i])) for i in sets)):
        yield dict(zip(sets, moves))


def strategies_count(game, player):
    count = 1
    for i in game.form.sets_of(player).tolist():
        count *= int(game.form.moves_count[i])
    return count


def payoffs(game, play):
    """What everybody expects; `play(information set)` is the probability of each move."""
    tree, form = game.tree, game.form

    def at(node):
        children = tree.children(node).tolist()
        if not children:
            return [Fraction(x) for x in tree.payoffs[tree.payoff[node]]]
        if tree.information_set[node] < 0:
            shares = [tree.automaton.probabilities[tree.automaton.probability[tree.edge[c]]] for c in children]
        else:
            shares = play(int(tree.information_set[node]))
        total = [Fraction(0)] * len(form.players)
        for share, child in zip(shares, children):
            if share:
                total = [t + share * x for t, x in zip(total, at(child))]
        return total

    return at(0)


def pure(game, moves):
    """The same for a move at each information set."""
    return payoffs(game, lambda i: [int(k == moves[i]) for k in range(int(game.form.moves_count[i]))])


def reduced(game, player, moves):
    """The moves at the sets that the player's own moves do not exclude."""
    tree, form = game.tree, game.form
    met = set()
    waiting = [0]
    while waiting:
        node = waiting.pop()
        i, children = int(tree.information_set[node]), tree.children(node).tolist()
        if i >= 0 and form.player[i] == player:
            met.add(i)
            children = [children[moves[i]]]
        waiting += children
    return frozenset((i, moves[i]) for i in met)


def equilibria(game):
    """The equilibria in reduced pure strategies."""
    n = len(game.players)
    own = [list(pure_strategies(game, p)) for p in range(n)]
    value = {}
    for at in product(*(range(len(o)) for o in own)):
        value[at] = pure(game, {i: m for p in range(n) for i, m in own[p][at[p]].items()})
    found = set()
    for at in value:
        if all(
            value[at][p] >= value[(*at[:p], other, *at[p + 1 :])][p] for p in range(n) for other in range(len(own[p]))
        ):
            found.add(tuple(reduced(game, p, own[p][at[p]]) for p in range(n)))
    return found
