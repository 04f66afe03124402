"""docs/reference/security.md tells the truth: the tests that it names exist, and its defaults are those of the code."""

from __future__ import annotations

import ast
import importlib
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "reference" / "security.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"tests/[\w/]+\.py(?:::\w+)?", PAGE)))
UNITS = {"%": 0.01, "s": 1, "KiB": 1 << 10, "MB": 10**6, "MiB": 1 << 20, "GiB": 1 << 30}


def tables() -> list[tuple[list[str], list[list[str]]]]:
    """The tables of the page: the heads of the columns, and the rows."""
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", PAGE, re.MULTILINE):
        head, _, *rows = ([cell.strip() for cell in line.strip("|\n").split("|")] for line in block.splitlines())
        found.append((head, rows))
    return found


LIMITS = {row[2].strip("`"): row for head, rows in tables() if head[0] == "limit" for row in rows}


@cache
def functions_in(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


@pytest.mark.parametrize("named", NAMED)
def test_a_test_that_the_page_names_exists(named):
    path, _, name = named.partition("::")
    assert not name or name in functions_in(path)


def test_every_claim_and_every_limit_has_a_test():
    assert len(tables()) >= 9 and len(LIMITS) >= 40
    for head, rows in tables():
        assert head[-1] == "proved by"
        for row in rows:
            assert len(row) == len(head), row
            assert re.fullmatch(r"(`tests/[\w/]+\.py::test_\w+` ?)+", row[-1]), row


def constant(reference: str) -> float:
    """The number that a dotted name stands for: of a module, of a class in it, of an object."""
    words = reference.split(".")
    for k in range(len(words), 0, -1):
        try:
            found = importlib.import_module(".".join(words[:k]))
        except ModuleNotFoundError:
            continue
        for word in words[k:]:
            found = getattr(found, word)
        return found
    raise AssertionError(f"there is no module in {reference}")


def amount(text: str, reference: str) -> float:
    """The number that a default begins with, in the units of its constant."""
    number, unit = re.match(r"([\d,]+)(?: (%|[A-Za-z]+))?", text).groups()
    in_megabytes = reference.endswith((".megabytes", ".ROOM"))  # these count them
    return int(number.replace(",", "")) * (1 if in_megabytes else UNITS.get(unit, 1))


@pytest.mark.parametrize("reference", LIMITS)
def test_a_default_on_the_page_is_the_constant_in_the_code(reference):
    assert amount(LIMITS[reference][1], reference) == pytest.approx(constant(reference), rel=1e-12)


@pytest.mark.parametrize("option", sorted(set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", PAGE))))
def test_an_option_on_the_page_is_one_of_a_command(option):
    from typer.main import get_command

    from galakit.cli.main import app

    def options(command):
        yield from (name for parameter in command.params for name in parameter.opts)
        for inner in getattr(command, "commands", {}).values():
            yield from options(inner)

    assert option in set(options(get_command(app)))
