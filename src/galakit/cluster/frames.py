"""The lines between a process of ours and the bridge to the cluster: a number, a sign, and what it is about."""

from __future__ import annotations

from typing import Literal

Sign = Literal["+", ">", "-", "<", ".", "!", "=", "?"]
"""to the bridge: `+` start a process, `>` a line for it, `-` end it; from the bridge: `<` a line of a process, `.` it
has ended, `!` its machine is lost, `=` how many processors there are, `?` why the cluster cannot be used"""


def frame(number: int, sign: Sign, rest: bytes = b"") -> bytes:
    """A line without its end.

    >>> frame(7, ">", b"{}")
    b'7>{}'
    """
    return b"%d%s%s" % (number, sign.encode(), rest.rstrip(b"\n"))


def unframed(line: bytes) -> tuple[int, str, bytes]:
    """The parts of a line; ValueError where it is none.

    >>> unframed(b"7>{}")
    (7, '>', b'{}')
    """
    line = line.rstrip(b"\n")
    digits = 0
    while line[digits : digits + 1].isdigit():
        digits += 1
    if not digits or digits == len(line):
        raise ValueError("not a frame")
    return int(line[:digits]), chr(line[digits]), line[digits + 1 :]
