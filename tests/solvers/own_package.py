"""A package with a method of its own, for tests: everybody plays evenly, whatever the game."""

from __future__ import annotations

from pathlib import Path

MODULE = """
from galakit.solvers.method import Answer, Method


def run(game, request):
    from galakit.game.realization import uniform

    if request.options.get("mood", "calm") != "calm":
        from galakit.errors import GalakitError

        raise GalakitError("the option mood is not calm", hint="be calm", id="GK612")
    form = game.form
    return Answer(tuple(uniform(form, p, exact=form.exact) for p in range(len(form.players))), "evenly")


EVENLY = Method(
    name="evenly", needs="nothing", promises="nothing", cost="nothing",
    refusal=lambda game: None, run=run, options={"mood": "calm"}, equilibrium=False,
)
"""


def package(folder: Path, name: str, text: str | None, points: str, module: str = "evenly_method") -> Path:
    """An installed package, as small as one can be."""
    about = folder / f"{name.replace('-', '_')}-1.2.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
    (about / "entry_points.txt").write_text(points)
    if text is not None:
        (folder / f"{module}.py").write_text(text)
    return folder
