"""The folder tree is the architecture: imports point one way, and what is heavy is loaded late."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "galakit"

BASE = ("errors", "disk", "decoding", "memory", "printable", "progress", "deadline")
# What each folder may import of the others, besides these.
ALLOWED = {
    "rules": set(),
    "diagnostics": set(),
    "lang": {"rules"},
    "separated": {"rules"},
    "abstraction": {"rules", "separated"},
    "game": {"rules", "separated"},
    "solve": {"rules", "separated", "abstraction", "game", "solution", "formats", "processes"},
    "solution": {"rules", "separated", "game", "solve"},
    "play": {"rules", "game", "solve", "solution"},
    "formats": {"rules", "game", "solution"},
    "processes": set(),
    "serving": set(),
    "gdl": {"rules", "game", "processes"},
    "agents": {"rules", "game", "solve", "solution", "gdl"},
    "ggp": {"gdl", "agents", "loading", "processes", "serving"},
    "editor": {"rules", "game", "lang", "play", "loading"},
    "study": {"rules", "separated", "game", "solve", "solution", "play"},
    "drawing": {"rules", "game", "solution", "study"},
    "component": {"study", "solution"},
    "jobs": {"rules", "game", "solve", "solution", "play", "study", "loading", "certifying", "formats", "processes"},
    "web": {"jobs", "study", "component", "loading", "serving"},
    "mcp": {"jobs", "study", "loading"},
    "terminal": {"game", "solution", "play", "study"},
    "cli": {
        "study",
        "drawing",
        "component",
        "jobs",
        "web",
        "mcp",
        "terminal",
        "rules",
        "separated",
        "abstraction",
        "game",
        "solve",
        "solution",
        "play",
        "formats",
        "lang",
        "loading",
        "certifying",
        "diagnostics",
        "editor",
        "gdl",
        "agents",
        "ggp",
        "processes",
        "serving",
    },
}
# How a thing shows itself stands above it; it may be named inside of functions only, where somebody asks for it.
SHOWN = {"solution": {"drawing", "component"}}
HEAVY = [
    "numpy",
    "scipy",
    "numba",
    "pandas",
    "pyarrow",
    "highspy",
    "flint",
    "matplotlib",
    "clingo",
    "pygls",
    "textual",
    "starlette",
    "mcp",
]


def imports(path: Path):
    yield from imported(ast.parse(path.read_text(encoding="utf-8")))


def late(path: Path) -> set[str]:
    """What is imported inside of functions, or for the types only."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside = (ast.FunctionDef, ast.AsyncFunctionDef, ast.If)
    return {module for node in ast.walk(tree) if isinstance(node, inside) for module in imported(node)}


def imported(tree: ast.AST):
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("folder", ALLOWED)
def test_imports_point_one_way(folder):
    for path in (SOURCE / folder).rglob("*.py"):
        for module in imports(path):
            if module.startswith("galakit."):
                part = module.split(".")[1]
                if part in SHOWN.get(folder, ()) and module in late(path):
                    continue
                assert part == folder or part in BASE or part in ALLOWED[folder], f"{path.name} imports {module}"


@pytest.mark.parametrize(
    "name",
    [
        "certificate",
        "state_certificate",
        "separated_certificate",
        "public_certificate",
        "public_values",
        "forgetful",
        "best_pure",
        "nodes",
    ],
)
def test_a_certificate_shares_no_code_with_the_solvers(name):
    for module in imports(SOURCE / "solution" / f"{name}.py"):
        assert "solve" not in module


@pytest.mark.parametrize("code", ["import galakit", "from galakit.cli.main import app"])
def test_nothing_heavy_is_imported_before_it_is_needed(code):
    check = f"{code}; import sys; print([m for m in {HEAVY!r} if m in sys.modules])"
    result = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, timeout=60)
    assert result.stdout.strip() == "[]", result.stdout + result.stderr


def test_a_small_game_is_solved_without_a_compiler():
    code = "import galakit as gk, sys; gk.solve(gk.load('kuhn')); print('numba' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert result.stdout.strip() == "False", result.stderr
