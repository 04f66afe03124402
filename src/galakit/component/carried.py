"""Answers that travel with what shows them: all questions that the component can ask about a small game, asked before.

They are one JSON object from paths to answers, compressed and written in base64; `frontend/src/component/embedded.ts`
reads it. Searches are not among them: the component looks through the information sets itself.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import quote

import msgspec

from galakit.errors import GalakitError
from galakit.study.answers import Answer, Grid, Node, Situations

if TYPE_CHECKING:
    from galakit.study.study import Study

LIMIT_NODES = 20_000  # of a tree
LIMIT_SETS = 20_000
LIMIT_BYTES = 8_000_000  # compressed; in base64 it is a third more
LIMIT_TEXT = 80_000_000  # before that: what the browser has to hold
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
    # The time of packing is no part of the result: the same answers are the same bytes.
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
        """Whether it fits, with what the compressor has held back so far."""
        if self.packed + len(self.zipped.copy().flush()) > self.limit:
            raise _Full

    def kept(self) -> _Pack:
        return _Pack(self.limit, self.answers, self.length, self.packed, list(self.parts), self.zipped.copy())

    def text(self) -> str:
        return base64.b64encode(b"".join([*self.parts, self.zipped.compress(b"}"), self.zipped.flush()])).decode()


def carried(
    study: Study, limit: int = LIMIT_BYTES, progress: Callable[[str, int, int | None], None] | None = None
) -> Carried:
    """All answers about a game; of one whose tree alone is too large, those without the tree.

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
    sets = study.game.form.information_sets  # methods that go state by state do not count them
    if sets > LIMIT_SETS:
        raise _too_large(study, f"it has {sets:,} information sets; {LIMIT_SETS:,} are the most")
    pack = _Pack(limit)
    tree = study.game.tree is not None and size.nodes <= LIMIT_NODES
    total = sets + (size.nodes if tree else 0)

    def add(path: str, answer: Answer) -> None:
        pack.add(path, msgspec.json.encode(answer))
        if progress is not None:
            progress("packing", min(pack.answers, total), total)

    try:
        for path, answer in _without_tree(study):
            add(path, answer)
        pack.finished()
    except _Full:
        raise _too_large(study, f"its answers take more than {limit / 1_000_000:g} MB") from None
    before = pack.kept()
    why = f"the tree is not here: it has {size.nodes:,} nodes"
    if tree:
        try:
            for path, answer in _tree(study):
                add(path, answer)
            pack.finished()
            return Carried(pack.text(), pack.answers, ())
        except _Full:
            pass
    before.add(LEFT_OUT, msgspec.json.encode({"nodes": why}))
    return Carried(before.text(), before.answers - 1, (why,))


def _without_tree(study: Study) -> Iterator[tuple[str, Answer]]:
    yield "overview", study.overview()
    for player in range(len(study.solution.players)):
        for merged in ("", "aggregate=true"):
            names: list[str] = []
            for path, page in _pages(study, f"players/{player}/situations", merged):
                assert isinstance(page, Situations)
                names += [situation.id for situation in page.items]
                yield path, page
            yield from _grids(study, f"players/{player}/grid", merged)
            for name in names:
                yield from _grids(study, f"players/{player}/grid", f"situation={quote(name, safe='')}")
    for i in range(study.solution.sheet.information_sets):
        yield f"sets/{i}", study.ask(f"sets/{i}")


def _tree(study: Study) -> Iterator[tuple[str, Answer]]:
    stack = ["0"]
    while stack:
        for path, page in _pages(study, f"nodes/{quote(stack.pop(), safe='')}", ""):
            assert isinstance(page, Node)
            stack += [branch.node for branch in page.branches]
            yield path, page


def _pages(study: Study, path: str, query: str) -> Iterator[tuple[str, Answer]]:
    """An answer of several pages, one after the other."""
    offset = 0
    while True:
        asked = _asked(path, query, offset=offset)
        page = study.ask(asked)
        yield asked, page
        assert isinstance(page, Situations | Node)
        items = page.items if isinstance(page, Situations) else page.branches
        offset += len(items)
        if not items or offset >= page.total:
            return


def _grids(study: Study, path: str, query: str) -> Iterator[tuple[str, Answer]]:
    """The pages of a grid: some columns, and of their rows some."""
    column = 0
    while True:
        row = 0
        while True:
            asked = _asked(path, query, offset=column, row_offset=row)
            page = study.ask(asked)
            assert isinstance(page, Grid)
            yield asked, page
            row += len(page.rows)
            if not page.rows or row >= page.rows_total:
                break
        column += len(page.columns)
        if not page.columns or column >= page.total:
            return


def _asked(path: str, query: str, **numbers: int) -> str:
    words = [query] * bool(query) + [f"{name}={number}" for name, number in numbers.items() if number]
    return f"{path}?{'&'.join(words)}" if words else path


def _too_large(study: Study, why: str) -> GalakitError:
    name = study.solution.name
    return GalakitError(
        f"{name} is too large for a report: {why}",
        hint=f"look at it with `galakit serve {name}`, or choose smaller parameters",
        id="GK856",
    )
