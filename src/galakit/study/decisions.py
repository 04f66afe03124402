"""What players do at information sets, as answers about concepts say it: facts and moves in words and drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from galakit.rules.knowledge import informative
from galakit.study.answers import Quantity
from galakit.study.concept_answers import PlayedAt
from galakit.study.looks import known_of
from galakit.study.quantities import quantity

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.rules.contract import Number
    from galakit.solution.solution import Solution

MOST = 60  # decisions in an answer


def decisions_of(game: Game, solution: Solution, players: Sequence[str]) -> tuple[list[PlayedAt], int]:
    """The first decisions of each player, and how many are left out."""
    found: list[PlayedAt] = []
    left_out = 0
    for player in players:
        sets = solution.find((), player)
        left_out += len(sets[MOST // len(players) :])
        for i in sets[: MOST // len(players)]:
            here = solution.situation(i, 1)
            found.append(decision_at(game, player, here.facts, here.probabilities))
    return found, left_out


def decision_at(game: Game, player: str, facts: Sequence[str], probabilities: Mapping[str, Number]) -> PlayedAt:
    plays = mixture_of(probabilities.items())
    return PlayedAt(**place_at(game, player, facts), plays=plays, **called_at(game, player, facts, plays))


def place_at(game: Game, player: str, facts: Sequence[str]) -> dict[str, Any]:
    """The fields of `Known`."""
    known = known_of(game.look, facts, game.players.index(player))
    return {"player": player, "knows": ", ".join(informative(facts)), **known}


def called_at(game: Game, player: str, facts: Sequence[str], moves: Iterable[str]) -> dict[str, Any]:
    """The fields `labels` and `looks`: each move in words and drawn."""
    moves = list(dict.fromkeys(moves))
    seen = game.look.moves(moves, facts, game.players.index(player))
    return {
        "labels": {move: one.words for move, one in zip(moves, seen)},
        "looks": {move: one.look for move, one in zip(moves, seen)},
    }


def better_at(game: Game, player: str, facts: Sequence[str], move: str) -> dict[str, Any]:
    """The fields `better`, `label` and `look`."""
    seen = game.look.move(move, facts, game.players.index(player))
    return {"better": move, "label": seen.words, "look": seen.look}


def mixture_of(shares: Iterable[tuple[str, Number]]) -> dict[str, Quantity]:
    """The probabilities of the moves that are made, the likeliest of many."""
    return {move: quantity(p) for move, p in islice(sorted(shares, key=lambda one: -one[1]), MOST) if p > 0}
