"""Questions as paths, read by the table of questions: `sets/12`, `players/0/grid?situation=3&aggregate=true`."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, unquote

from galakit.errors import GalakitError
from galakit.study.answers import Answer
from galakit.study.inputs import Input
from galakit.study.names import number, unlisted
from galakit.study.questions import QUESTIONS, Question

if TYPE_CHECKING:
    from galakit.study.study import Study

LONGEST = 50_000  # characters of a path
MOST = 20  # parameters


def ask(study: Study, path: str, other: Study | None = None) -> Answer:
    """The answer to a question; an error that says what is wrong with it."""
    if len(path) > LONGEST:
        raise GalakitError("the question is too long", hint=f"{LONGEST:,} characters are the most", id="GK802")
    place, _, query = path.partition("?")
    if query.count("&") >= MOST:
        raise GalakitError("the question has too many parameters", hint=f"{MOST} are the most", id="GK802")
    question, texts = _found(place)
    texts |= dict(parse_qsl(query, keep_blank_values=True))
    known = {part.name for part in question.inputs}
    for name in texts:
        if name not in known:
            raise GalakitError(f"this question has no parameter {name[:40]}", id="GK802")
    given = {part.name: _value(study, other, part, texts.get(part.name)) for part in question.inputs}
    if not question.possible(study.solution.able):
        raise unlisted()
    answer: Answer = question.answered(study, **given)
    return answer


def _found(place: str) -> tuple[Question[Any], dict[str, str]]:
    """The question of a path, and the texts of the inputs in it."""
    words = [unquote(word) for word in place.split("/") if word]
    for question in QUESTIONS.values():
        parts = question.path.split("/")
        pairs = list(zip(parts, words))
        if len(parts) == len(words) and all(part == word or part.startswith("{") for part, word in pairs):
            return question, {part[1:-1]: word for part, word in pairs if part.startswith("{")}
    paths = [question.path for question in QUESTIONS.values()]
    close = difflib.get_close_matches(place[:80], paths, 1, 0.4)
    raise GalakitError(
        f"there is no question {place[:80]}",
        hint=f"did you mean {close[0]}?" if close else "the questions are " + ", ".join(paths),
        id="GK802",
    )


def _value(study: Study, other: Study | None, part: Input, text: str | None) -> Any:
    if part.means == "study":
        if other is None:
            raise GalakitError("a comparison needs another study", hint="comparison?other=JOB", id="GK802")
        return other
    if text is None or (part.optional and not text):
        if part.required:
            raise GalakitError(f"{part.name} is missing", hint=f"add {part.name}=…: {part.summary}", id="GK802")
        return part.default
    if part.means == "player":
        index = number(text)
        return study.solution.player(text if index is None else index)
    return part.read(text)
