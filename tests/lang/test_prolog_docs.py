"""docs/reference/prolog.md tells the truth: each goal in it has the answers, or the error, that stand below it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from galakit.errors import GalakitError
from galakit.lang.prolog import Prolog

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "prolog.md"
BLOCKS = re.findall(r"```prolog\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def examples():
    for block in BLOCKS:
        lines = block.splitlines()
        program = "\n".join(line for line in lines if not line.startswith(("?-", "%")))
        for i, line in enumerate(lines):
            if line.startswith("?-"):
                below = lines[i + 1 :]
                end = next((n for n, text in enumerate(below) if not text.startswith("% ")), len(below))
                yield pytest.param(program, line[3:].removesuffix("."), below[:end], id=line)


def shown(program: str, goal: str) -> list[str]:
    try:
        answers = Prolog(program).ask(goal)
    except GalakitError as error:
        return [f"% error: {error.diagnostics[0].message}"]
    bound = [{name: value for name, value in answer.items() if value != "_1"} for answer in answers]
    lines = [", ".join(f"{name} = {value}" for name, value in answer.items()) or "true" for answer in bound]
    return [f"% {line}" for line in lines or ["false"]]


@pytest.mark.parametrize(("program", "goal", "expected"), list(examples()))
def test_the_page_shows_what_a_goal_answers(program, goal, expected):
    assert shown(program, goal) == expected


def test_every_predicate_the_page_names_exists():
    table = PAGE.read_text(encoding="utf-8").split("## Predicates and functions")[1].split("Arithmetic functions")[0]
    database = Prolog().database
    known = {s.name for s in (*database.control, *database.deterministic, *database.predicates) if database.defined(s)}
    known |= {",", ";", "->", "*->", "!", "true", "fail", "false", "^"}
    named = {name.split("/")[0] for name in re.findall(r"`([^`\s]+)`", table)}
    assert {name for name in named if "(" not in name and "[" not in name and "{" not in name} <= known
