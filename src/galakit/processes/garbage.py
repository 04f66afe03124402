"""How often Python looks for garbage in programs of ours."""

from __future__ import annotations

import gc


def collect_seldom() -> None:
    """Look for garbage once in 200,000 new objects, not in 700.

    Rules, automata and machine code in the making are millions of objects, none of them garbage: looking through them
    again and again takes a tenth of the time.
    """
    gc.set_threshold(200_000, 10, 10)
