"""The folder tree is the architecture: imports point one way, and what is heavy is loaded late."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "galakit"

BASE = ("compiling", "errors", "disk", "decoding", "memory", "mapped", "allocator", "printable", "progress", "deadline")
# What each folder may import of the others, besides these.
ALLOWED = {
    "rules": set(),
    "diagnostics": set(),
    "display": {"rules"},
    "lang": {"rules", "processes", "display"},
    "separated": {"rules"},
    "abstraction": {"rules", "separated"},
    "game": {"rules", "separated", "display"},
    "solution": {"display", "rules", "separated", "game"},
    "solvers": {"display", "rules", "separated", "abstraction", "game", "solution", "formats", "processes", "cluster"},
    "play": {"display", "rules", "game", "solvers", "solution", "agents"},
    "formats": {"rules", "game", "solution"},
    "processes": set(),
    "serving": set(),
    "gdl": {"display", "rules", "game", "processes"},
    "frontends": {"rules", "lang", "gdl", "formats"},
    "agents": {"display", "rules", "game", "solvers", "solution", "gdl", "processes"},
    "ggp": {"rules", "game", "gdl", "agents", "frontends", "loading", "processes", "serving"},
    "editor": {"rules", "game", "lang", "play", "loading"},
    "study": {"display", "rules", "separated", "game", "solvers", "solution", "play"},
    "sweep": {"rules", "game", "solvers", "solution", "frontends", "lang", "loading", "processes", "cluster"},
    "cluster": {"processes"},
    "drawing": {"display", "rules", "game", "solution", "study", "sweep"},
    "component": {"study", "solution"},
    "jobs": {
        "display",
        "rules",
        "game",
        "solvers",
        "solution",
        "agents",
        "play",
        "study",
        "component",
        "frontends",
        "loading",
        "certifying",
        "formats",
        "processes",
    },
    "web": {"jobs", "study", "component", "loading", "serving", "sweep", "drawing"},
    "mcp": {"display", "agents", "jobs", "study", "frontends", "loading"},
    "terminal": {"display", "game", "solution", "play", "study"},
    "cli": {
        "display",
        "study",
        "sweep",
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
        "solvers",
        "solution",
        "play",
        "formats",
        "frontends",
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
        "warmup",
        "cluster",
    },
}
# Solutions offer what stands above them; its names are registered (`solution.accessors`), and its types may be named.
TYPES = {"solution": {"drawing"}}
HEAVY = [
    "numpy",
    "scipy",
    "numba",
    "llvmlite",
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
    "ray",
]


def imports(path: Path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
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
                if part in TYPES.get(folder, ()) and module not in needed(path):
                    continue
                assert part == folder or part in BASE or part in ALLOWED[folder], f"{path.name} imports {module}"


CERTIFICATES = [
    "solution.certificate",
    "solution.tree.forgetful",
    "solution.tree.best_pure",
    "solution.tree.planning",
    "solution.tree.planning_boxes",
    "solution.tree.nodes",
    "solution.states.certificate",
    "solution.factored.certificate",
    "solution.public.certificate",
    "solution.public.values",
]
# Best responses that solvers use: a certificate has its own.
OF_SOLVERS = ("galakit.solvers", "galakit.game.response", "galakit.game.completion")


def reached(module: str) -> set[str]:
    """All modules of Galakit that a module imports, directly or through others, at any time but for types only."""
    found: set[str] = set()
    todo = [module]
    while todo:
        path = SOURCE.parent.joinpath(*todo.pop().split("."))
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        for other in needed(path):
            if other not in found:
                found.add(other)
                todo.append(other)
    return found


def needed(path: Path) -> set[str]:
    """The modules of Galakit that a file imports, inside functions, too; those aside that it names for types only."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing = [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    tree.body = [node for node in tree.body if node not in typing]
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("galakit"):
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                found.add(
                    whole if SOURCE.parent.joinpath(*whole.split(".")).with_suffix(".py").is_file() else node.module
                )
    return found


@pytest.mark.parametrize("name", CERTIFICATES)
def test_a_certificate_shares_no_code_with_the_solvers(name):
    shared = {module for module in reached(f"galakit.{name}") if module.startswith(OF_SOLVERS)}
    assert shared == set()


def test_functions_are_compiled_in_one_way_only():
    """Machine code that Numba's own decorator makes would be kept elsewhere, and nobody would be told of the wait."""
    for path in SOURCE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert path.name == "compiling.py" or not re.search(r"from numba import .*jit|numba\.n?jit", text), path


def test_no_circle_of_files():
    """Every file can be read before those that import it, at any time: an import inside a function counts, too."""
    files = [path for path in SOURCE.rglob("*.py") if path.name != "__init__.py"]
    names = {".".join(path.relative_to(SOURCE.parent).with_suffix("").parts): path for path in files}
    TopologicalSorter({name: needed(path) & names.keys() for name, path in names.items()}).prepare()


@pytest.mark.parametrize("code", ["import galakit", "from galakit.cli.main import app"])
def test_nothing_heavy_is_imported_before_it_is_needed(code):
    check = f"{code}; import sys; print([m for m in {HEAVY!r} if m in sys.modules])"
    result = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, timeout=60)
    assert result.stdout.strip() == "[]", result.stdout + result.stderr


def test_a_small_game_is_solved_without_a_large_library():
    large = [
        "numba",
        "llvmlite",
        "scipy",
        "flint",
        "pandas",
        "pyarrow",
        "importlib.metadata",
        "numpy.ma",
        "numpy.random",
    ]
    code = f"import galakit as gk, sys; gk.solve(gk.load('kuhn')); print([m for m in {large} if m in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert result.stdout.strip() == "[]", result.stderr
