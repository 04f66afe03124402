"""The header of a saved solution: everything but the strategies, written as JSON and checked when it is read.

The header is what `galakit solve --json` prints, with the number of the schema and the text of the rules. Numbers of an
exact solution are strings `p/q`; the gap is always a number.
"""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct, field

from galakit.decoding import decode_fraction, encode_fraction
from galakit.errors import GalakitError, Source
from galakit.game.size import Size
from galakit.rules.contract import Number
from galakit.rules.display import Entry, display_of
from galakit.solution.certificate import Certificate
from galakit.solution.trail import Moment

if TYPE_CHECKING:
    from galakit.solution.solution import Finding, Solution

LARGEST = 2.0**1000  # of the numbers in a file: they must be floats, too

Written = str | int | float


class _Rules(Struct):
    file: str
    text: str


class _Size(Struct):
    states: int
    nodes: int
    terminals: int
    information_sets: list[int]
    sequences: list[int]


class Separated(Struct):
    """The columns in a file of a separated game: see `factored.files`."""

    fingerprint: str
    merged: bool
    group: int
    numbering: list[int]
    columns: str
    locked: dict[str, str] = field(default_factory=dict)


class Public(Struct):
    """The tables in a file of a game of public moves: see `public.files`."""

    fingerprint: str
    group: int


class Stationary(Struct):
    """The numbers in a file of strategies by state: see `states.files`."""

    fingerprint: str


class Header(Struct):
    """The header as it is read."""

    schema: int
    game: str
    params: dict[str, str]
    players: list[str]
    method: str
    algorithm: str
    why: str
    value: list[Written]
    gains: list[Written]
    exact: bool
    seconds: dict[str, float]
    checked: bool = True
    claimed_by: str = ""
    tight: bool = True
    planning: bool = False
    size: _Size | None = None
    warnings: list[str] = field(default_factory=list)
    found: dict[str, Written] = field(default_factory=dict)
    trail: list[tuple[float, float]] = field(default_factory=list)
    locked: list[int] = field(default_factory=list)
    rules: _Rules | None = None
    display: list[Entry] = field(default_factory=list)
    separated: Separated | None = None
    public: Public | None = None
    stationary: Stationary | None = None

    def known(self, path: Path, trusted: bool = False) -> dict[str, Any]:
        """The arguments of a `Solution`. Unless the file is trusted, its certificate is a claim."""
        by = "search" if self.claimed_by == "search" else "best responses" if trusted and self.checked else "file"
        return {
            "name": self.game,
            "params": self.params,
            "players": tuple(self.players),
            "method": self.method,
            "algorithm": self.algorithm,
            "why": self.why,
            "certificate": Certificate(
                tuple(number_of(v, self.exact) for v in self.value),
                tuple(number_of(g, self.exact) for g in self.gains),
                self.exact,
                by=by,  # type: ignore[arg-type]
                tight=self.tight,
                planning=self.planning,
            ),
            "size": None if self.size is None else Size(**msgspec.structs.asdict(self.size)),
            "seconds": self.seconds,
            "warnings": tuple(self.warnings),
            "found": self.found,
            "trail": tuple(Moment(seconds, gap) for seconds, gap in self.trail),
            "locked": tuple(self.locked),
            "display": tuple(self.display),
            # Libraries of their own lie beside the file, if anywhere.
            "source": None
            if self.rules is None
            else Source(self.rules.file, self.rules.text, str(path.resolve().parent)),
        }


def decode(data: Any) -> Header:
    """The header in a JSON value; ValueError where it is invalid."""
    try:
        found = msgspec.convert(data, Header)
    except (msgspec.ValidationError, OverflowError) as error:
        raise ValueError(str(error)) from None
    many = len(found.players)
    if not many or len(set(found.players)) < many:
        raise ValueError("the names of the players are not distinct")
    if len(found.value) != many or len(found.gains) != many:
        raise ValueError("not every player has a value and a gain")
    size = found.size
    if size is not None:
        lists = (size.information_sets, size.sequences)
        if any(own and len(own) != many for own in lists) or bool(lists[0]) != bool(lists[1]):
            raise ValueError("the size is not that of a game with these players")
        if min(size.states, size.nodes, size.terminals, *lists[0], *lists[1]) < 0:
            raise ValueError("a size is negative")
    if min((*(s for s, _ in found.trail), *(gap for _, gap in found.trail), *found.seconds.values()), default=0) < 0:
        raise ValueError("a time or a gap is negative")
    if any(isinstance(x, float) and not math.isfinite(x) for x in found.found.values()):
        raise ValueError("not all numbers are finite")
    return found


def check_fit(path: Path, stored: str, now: str) -> None:
    """An error where the fingerprint in a file is not that of its rules."""
    if stored != now:
        raise GalakitError(
            f"{path} does not fit the rules stored in it, as this version of Galakit follows them",
            hint="solve the game again",
            id="GK511",
        )


def header(solution: Solution) -> dict[str, Any]:
    """Everything but the strategies, for JSON."""
    return {
        "game": solution.name,
        "params": dict(solution.params),
        "players": list(solution.players),
        "method": solution.method,
        "algorithm": solution.algorithm,
        "why": solution.why,
        **_proof(solution),
        **({"size": solution.size.to_json()} if solution.size is not None else {}),
        "seconds": {stage: round(s, 6) for stage, s in solution.seconds.items()},
        **({"warnings": list(solution.warnings)} if solution.warnings else {}),
        **({"found": {k: _encoded(v) for k, v in solution.found.items()}} if solution.found else {}),
        **({"trail": [[round(m.seconds, 6), m.gap] for m in solution.trail]} if solution.trail else {}),
        **({"locked": list(solution.locked)} if solution.locked else {}),
        **({"others": [_proof(other) for other in solution.others]} if solution.others else {}),
    }


def rules(solution: Solution) -> dict[str, Any]:
    """The text of the rules: with it a file can be played, and its certificate checked; and how the game looks."""
    source = solution.game.source if solution.game is not None else solution.source
    display = display_of(solution.game.rules) if solution.game is not None else solution.display
    return {
        **({} if source is None else {"rules": {"file": source.name, "text": source.text}}),
        **({"display": [list(entry) for entry in display]} if display else {}),
    }


def _encoded(x: Finding) -> Finding:
    return encode_fraction(x) if isinstance(x, Fraction) else x


def _proof(solution: Solution) -> dict[str, Any]:
    certificate = solution.certificate
    return {
        "value": [plain(v) for v in certificate.value],
        "gap": 0 if certificate.gap == 0 else float(certificate.gap),
        "gains": [plain(g) for g in certificate.gains],
        "exact": certificate.exact,
        "checked": certificate.checked,
        **({} if certificate.checked else {"claimed_by": certificate.by}),
        **({} if certificate.tight else {"tight": False}),
        **({"planning": True} if certificate.planning else {}),
    }


def plain(x: Number) -> str | float:
    """A number as JSON keeps it without loss."""
    return float(x) if isinstance(x, float) else encode_fraction(Fraction(x))


def number_of(x: Written, exact: bool) -> Number:
    """A number of a file; ValueError where it is invalid, or not exact although it must be."""
    if isinstance(x, str):
        found: Number = decode_fraction(x)
    elif exact or isinstance(x, bool):
        raise ValueError("a number of an exact solution is not written as a fraction")
    else:
        found = float(x)
    if not -LARGEST <= found <= LARGEST:
        raise ValueError("a number is too large")
    return found
