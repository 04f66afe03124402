"""Facts and moves in answers: as the rules write them, in words, and drawn where there is anything to draw."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from galakit.display.boards import Board, Fold, fold, of_state
from galakit.display.look import NOTHING, Look, apart
from galakit.display.seen import Seen
from galakit.rules.contract import Rules, State
from galakit.rules.display import Visible
from galakit.rules.history import Happened
from galakit.rules.knowledge import informative
from galakit.study.answers import Sight, Step

START = "at the start"
"""a public situation without facts"""
Observed: TypeAlias = Iterable[tuple[int, Sequence[str]]]
"""what each player observed"""


def move_of(look: Look, move: str, known: Sequence[str] = (), player: int | None = None) -> dict[str, Any]:
    """The fields `move`, `label` and `look`."""
    return seen_of(move, look.move(move, known, player))


def seen_of(move: str, seen: Seen) -> dict[str, Any]:
    """The fields `move`, `label` and `look`."""
    return {"move": move, "label": seen.words, "look": seen.look}


def choices_of(
    look: Look, moves: Iterable[str], known: Sequence[str], player: int, table: Fold | None
) -> list[dict[str, Any]]:
    """The fields `move`, `label`, `look` and `places` of each move at an information set."""
    moves = list(moves)
    return [
        {**seen_of(move, seen), "places": [] if table is None else table.places(seen)}
        for move, seen in zip(moves, look.moves(moves, known, player))
    ]


def moves_of(look: Look, moves: Iterable[str], known: Sequence[str] = (), player: int | None = None) -> dict[str, Any]:
    """The fields `moves`, `labels` and `looks`."""
    moves = list(moves)
    seen = look.moves(moves, known, player)
    return {"moves": moves, "labels": [one.words for one in seen], "looks": [one.look for one in seen]}


def each_of(look: Look, facts: Iterable[str], player: int | None = None) -> dict[str, Any]:
    """The fields `facts`, `fact_words` and `fact_looks`."""
    facts = informative(facts)
    seen = look.each(facts, player)
    return {"facts": list(facts), "fact_words": [one.words for one in seen], "fact_looks": [one.look for one in seen]}


def known_of(
    look: Look, facts: Iterable[str], player: int | None = None, before: Sequence[str] = (), nothing: str = NOTHING
) -> dict[str, Any]:
    """The fields `words` and `words_look`: all that is known."""
    return words_of(look.known(facts, player, before), nothing)


def news_of(look: Look, facts: Iterable[str], player: int, before: Sequence[str]) -> dict[str, Any]:
    """The same for what comes after other facts."""
    return known_of(look, facts, player, before, "nothing new" if before else NOTHING)


def branches_of(
    look: Look, mover: int, known: Sequence[Sequence[str]], moves: Sequence[tuple[str, Callable[[], Observed]]]
) -> list[dict[str, Any]]:
    """The fields `move`, `label` and `look` of the moves at a node, each with what players would observe of it."""
    texts = [move for move, _ in moves]
    if mover >= 0:
        shown = look.moves(texts, known[mover], mover)
    else:
        shown = apart(texts, [look.deal(move, observed()) for move, observed in moves])
    return [seen_of(move, seen) for move, seen in zip(texts, shown)]


def words_of(seen: Seen, nothing: str = NOTHING) -> dict[str, Any]:
    """The fields `words` and `words_look`."""
    return {"words": seen.words or nothing, "words_look": seen.look}


def situation_of(look: Look, facts: Sequence[str], moves: Iterable[str], player: int) -> dict[str, Any]:
    """The fields of a public situation about its facts and moves."""
    each, known = each_of(look, facts, player), known_of(look, facts, player)
    start = {} if facts else {"words": START, "words_look": None}
    return {**each, **known, **start, **moves_of(look, moves, facts, player)}


def steps_of(look: Look, history: Iterable[Happened], viewer: int | None = None) -> list[Step]:
    """The moves of a history; what a `viewer` observed of those of chance is not repeated to them."""
    found = []
    for happened in history:
        seen = look.step(happened, viewer)
        found.append(Step(who=look.who(happened.mover), move=happened.move, label=seen.words, look=seen.look))
    return found


def state_after(rules: Rules, moves: Iterable[int]) -> State:
    """The state after some moves, by their numbers."""
    state = rules.start().state
    for move in moves:
        state = state.after(move).state
    return state


class Boards:
    """The boards of a game, as players see them."""

    def __init__(self, look: Look, rules: Rules) -> None:
        self.look, self._rules = look, rules

    def at(self, facts: Sequence[str], player: int, state: Callable[[], State] | None = None) -> Fold | None:
        """The boards of a player who knows these facts, or of a state that all know; None where there are none."""
        if not self.look.has_boards:
            return None
        if self.look.has_states and state is not None and isinstance(self._rules, Visible):
            holds = self._rules.holds(state())
            if holds is not None:
                return of_state(self.look, holds)
        return fold(self.look, facts, player)

    def of_all(self, known: Sequence[Sequence[str]], state: Callable[[], State]) -> list[Sight]:
        """The boards of all players; those who see the same together."""
        sights: list[tuple[list[int], list[Board]]] = []
        for player, facts in enumerate(known):
            table = self.at(facts, player, state)
            boards = [] if table is None else table.boards()
            same = next((players for players, others in sights if others == boards), None)
            if same is not None:
                same.append(player)
            elif boards:
                sights.append(([player], boards))
        return [Sight(players=players, boards=boards) for players, boards in sights]
