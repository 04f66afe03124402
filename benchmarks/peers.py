"""Measurements of other programs: Gambit (pygambit) and OpenSpiel (pyspiel)."""

from __future__ import annotations

import time
from typing import Any

from benchmarks.measure import best


def read_efg(path: str, times: int = 1) -> dict[str, Any]:
    """Gambit reading an expanded tree."""
    import pygambit

    return {"seconds": best(lambda: pygambit.read_efg(path), times)}


def build_tree(cards: int) -> dict[str, Any]:
    """Building poker's tree through pygambit's API, deal by deal."""
    import pygambit

    began = time.process_time()
    game = pygambit.Game.new_tree(players=["dealer", "gambler"])
    dealer, gambler = game.players
    pay = {(d, g): game.add_outcome(f"{d} {g}", [d, g]) for d, g in [(1, -1), (-1, 1), (2, -2), (-2, 2)]}
    deals = [(i, j) for i in range(cards) for j in range(cards) if i != j]
    game.append_move(game.root, game.players.chance, [f"{i + 1} {j + 1}" for i, j in deals])
    nodes = list(game.root.children)
    opening: dict[int, Any] = {}
    answers: dict[tuple[int, str], Any] = {}
    raised: dict[int, Any] = {}

    def move(sets: dict[Any, Any], key: Any, node: Any, player: Any) -> None:
        if key in sets:
            game.append_infoset(node, sets[key])
        else:
            game.append_move(node, player, ["0", "1"])
            sets[key] = node.infoset

    for (i, j), node in zip(deals, nodes):
        sign = 1 if j > i else -1  # the first hand is the gambler's
        move(opening, i, node, gambler)
        passed, bet = list(node.children)
        move(answers, (j, "passed"), passed, dealer)
        shown, after = list(passed.children)
        game.set_outcome(shown, pay[sign, -sign])
        move(raised, i, after, gambler)
        folds, meets = list(after.children)
        game.set_outcome(folds, pay[1, -1])
        game.set_outcome(meets, pay[2 * sign, -2 * sign])
        move(answers, (j, "bet"), bet, dealer)
        folds, meets = list(bet.children)
        game.set_outcome(folds, pay[-1, 1])
        game.set_outcome(meets, pay[2 * sign, -2 * sign])
    return {"seconds": time.process_time() - began}


def walk_liars_dice(times: int = 2) -> dict[str, Any]:
    """All 294,883 histories, with the data that a sequence form needs: moves, information, chance, returns."""
    import pyspiel

    def walk() -> None:
        game = pyspiel.load_game("liars_dice")
        sets: dict[tuple[int, str], list[int]] = {}
        waiting = [game.new_initial_state()]
        histories = 0
        while waiting:
            state = waiting.pop()
            histories += 1
            if state.is_terminal():
                state.returns()
            elif state.is_chance_node():
                waiting.extend([state.child(move) for move, _ in state.chance_outcomes()])
            else:
                moves = state.legal_actions()
                sets.setdefault((state.current_player(), state.information_state_string()), moves)
                waiting.extend([state.child(move) for move in moves])
        assert (histories, len(sets)) == (294_883, 24_576)

    return {"seconds": best(walk, times)}


def lp_solve(path: str, rational: bool) -> dict[str, Any]:
    """Gambit's own linear programme on the tree it has read."""
    import pygambit

    game = pygambit.read_efg(path)
    return {"seconds": best(lambda: pygambit.nash.lp_solve(game, rational=rational), 1)}
