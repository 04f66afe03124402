"""The result of a match: payoffs, averages with their standard errors, and a log for replay."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from galakit.agents.remembered import Remembered
from galakit.agents.trace import Trace
from galakit.disk import write_whole
from galakit.play.hand import followed
from galakit.play.step_trace import plain
from galakit.rules.contract import Number

if TYPE_CHECKING:
    from galakit.game.game import Game

SCHEMA = 1


@dataclass(frozen=True)
class Played:
    """One hand."""

    seats: tuple[int, ...]
    """the agent of each player"""
    moves: tuple[str, ...]
    """of all players, chance included"""
    payoffs: tuple[Number, ...]
    """one for each player"""


@dataclass(frozen=True, eq=False)
class MatchResult:
    """All hands of a match. An agent is named by its first player; if seats rotate, it plays others, too."""

    game: Game
    agents: tuple[str, ...]
    seed: int
    rotated: bool
    hands: tuple[Played, ...]
    seconds: float = 0.0

    @cached_property
    def scores(self) -> list[list[float]]:
        """[hands, agents] payoffs."""
        found = []
        for hand in self.hands:
            row = [0.0] * len(hand.seats)
            for player, who in enumerate(hand.seats):
                row[who] = float(hand.payoffs[player])
            found.append(row)
        return found

    @property
    def total(self) -> tuple[float, ...]:
        """Each agent's total payoff."""
        return tuple(math.fsum(column) for column in zip(*self.scores))

    @property
    def mean(self) -> tuple[float, ...]:
        """Each agent's average payoff per hand."""
        return tuple(total / len(self.hands) for total in self.total)

    @property
    def error(self) -> tuple[float | None, ...]:
        """Standard errors of the means; None for a single hand, or a single deal if seats rotate.

        Hands with the same deal are not independent, so errors are computed over deals.
        """
        size = len(self.agents) if self.rotated else 1
        found: list[float | None] = []
        for column in zip(*self.scores):
            whole = len(column) // size * size
            deals = [math.fsum(column[k : k + size]) / size for k in range(0, whole, size)]
            if len(deals) < 2:
                found.append(None)
                continue
            mean = math.fsum(deals) / len(deals)
            variance = math.fsum((x - mean) ** 2 for x in deals) / (len(deals) - 1)
            found.append(math.sqrt(variance / len(deals)))
        return tuple(found)

    def trace(self, k: int) -> Trace:
        """Hand number k in full, from 0 on."""
        return followed(self.game.rules, self.hands[k].moves)

    @property
    def _about(self) -> dict[str, Any]:
        """The match without its hands."""
        return {
            "game": self.game.name,
            "params": dict(self.game.params),
            "players": list(self.game.players),
            "agents": list(self.agents),
            "seed": self.seed,
            "rotated": self.rotated,
            "hands": len(self.hands),
        }

    def log(self) -> Iterator[str]:
        """Lines of JSON: one about the match, then one for each hand; `Match.replay` replays them."""
        yield _line({"match": SCHEMA, **self._about})
        rules = Remembered(self.game.rules)
        for k, hand in enumerate(self.hands, 1):
            yield _line({"hand": k, "seats": list(hand.seats), **followed(rules, hand.moves).to_json()})

    def save(self, path: str | Path) -> None:
        """Write the log, whole or not at all."""
        write_whole(path, self._write)

    def _write(self, path: Path) -> None:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{line}\n" for line in self.log())

    def to_json(self) -> dict[str, Any]:
        return {
            **self._about,
            "total": [plain(total) for total in self.total],
            "mean": list(self.mean),
            "error": list(self.error),
            "seconds": round(self.seconds, 6),
        }

    def __repr__(self) -> str:
        parts = ", ".join(
            f"{player} ({agent}) {mean:.4f}" + ("" if error is None else f" ± {error:.4f}")
            for player, agent, mean, error in zip(self.game.players, self.agents, self.mean, self.error)
        )
        return f"<{len(self.hands):,} hands of {self.game.name}: {parts}>"


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
