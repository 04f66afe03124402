"""Labels of files as names on a screen: printable, never empty, and different where they must differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

_PAIRS = {")": "(", "]": "[", "}": "{"}


def printable(label: str) -> str:
    """A label on one line, without what a screen cannot show.

    >>> printable("two\\nlines")
    'two lines'
    """
    return " ".join("".join(c if c.isprintable() else " " for c in label).split())


def shown(label: str) -> str:
    """A label as a fact or a move, quoted where it would be ambiguous in a list of them.

    >>> shown("(1,2)"), shown("a, b"), shown("f(x")
    ('(1,2)', "'a, b'", "'f(x'")
    """
    text = printable(label)
    if not _ambiguous(text):
        return text
    quote = '"' if "'" in text else "'"
    return quote + text.replace(quote, "`") + quote


def distinct(labels: Sequence[str], written: Callable[[str], str] = shown) -> tuple[str, ...]:
    """Names for labels that may be empty or the same: those get their number in the list.

    >>> distinct(["in", "out", "out", ""])
    ('in', 'out (2)', 'out (3)', '4')
    """
    names = [written(label) or str(k) for k, label in enumerate(labels, 1)]
    taken = Counter(names)
    for k, name in enumerate(names):
        if taken[name] > 1:
            names[k] = f"{name} ({k + 1})"
    # A name made here may be another's label; then all get their numbers.
    return tuple(names) if len(set(names)) == len(names) else tuple(f"{n} #{k}" for k, n in enumerate(names, 1))


def _ambiguous(text: str) -> bool:
    if "'" in text or '"' in text:
        return True
    depth: list[str] = []
    for c in text:
        if c in "([{":
            depth.append(c)
        elif c in _PAIRS:
            if not depth or depth.pop() != _PAIRS[c]:
                return True
        elif c == "," and not depth:
            return True
    return bool(depth)
