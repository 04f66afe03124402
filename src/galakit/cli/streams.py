"""The streams that commands print to: text from files and rules reaches the terminal as visible characters only.

`harmless` wraps the standard streams while a command runs, so that every `print` goes through it. Tables
and colours come from a Rich console (`console`), whose own escape sequences go past it; the texts in them do not.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from galakit.printable import printable

if TYPE_CHECKING:
    from rich.console import Console


class Harmless:
    """A text stream that writes control characters visibly."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        self.stream.write(printable(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextmanager
def harmless() -> Iterator[None]:
    """A context in which all prints are harmless."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (Harmless(_own(stream)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _own(stream: TextIO) -> TextIO:
    return stream.stream if isinstance(stream, Harmless) else stream


def document(lines: Iterable[str]) -> None:
    """Print a text that programs read: as it is into a file or a pipe, made visible on a terminal."""
    out = sys.stdout if sys.stdout.isatty() else _own(sys.stdout)
    out.writelines(lines)


def console(out: TextIO) -> Console:
    """A Rich console on a stream. Square brackets are text, and texts are made visible."""
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

    class Visible(Console):
        def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
            for segment in super().render(renderable, options):
                if segment.control or segment.text.isprintable():
                    yield segment
                else:
                    yield Segment(printable(segment.text), segment.style)

    return Visible(file=_own(out), highlight=False, emoji=False, markup=False)
