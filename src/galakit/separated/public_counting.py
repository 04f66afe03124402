"""The sizes of games of public moves, from their positions and how many histories lead to each."""

from __future__ import annotations

from galakit.separated.counting import Count, one_by_one
from galakit.separated.public import Public


def count_public(game: Public) -> Count:
    """All sizes of a game.

    >>> import galakit as gk
    >>> count_public(gk.load("liars_dice", dice=2).public).nodes
    14797504093
    """
    world, histories = game.part.world, game.histories()
    deals = world.count(game.drawn)
    behind = [one_by_one(game.part, ending.node, game.drawn) for ending in game.endings]
    sets, sequences = [0] * len(game.players), [1] * len(game.players)
    draws = [world.count(game.drawn[:k]) for k in range(len(game.drawn)) if not k or not game.drawn[k - 1].more]
    nodes, terminals = sum(draws) + deals * sum(histories), 0
    for position, many in zip(game.positions, histories):
        player = position.node.player
        known = many * game.signal(player).classes
        sets[player] += known
        sequences[player] += known * len(position.targets)
        for target in position.targets:
            if target < 0:
                nodes += many * behind[~target][0]
                terminals += many * behind[~target][1]
    prefixes = {close.drawn[: k + 1] for e in game.endings for close in e.closes for k in range(len(close.drawn))}
    return Count(
        nodes=nodes,
        terminals=terminals,
        information_sets=sets,
        sequences=sequences,
        signal_nodes=1 + sum(world.count(prefix) for prefix in prefixes if not prefix[-1].more),
        lp_rows=sequences[0] + sets[1] + 1 if len(sets) == 2 else None,
        action_nodes=sum(histories),
    )
