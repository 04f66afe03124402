"""Many matches: every group of players meets at every game in every assignment of roles, round after round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, cycle, islice
from math import comb
from typing import Any

from galakit.errors import GalakitError
from galakit.ggp.elo import Rating, ratings
from galakit.ggp.record import Record
from galakit.ggp.referee import Conditions, Playable, play_match
from galakit.ggp.seats import Seat


@dataclass(frozen=True)
class Pairing:
    """A game with the players of its roles."""

    game: Playable
    round: int
    players: tuple[str, ...]
    """in the order of the roles that are for players"""


@dataclass
class Standing:
    """The results of a player."""

    name: str
    matches: int = 0
    goals: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    penalties: int = 0
    rating: Rating | None = None

    @property
    def average(self) -> float | None:
        return self.goals / self.matches if self.matches else None


@dataclass(frozen=True)
class Table:
    """The result of a tournament; the best player first."""

    standings: tuple[Standing, ...]
    records: tuple[Record, ...] = field(repr=False)
    aborted: int = 0
    """the number of aborted matches, which do not count"""

    def to_json(self) -> dict[str, Any]:
        return {
            "matches": len(self.records),
            "aborted": self.aborted,
            "players": [
                {
                    "name": s.name,
                    "matches": s.matches,
                    "average": s.average,
                    "won": s.won,
                    "drawn": s.drawn,
                    "lost": s.lost,
                    "penalties": s.penalties,
                    "elo": None if s.rating is None else round(s.rating.elo, 1),
                    "elo_interval": None if s.rating is None else [round(s.rating.low, 1), round(s.rating.high, 1)],
                }
                for s in self.standings
            ],
            "results": [
                {
                    "match": r.match,
                    "game": r.game,
                    "players": dict(zip(r.roles, r.players)),
                    "goals": None if r.goals is None else list(r.goals),
                    "turns": len(r.turns),
                    "penalties": list(r.penalties),
                }
                for r in self.records
            ],
        }


def pairings(games: Sequence[Playable], players: Sequence[str], rounds: int) -> Iterator[Pairing]:
    """The matches of a tournament. Where a game has more roles than players, they play several each."""
    for number in range(1, rounds + 1):
        for game in games:
            roles = len(game.seats)
            few = roles > len(players)
            groups = [tuple(islice(cycle(players), roles))] if few else combinations(players, roles)
            for group in groups:
                for turned in range(roles if len(set(group)) > 1 else 1):
                    yield Pairing(game, number, group[turned:] + group[:turned])


def how_many(games: Sequence[Playable], players: Sequence[str], rounds: int) -> int:
    """The number of matches, without listing them."""
    many = 0
    for game in games:
        roles = len(game.seats)
        groups = 1 if roles > len(players) else comb(len(players), roles)
        many += groups * (roles if min(roles, len(players)) > 1 else 1)
    return many * rounds


def tournament(
    games: Sequence[Playable],
    players: Mapping[str, Callable[[], Seat]],
    conditions: Conditions = Conditions(),  # noqa: B008, a frozen value
    *,
    rounds: int = 1,
    seed: int = 0,
    watch: Callable[[Record], None] = lambda record: None,
) -> Table:
    """Play all matches; each has its own seed, drawn from one."""
    if not players or not games:
        raise GalakitError("a tournament needs games and players", hint="--player NAME=AGENT", id="GK964")
    records = []
    for number, pairing in enumerate(pairings(games, list(players), rounds), 1):
        record = play_match(
            pairing.game,
            [players[name]() for name in pairing.players],
            conditions,
            match=f"{pairing.game.name}.{number}",
            seed=seed * 1_000_003 + number,
        )
        records.append(record)
        watch(record)
    return table(list(players), records)


def table(players: Sequence[str], records: Sequence[Record]) -> Table:
    """The standings: of two players of a match, the one with the higher goal value wins."""
    standings = {name: Standing(name) for name in players}
    met: dict[tuple[str, str], tuple[float, int]] = {}
    for record in records:
        for name, penalties in zip(record.players, record.penalties):
            if name in standings:
                standings[name].penalties += penalties
        if record.goals is None:
            continue
        results = [(n, g or 0) for n, g in zip(record.players, record.goals) if n in standings]
        for name, goal in results:
            standings[name].matches += 1
            standings[name].goals += goal
        for (a, mine), (b, other) in combinations(results, 2):
            if a != b:
                score = 0.5 if mine == other else float(mine > other)
                points, times = met.get((a, b), (0.0, 0))
                met[a, b] = (points + score, times + 1)
                _count(standings[a], score)
                _count(standings[b], 1 - score)
    if met:
        for name, rating in ratings(players, met).items():
            standings[name].rating = rating
    order = sorted(standings.values(), key=lambda s: (-(s.rating.elo if s.rating else s.average or 0), s.name))
    return Table(tuple(order), tuple(records), sum(record.goals is None for record in records))


def _count(standing: Standing, score: float) -> None:
    standing.won += score == 1
    standing.drawn += score == 0.5
    standing.lost += score == 0
