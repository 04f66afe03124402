"""What is hunted through: each kind of case makes something of bytes and looks whether it holds together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from tests.hunt.examination import examined
from tests.hunt.files import hunted, shown
from tests.hunt.programs import program


@dataclass(frozen=True)
class Kind:
    """A kind of case. `run` returns counts of what was looked at; whatever it raises is a failure."""

    name: str
    size: int
    """bytes of a case"""
    run: Callable[[bytes], Counter[str]]
    show: Callable[[bytes], tuple[str, bytes]]
    """the case as a file to keep: its suffix and contents"""


KINDS = {
    kind.name: kind
    for kind in (
        Kind("programs", 300, lambda data: examined(program(data)), lambda data: (".gala", program(data).encode())),
        Kind("files", 9, hunted, shown),
    )
}
