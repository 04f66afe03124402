"""Every mistake of a newcomer gets a message that says what to do: compared with the golden file `mistakes.txt`.

After changing a message on purpose, run `PYTHONPATH=tests python tests/lang/test_mistakes.py` and look at what it wrote.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from galakit.errors import Source
from galakit.lang.gala.compile import check
from lang.mistakes import EDITS, PENNIES, mistaken

GOLDEN = Path(__file__).parent / "mistakes.txt"


def told(name: str) -> str:
    problems = check(Source("pennies.gala", mistaken(name))).sorted_problems()
    return "\n".join(p.render() for p in problems) + "\n"


def golden() -> dict[str, str]:
    parts = GOLDEN.read_text(encoding="utf-8").split("### ")[1:]
    return {name: text for name, _, text in (part.partition("\n") for part in parts)}


def test_the_game_without_a_mistake_is_fine():
    assert check(Source("pennies.gala", PENNIES)).problems == []


@pytest.mark.parametrize("name", EDITS)
def test_a_mistake_is_told_with_its_remedy(name):
    text = told(name)
    assert text == golden()[name].rstrip("\n") + "\n"
    assert "hint: " in text and " | " in text and "^" in text


def test_one_mistake_is_told_once():
    assert {name: told(name).count("[GK") for name in EDITS if told(name).count("[GK") > 2} == {}


if __name__ == "__main__":
    GOLDEN.write_text("\n".join(f"### {name}\n{told(name)}" for name in EDITS), encoding="utf-8")
