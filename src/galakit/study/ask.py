"""Questions as paths, the same for everybody: `sets/12`, `players/0/grid?situation=3&aggregate=true`."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote

from galakit.errors import GalakitError
from galakit.study.answers import Answer
from galakit.study.names import number

if TYPE_CHECKING:
    from galakit.study.study import Study

LONGEST = 50_000  # characters of a path
MOST = 20  # parameters
PATHS = (
    "overview",
    "players/PLAYER/situations",
    "players/PLAYER/grid",
    "sets",
    "sets/ID",
    "nodes/ID",
    "comparison",
)


@dataclass(frozen=True)
class Asked:
    """The parameters of a question; each is read once, and none may be left over."""

    study: Study
    given: dict[str, str]

    def text(self, name: str) -> str | None:
        """What stands there; None where there is nothing."""
        return self.given.pop(name, None) or None

    def flag(self, name: str) -> bool:
        text = self.given.pop(name, "false")
        if text not in ("true", "false"):
            raise _bad(name, text, "true or false")
        return text == "true"

    def offset(self, name: str = "offset") -> int:
        text = self.given.pop(name, "0")
        offset = number(text)
        if offset is None:
            raise _bad(name, text, "a whole number that is not negative")
        return offset

    def player(self, text: str | None) -> int | None:
        if text is None:
            return None
        index = number(text)
        return self.study.solution.player(text if index is None else index)

    def finished(self) -> None:
        for name in self.given:
            raise GalakitError(f"this question has no parameter {name[:40]}", id="GK802")


def ask(study: Study, path: str, other: Study | None = None) -> Answer:
    """The answer to a question; an error that says what is wrong with it."""
    if len(path) > LONGEST:
        raise GalakitError("the question is too long", hint=f"{LONGEST:,} characters are the most", id="GK802")
    place, _, query = path.partition("?")
    if query.count("&") >= MOST:
        raise GalakitError("the question has too many parameters", hint=f"{MOST} are the most", id="GK802")
    asked = Asked(study, dict(parse_qsl(query, keep_blank_values=True)))
    words = [unquote(word) for word in place.split("/") if word]
    return _answered(asked, words, path, other)


def _answered(asked: Asked, words: list[str], path: str, other: Study | None) -> Answer:
    study = asked.study
    match words:
        case ["overview"]:
            asked.finished()
            return study.overview()
        case ["players", whose, "situations"]:
            player = asked.player(whose) or 0
            merged, offset = asked.flag("aggregate"), asked.offset()
            asked.finished()
            return study.situations(player, aggregate=merged, offset=offset)
        case ["players", whose, "grid"]:
            player = asked.player(whose) or 0
            situation, merged = asked.text("situation"), asked.flag("aggregate")
            offset, rows = asked.offset(), asked.offset("row_offset")
            asked.finished()
            return study.grid(player, situation, aggregate=merged, offset=offset, row_offset=rows)
        case ["sets"]:
            facts, whose_sets, offset = asked.text("facts"), asked.player(asked.text("player")), asked.offset()
            asked.finished()
            return study.search(facts or "", whose_sets, offset=offset)
        case ["sets", name]:
            asked.finished()
            return study.information_set(name)
        case ["nodes", name]:
            offset = asked.offset()
            asked.finished()
            return study.node(name, offset=offset)
        case ["comparison"]:
            asked.text("other")
            offset = asked.offset()
            asked.finished()
            if other is None:
                raise GalakitError("a comparison needs another study", hint="comparison?other=JOB", id="GK802")
            return study.comparison(other, offset=offset)
    close = difflib.get_close_matches(path.partition("?")[0][:80], PATHS, 1, 0.4)
    raise GalakitError(
        f"there is no question {path[:80]}",
        hint=f"did you mean {close[0]}?" if close else "the questions are " + ", ".join(PATHS),
        id="GK802",
    )


def _bad(name: str, text: str, expected: str) -> GalakitError:
    return GalakitError(f"{name} is {text[:40]!r}, and should be {expected}", id="GK802")
