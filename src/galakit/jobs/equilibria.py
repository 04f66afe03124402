"""Where the server keeps further equilibria of a job: in files beside that of its solution, which holds one."""

from __future__ import annotations

from pathlib import Path


def other_equilibria(saved: str) -> list[Path]:
    """The files of further equilibria beside the file of a job's solution."""
    found: list[Path] = []
    while (path := beside(Path(saved), len(found) + 2)).exists():
        found.append(path)
    return found


def beside(saved: Path, number: int) -> Path:
    """The file of the equilibrium of that number.

    >>> beside(Path("5e6f7a8b.json"), 2).name
    '5e6f7a8b.equilibrium-2.json'
    """
    return saved.with_name(f"{saved.stem}.equilibrium-{number}{saved.suffix}")
