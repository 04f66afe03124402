"""Replay of a match from its log: every event is checked against the rules and the seed.

A log is lines of JSON as `MatchResult.log` writes them. It is untrusted: it is read line by line, no line may
be huge, and the first error is reported with its line and event.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec import Struct

from galakit.agents.remembered import Remembered
from galakit.disk import open_ordinary
from galakit.errors import GalakitError
from galakit.play.hand import dealt, seated
from galakit.play.result import SCHEMA, MatchResult, Played
from galakit.play.step_trace import plain
from galakit.rules.contract import Rules

if TYPE_CHECKING:
    from galakit.game.game import Game

LONGEST = 4_000_000  # characters of a line

T = TypeVar("T")


class _Head(Struct):
    match: int
    game: str
    params: dict[str, str]
    players: list[str]
    agents: list[str]
    seed: int
    rotated: bool
    hands: int


class _Move(Struct):
    mover: str
    move: str
    seen: dict[str, list[str]]


class _Hand(Struct):
    hand: int
    seats: list[int]
    opening: dict[str, list[str]]
    moves: list[_Move]
    payoffs: list[int | float | str]


def replayed(log: str | Path | Iterable[str], game: Game) -> MatchResult:
    """The match in a log, if it follows the rules."""
    with closing(_lines(log)) as lines:
        head = _read(lines, 1, _Head)
        _check(1, "the schema", head.match, SCHEMA)
        _check(1, "the game", head.game, game.name)
        _check(1, "the parameters", head.params, dict(game.params))
        _check(1, "the players", head.players, list(game.players))
        if head.seed < 0 or len(head.agents) != len(game.players):
            raise refused(1, "the seed is negative, or not every player has an agent")
        rules = Remembered(game.rules)
        hands = [_followed(_read(lines, k + 2, _Hand), rules, head, k) for k in range(head.hands)]
        if next(lines, None) is not None:
            raise refused(head.hands + 2, f"there are more lines than the {head.hands} hands that the first one names")
    return MatchResult(game, tuple(head.agents), head.seed, head.rotated, tuple(hands))


def _lines(log: str | Path | Iterable[str]) -> Generator[str, None, None]:
    if not isinstance(log, str | Path):
        yield from log
        return
    handle = open_ordinary(log, what="log of a match", missing="MatchResult.save writes one")
    try:
        with os.fdopen(handle, encoding="utf-8") as file:
            while line := file.readline(LONGEST):
                yield line
    except (OSError, UnicodeDecodeError) as error:
        raise GalakitError(f"{log} cannot be read: {error}", id="GK502") from None


def _read(lines: Iterator[str], number: int, kind: type[T]) -> T:
    line = next(lines, None)
    if line is None:
        raise refused(number, "the log ends here, but more hands are to come" if number > 1 else "the log is empty")
    try:
        return msgspec.json.decode(line[:LONGEST], type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise refused(number, f"it is not a line of a log: {error}") from None


def _followed(logged: _Hand, rules: Rules, head: _Head, k: int) -> Played:
    """One hand, played as it is logged, with chance by the seed."""
    line = k + 2
    _check(line, "the number of the hand", logged.hand, k + 1)
    seats = seated(len(rules.players), k, head.rotated)
    _check(line, "the seats", tuple(logged.seats), seats)
    hand = dealt(rules, head.seed, k, head.rotated)
    while (decision := hand.go_on()) is not None:
        made = len(hand.trace.events)
        move = logged.moves[made].move if made < len(logged.moves) else None
        if move is None or move not in decision.moves:
            _compare(line, logged, hand.trace.to_json(), made)
            what = "the hand ends before it is over" if move is None else f"there is no move `{move}`"
            raise refused(line, f"event {made + 1}: {what}", "the moves are " + ", ".join(decision.moves[:8]))
        hand.choose(decision.moves.index(move))
    trace = hand.trace
    _compare(line, logged, trace.to_json(), len(trace.events))
    _check(line, "the number of events", len(logged.moves), len(trace.events))
    _check(line, "the payoffs", logged.payoffs, [plain(payoff) for payoff in trace.payoffs])
    return Played(seats, tuple(event.move for event in trace.events), trace.payoffs)


def _compare(line: int, logged: _Hand, happened: dict[str, object], made: int) -> None:
    """Check that the first events and observations are those of the rules."""
    _check(line, "what is seen at the start", logged.opening, happened["opening"])
    events = msgspec.convert(happened["moves"], list[_Move])
    for number, (ours, theirs) in enumerate(zip(events[:made], logged.moves), 1):
        _check(line, f"who moves in event {number}", theirs.mover, ours.mover)
        _check(line, f"the move of {ours.mover} in event {number}", theirs.move, ours.move)
        _check(line, f"what is seen in event {number}", theirs.seen, ours.seen)


def _check(line: int, what: str, logged: object, true: object) -> None:
    if logged != true:
        raise refused(line, f"{what}: the log says {logged}, but it is {true}")


def refused(line: int, why: str, hint: str | None = None) -> GalakitError:
    """The error for a log that contradicts the rules."""
    return GalakitError(
        f"line {line} of the log: {why[:500]}",
        hint=hint or "the log was changed, or belongs to another game or other parameters",
        id="GK833",
    )
