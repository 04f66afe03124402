"""Compute the figures, tables and claims of the papers again, and put them into the documentation.

    python -m docs.reproduced              those of minutes: `make reproduce`
    python -m docs.reproduced --all        the longest, too: `make reproduce-all`
    python -m docs.reproduced cartel ...   parts by name

Results are in build/reproduced, and an interrupted run goes on from there: delete the folder to begin again.
"""

from __future__ import annotations

import argparse
import re
import time
from functools import partial
from pathlib import Path

from docs.reproduced.anytime import anytime
from docs.reproduced.part import DOCS, Part
from docs.reproduced.playing import playing
from docs.reproduced.pruning import pruning
from docs.reproduced.shrinking import shrinking
from docs.reproduced.studies import PICTURES, largest, study

PARTS = (
    *(Part(name, f"the study {name}", lambda name=name: study(name) or {}) for name in PICTURES),
    Part("figure16", "the largest games of 1997 and some of today", partial(largest, "figure16")),
    Part("pruning", "leaves that IMP-alpha-beta examines", pruning),
    Part("shrinking", "Rhode Island Hold'em as a linear programme", shrinking),
    Part("playing", "HyperPlay against equilibrium play", playing),
    Part("anytime", "finer and finer abstractions, 5 ranks", partial(anytime, 5)),
    Part("anytime_hours", "the same, 13 ranks", partial(anytime, 13), hours=True),
    Part("figure16_hours", "the largest games of today", partial(largest, "figure16_hours"), hours=True),
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m docs.reproduced", description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="PART", help=", ".join(part.name for part in PARTS))
    parser.add_argument("--all", action="store_true", help="the longest, too")
    options = parser.parse_args()
    if unknown := set(options.names) - {part.name for part in PARTS}:
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    for part in PARTS:
        if part.name in options.names or (not options.names and (options.all or not part.hours)):
            began = time.perf_counter()
            print(f"{part.name}: {part.about}", flush=True)
            for name, text in part.run().items():
                put(name, text)
            print(f"{part.name}: done after {time.perf_counter() - began:.0f} s", flush=True)


def put(name: str, text: str) -> None:
    """Write a table between its markers, on whichever page has them."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    for path in pages(begin):
        whole = path.read_text(encoding="utf-8")
        found = re.sub(f"{begin}.*?{end}", lambda _: f"{begin}\n{text}\n{end}", whole, count=1, flags=re.DOTALL)
        path.write_text(found, encoding="utf-8")


def pages(marker: str) -> list[Path]:
    """The pages with a marker: at least one."""
    found = [path for path in sorted((DOCS / "explanation").glob("*.md")) if marker in path.read_text(encoding="utf-8")]
    assert found, f"no page has {marker}"
    return found


if __name__ == "__main__":
    main()
