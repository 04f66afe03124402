"""The documentation tells the truth: its Python runs, its games load, its commands exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import galakit as gk

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(kind):
    for page in PAGES:
        for match in re.finditer(rf"```{kind}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
            yield pytest.param(
                match[1], id=f"{page.name}:{page.read_text(encoding='utf-8')[: match.start()].count(chr(10)) + 1}"
            )


@pytest.mark.parametrize("code", list(blocks("python")))
def test_python_in_the_documentation_runs(code):
    exec(compile(code, "<documentation>", "exec"), {"__name__": "documentation"})


@pytest.mark.parametrize("text", list(blocks("gala")))
def test_games_in_the_documentation_are_solved(text):
    assert gk.solve(gk.loads(text)).gap == 0


def test_the_readme_shows_the_shipped_kuhn_poker():
    listing = next(iter(blocks("gala"))).values[0]
    assert listing.strip() in (ROOT / "src/galakit/games/kuhn.gala").read_text(encoding="utf-8")


def test_the_values_the_readme_prints_are_right():
    solution = gk.solve(gk.load("poker", ranks=8))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert str(solution.value) in readme
    assert str(solution.at("gambler", "myhand([2])").probabilities) in readme


def test_commands_in_the_readme_are_understood():
    from typer.main import get_command

    from galakit.cli.main import app

    group = get_command(app)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^(?:\$ )?galakit +(.*?)(?: +#.*)?$", readme, re.MULTILINE)
    assert len(commands) >= 9
    for line in commands:
        name, *words = shlex.split(line)
        group.commands[name].make_context(name, words)


def test_pictures_and_links_exist():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), (page.name, target)
