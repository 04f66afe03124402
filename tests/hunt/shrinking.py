"""A failing case made small: bytes are left out or set to 0 as long as it fails in the same way.

Generators read one decision after the other and take the first option where bytes are used up, so fewer bytes and
smaller ones mean a simpler case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

ATTEMPTS = 400


def shrunk(data: bytes, fails: Callable[[bytes], bool], attempts: int = ATTEMPTS) -> bytes:
    """The smallest bytes found that still fail.

    >>> shrunk(bytes(range(40)), lambda data: 7 in data and 20 in data)
    b'\\x07\\x14'
    """
    left = attempts
    changed = True
    while changed and left > 0:
        changed = False
        for candidate in _simpler(data):
            left -= 1
            if fails(candidate):
                data, changed = candidate, True
                break
            if left <= 0:
                break
    return data


def _simpler(data: bytes) -> Iterator[bytes]:
    size = len(data)
    while size:
        for start in range(0, len(data), size):
            yield data[:start] + data[start + size :]
        size //= 2
    for at, byte in enumerate(data):
        if byte:
            yield data[:at] + b"\x00" + data[at + 1 :]
