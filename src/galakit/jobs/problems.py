"""Refusals, as errors with the kind of refusal and as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import msgspec

from galakit.errors import Diagnostic, GalakitError
from galakit.game.fitting import fitting as fitting_hint
from galakit.jobs.messages import Problem, Remedy

Kind = Literal[
    "malformed", "foreign", "missing", "method", "conflict", "large", "medium", "invalid", "busy", "unavailable"
]
"""the kinds of refusal; `web.responses` gives each an HTTP status"""

MOST = 100  # problems in one answer
LONGEST = 2_000  # characters of a message: it may quote the text
ELSEWHERE: Mapping[str, Remedy] = {"GK504": "give_parameter", "GK601": "less", "GK608": "not_exact"}
"""the remedies of errors whose hints are for the command line and Python"""


WITHOUT_PARAMETERS: Mapping[Remedy, Remedy] = {"less": "simpler", "less_or_sooner": "sooner"}
"""the remedies of the same errors where the game has no parameters"""


@dataclass(frozen=True)
class Refusal(Diagnostic):
    """A refusal with a hint that fits all interfaces, or a remedy that each interface words."""

    remedy: Remedy | None = None


class Refused(GalakitError):
    """A refused request, with a hint that fits all interfaces, or a remedy that each interface words."""

    def __init__(
        self,
        kind: Kind,
        message: str,
        *,
        id: str,
        hint: str | None = None,
        remedy: Remedy | None = None,
        notes: Iterable[str] = (),
    ) -> None:
        super().__init__([Refusal(message, hint=hint, notes=tuple(notes), id=id, remedy=remedy)])
        self.kind = kind


def problem(diagnostic: Diagnostic) -> Problem:
    """A diagnostic as data.

    >>> problem(Diagnostic("a bracket is never closed", id="GK010")).message
    'a bracket is never closed'
    """
    place: dict[str, int] = {}
    message = diagnostic.message
    if diagnostic.span is not None:
        place = {key: value for key, value in diagnostic.span.to_json().items() if key != "file"}
        file = str(diagnostic.span.to_json()["file"])
        if file.startswith("<parameter "):  # not a position in the rules
            message, place = f"in {file.strip('<>')}: {message}", {}
    return Problem(
        id=diagnostic.id,
        severity=diagnostic.severity,
        message=_short(message),
        notes=[_short(note) for note in diagnostic.notes[:MOST]],
        hint=None if diagnostic.hint is None else _short(diagnostic.hint),
        remedy=diagnostic.remedy if isinstance(diagnostic, Refusal) else ELSEWHERE.get(diagnostic.id),
        **place,
    )


def problems(diagnostics: Iterable[Diagnostic]) -> list[Problem]:
    """The first of them as data."""
    return [problem(diagnostic) for diagnostic in tuple(diagnostics)[:MOST]]


def worded(found: Iterable[Problem], words: Mapping[Remedy, str]) -> list[Problem]:
    """Problems with their remedies in the wording of an interface.

    >>> missing = problem(Refusal("there is no job 1", id="GK813", remedy="list_jobs"))
    >>> worded([missing], {"list_jobs": "GET /api/jobs lists all jobs"})[0].hint
    'GET /api/jobs lists all jobs'
    """
    return [
        problem if problem.remedy is None else msgspec.structs.replace(problem, hint=words[problem.remedy])
        for problem in found
    ]


def fitting(found: Iterable[Problem], adjustable: bool) -> list[Problem]:
    """Problems with a game, without advice about parameters where it has none.

    >>> vast = problem(Diagnostic("too many states", hint="choose smaller parameters", id="GK603"))
    >>> fitting([vast], adjustable=False)[0].hint
    'make the rules smaller'
    """
    if adjustable:
        return list(found)
    return [
        msgspec.structs.replace(
            problem,
            remedy=None if problem.remedy is None else WITHOUT_PARAMETERS.get(problem.remedy, problem.remedy),
            hint=fitting_hint(problem.hint),
        )
        for problem in found
    ]


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
