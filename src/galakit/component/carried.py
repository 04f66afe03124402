"""The answers that reports and notebooks contain: to all questions of the component about a small game.

They are a JSON object from paths to answers, compressed and written in base64; `frontend/src/component/embedded.ts`
reads it. The table of questions says which are carried. Searches are not: the component looks through the information
sets itself.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from galakit.errors import GalakitError
from galakit.study.answers import Answer
from galakit.study.inputs import Input, InputValues
from galakit.study.question import Question
from galakit.study.questions import QUESTIONS, equilibria, of_equilibrium

if TYPE_CHECKING:
    from galakit.study.study import Study

LIMIT_NODES = 20_000  # of a tree
LIMIT_SETS = 20_000
LIMIT_BYTES = 8_000_000  # compressed; in base64 it is a third more
LIMIT_TEXT = 80_000_000  # uncompressed, in the browser's memory
GZIP = 16 + zlib.MAX_WBITS
LEFT_OUT = "left out"


@dataclass(frozen=True)
class Carried:
    """The answers, ready to be put into a document."""

    text: str
    answers: int
    left_out: tuple[str, ...]


class _Full(Exception):
    """No more answers fit."""


@dataclass
class _Pack:
    """A JSON object that is compressed while it grows."""

    limit: int
    answers: int = 0
    length: int = 0
    packed: int = 0
    parts: list[bytes] = field(default_factory=list)
    # Without a time stamp, so that the same answers are the same bytes.
    zipped: zlib._Compress = field(default_factory=lambda: zlib.compressobj(9, zlib.DEFLATED, GZIP))

    def add(self, path: str, data: bytes) -> None:
        line = (b"," if self.length else b"{") + msgspec.json.encode(path) + b":" + data
        part = self.zipped.compress(line)
        self.answers += 1
        self.length += len(line)
        self.packed += len(part)
        self.parts.append(part)
        if self.packed > self.limit or self.length > LIMIT_TEXT:
            raise _Full

    def finished(self) -> None:
        """Flush the compressor, and check that the result fits."""
        if self.packed + len(self.zipped.copy().flush()) > self.limit:
            raise _Full

    def kept(self) -> _Pack:
        return _Pack(self.limit, self.answers, self.length, self.packed, list(self.parts), self.zipped.copy())

    def text(self) -> str:
        return base64.b64encode(b"".join([*self.parts, self.zipped.compress(b"}"), self.zipped.flush()])).decode()


def carried(
    study: Study, limit: int = LIMIT_BYTES, progress: Callable[[str, int, int | None], None] | None = None
) -> Carried:
    """All answers about a game; without the tree where that is too large.

    >>> import galakit as gk
    >>> from galakit.study.study import Study
    >>> game = gk.load("kuhn")
    >>> found = carried(Study(gk.solve(game), game))
    >>> found.answers > 80, found.left_out
    (True, ())
    """
    size = study.solution.size
    if not study.solution.able.list_all or size is None:
        raise _too_large(study, "its information sets are too many to list")
    sets = study.game.form.information_sets  # methods on states do not count them
    if sets > LIMIT_SETS:
        raise _too_large(study, f"it has {sets:,} information sets; at most {LIMIT_SETS:,} are possible")
    pack = _Pack(limit)
    tree = study.game.tree is not None and size.nodes <= LIMIT_NODES
    total = (sets + (size.nodes if tree else 0)) * len(equilibria(study))

    def add(path: str, answer: Answer) -> None:
        pack.add(path, msgspec.json.encode(answer))
        if progress is not None:
            progress("packing", min(pack.answers, total), total)

    try:
        for path, answer in _answers(study, "always"):
            add(path, answer)
        pack.finished()
    except _Full:
        raise _too_large(study, f"its answers take more than {limit / 1_000_000:g} MB") from None
    before = pack.kept()
    why = f"the tree is left out: it has {size.nodes:,} nodes"
    if tree:
        try:
            for path, answer in _answers(study, "where it fits"):
                add(path, answer)
            pack.finished()
            return Carried(pack.text(), pack.answers, ())
        except _Full:
            pass
    missing = {q.path.partition("/")[0]: why for q in QUESTIONS.values() if q.carried == "where it fits"}
    before.add(LEFT_OUT, msgspec.json.encode(missing))
    return Carried(before.text(), before.answers - 1, (why,))


def _answers(study: Study, *kinds: str) -> Iterator[tuple[str, Answer]]:
    """All answers to the questions of these kinds of `carried`, with their paths."""
    for number in equilibria(study):
        one = study.equilibrium(number)
        for question in QUESTIONS.values():
            if question.carried in kinds:
                for given in _choices(one, [part for part in question.inputs if part.page is None], {}):
                    pages = _pages(one, question, given, [part for part in question.inputs if part.page])
                    yield from ((of_equilibrium(path, number), answer) for path, answer in pages)


def _choices(study: Study, inputs: Sequence[Input], given: InputValues) -> Iterator[InputValues]:
    """All combinations of the inputs' values."""
    if not inputs:
        yield given
        return
    part, *others = inputs
    for value in [part.default] if part.values is None else part.values(study, given):
        yield from _choices(study, others, {**given, part.name: value})


def _pages(
    study: Study, question: Question[Any], given: InputValues, offsets: Sequence[Input]
) -> Generator[tuple[str, Answer], None, Answer]:
    """The pages of an answer, those of the last offset first; returns the last one."""
    if not offsets:
        path = question.asked(**given)
        answer = study.ask(path)
        yield path, answer
        return answer
    first, *others = offsets
    assert first.page is not None
    items, total = first.page
    reached = 0
    while True:
        page = yield from _pages(study, question, {**given, first.name: reached}, others)
        reached += len(getattr(page, items))
        if not getattr(page, items) or reached >= getattr(page, total):
            return page


def _too_large(study: Study, why: str) -> GalakitError:
    name = study.solution.name
    if study.solution.able.by_state:
        return GalakitError(
            f"{name} can go on for ever, and a report lists information sets, of which it has no end",
            hint=f"look at the states: galakit show {name}",
            id="GK856",
        )
    return GalakitError(
        f"{name} is too large for a report: {why}",
        hint=f"open it with `galakit serve {name}`, or choose smaller parameters",
        id="GK856",
    )
