"""Methods of others: registered in this process, or found as entry points of installed packages."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import galakit as gk
from galakit.cli.main import main
from galakit.errors import GalakitError
from galakit.solvers import registry
from galakit.solvers.choice import verdicts
from galakit.solvers.installed import GROUP
from galakit.solvers.method import Answer, Method, Request
from galakit.solvers.registry import faults, methods, named, register_method
from solvers.own_package import MODULE, package

ROOT = Path(__file__).parents[2]
WAIT = 120  # seconds: machines that test are slow


@pytest.fixture
def fresh(monkeypatch):
    """A registry that has looked for nothing yet, and is as before when the test is over."""
    monkeypatch.setattr(registry, "_others", registry._Others())


@pytest.fixture
def installing(fresh, tmp_path, monkeypatch):
    """Installs a package for this process: `installing(name, module's text, entry points)`."""

    def install(name: str, text: str | None, points: str, module: str = "evenly_method") -> None:
        package(tmp_path, name, text, points, module)

    monkeypatch.syspath_prepend(tmp_path)
    yield install
    for module in ("evenly_method", "other_method"):
        sys.modules.pop(module, None)


def evenly(**changes) -> Method:
    space: dict = {}
    exec(MODULE, space)
    return replace(space["EVENLY"], **changes)


def test_a_registered_method_solves_and_is_certified(fresh):
    gk.register_method(evenly())
    solution = gk.solve(gk.load("kuhn"), "evenly")
    assert solution.method == "evenly" and solution.certificate.checked
    assert solution.gap > 0 and solution.warnings == ()
    assert methods()[-1] is named("evenly")


def test_a_registered_method_is_listed_explained_and_picked_where_it_is_quickest(fresh, capsys):
    gk.register_method(evenly(estimate=lambda game, request: 0.0))
    assert main(["methods", "evenly", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["automatic"] is True
    assert main(["solve", "kuhn", "--explain"]) == 0
    said = capsys.readouterr().out
    assert "why evenly: the game has what it needs (nothing), and should be the quickest" in said
    first, *_ = verdicts(gk.load("kuhn"), Request())
    assert first.method.name == "evenly"


def test_a_method_on_the_rules_may_promise_what_none_of_ours_does(fresh):
    """Ours say how large a game is that need not be explored; one that does not separate, they cannot count."""
    gk.register_method(evenly(basis="rules", estimate=lambda game, request: 1.0))
    judged = {v.method.name: v for v in verdicts(gk.load("stag_hunt"), Request())}
    assert judged["evenly"].promising and judged["lcp"].promising


@pytest.mark.parametrize(
    ("method", "why"),
    [
        (evenly(name="lp"), "there is a method called lp already"),
        (evenly(name="auto"), "there is a method called auto already"),
        (evenly(name=""), "the method has no name"),
        (len, "and no builtin_function_or_method"),
    ],
    ids=["taken", "auto", "unnamed", "no_method"],
)
def test_what_cannot_be_registered_is_refused(fresh, method, why):
    with pytest.raises(GalakitError, match=why) as error:
        register_method(method)
    assert error.value.diagnostics[0].id == "GK514" and error.value.diagnostics[0].hint
    assert "evenly" not in {m.name for m in methods()}


def test_a_name_is_taken_once(fresh):
    register_method(evenly())
    with pytest.raises(GalakitError, match="called evenly already"):
        register_method(evenly())


def test_an_entry_point_is_a_method_or_several(installing):
    both = MODULE + "\nfrom dataclasses import replace\nBOTH = [EVENLY, replace(EVENLY, name='evener')]\n"
    installing("evenly-package", both, f"[{GROUP}]\nevenly = evenly_method:BOTH\n")
    assert [m.name for m in methods()[-2:]] == ["evenly", "evener"]
    assert faults() == () and "evenly_method" in sys.modules


def test_a_package_may_register_what_it_also_offers(installing):
    text = MODULE + "\nimport galakit as gk\ngk.register_method(EVENLY)\n"
    installing("evenly-package", text, f"[{GROUP}]\nevenly = evenly_method:EVENLY\n")
    assert [m.name for m in methods()].count("evenly") == 1 and faults() == ()


@pytest.mark.parametrize(
    ("text", "points", "why"),
    [
        ("import nothing_of_that_name", "a = evenly_method:EVENLY", "ModuleNotFoundError"),
        ("raise SystemExit(3)", "a = evenly_method:EVENLY", "SystemExit: 3"),
        ("EVENLY = 7", "a = evenly_method:EVENLY", "is no galakit.solvers.method.Method, but int"),
        ("EVENLY = 'lp'", "a = evenly_method:EVENLY", "but str"),
        ("", "a = evenly_method:EVENLY", "AttributeError"),
        (MODULE.replace('"evenly"', '"lp"'), "a = evenly_method:EVENLY", "there is a method called lp already"),
        (MODULE, "no entry point at all", "evenly-package 1.2"),
    ],
    ids=["import", "exit", "number", "text", "missing", "taken", "damaged"],
)
def test_a_package_that_is_broken_is_named_and_breaks_nothing_else(installing, text, points, why, capsys):
    installing("evenly-package", text, f"[{GROUP}]\n{points}\n")
    installing("other-package", MODULE, f"[{GROUP}]\nb = other_method:EVENLY\n", "other_method")
    (fault,) = faults()
    assert "the package evenly-package 1.2 cannot be used" in fault.message and why in fault.message
    assert (fault.id, fault.severity) == ("GK515", "warning")
    assert [m.name for m in methods()[len(registry._own()) :]] == ["evenly"]

    solution = gk.solve(gk.load("kuhn"))
    assert solution.gap == 0 and solution.warnings == (fault.message,)
    assert gk.solve(gk.load("kuhn"), "lp").warnings == ()
    with pytest.raises(GalakitError, match="no method called oddly") as error:
        named("oddly")
    assert error.value.diagnostics[0].notes == (fault.message,)
    assert main(["methods", "lp"]) == 0
    assert f"warning: {fault.message}" in capsys.readouterr().err


def test_a_package_without_metadata_is_no_reason_to_fail(installing, tmp_path):
    installing("evenly-package", MODULE, f"[{GROUP}]\na = evenly_method:EVENLY\n")
    (tmp_path / "evenly_package-1.2.dist-info" / "METADATA").unlink()
    (tmp_path / "evenly_package-1.2.dist-info" / "entry_points.txt").write_bytes(b"\xff\xfe" + GROUP.encode())
    assert named("lp").name == "lp" and len(faults()) <= 1


def test_packages_are_looked_for_once_and_not_before_a_method_is_asked_for(fresh, monkeypatch):
    looked = []
    monkeypatch.setattr(registry, "offers", lambda: looked.append(1) or iter(()))
    assert looked == []
    methods(), named("lp"), faults()
    assert looked == [1]


def commanded(folder: Path, *words: str) -> subprocess.CompletedProcess:
    paths = os.pathsep.join([str(folder), str(ROOT / "src"), *(p for p in sys.path if p)])
    return subprocess.run(
        [sys.executable, "-P", "-m", "galakit", *words],
        capture_output=True,
        text=True,
        timeout=WAIT,
        env=os.environ | {"PYTHONPATH": paths},
    )


def test_the_command_line_solves_by_a_method_of_an_installed_package(tmp_path):
    package(tmp_path, "evenly-package", MODULE, f"[{GROUP}]\nevenly = evenly_method:EVENLY\n")
    solved = commanded(tmp_path, "solve", "kuhn", "--method", "evenly", "--json")
    assert solved.returncode == 0, solved.stderr
    told = json.loads(solved.stdout)
    assert told["method"] == "evenly"
    listed = commanded(tmp_path, "methods", "evenly")
    assert "--with mood=" in listed.stdout and "only when named" in listed.stdout
    refused = commanded(tmp_path, "solve", "kuhn", "--method", "evenly", "--with", "mood=wild")
    assert refused.returncode == 2 and "the option mood is not calm" in refused.stderr


def test_importing_galakit_looks_for_no_packages():
    code = "import galakit, sys; print([m for m in ('importlib.metadata', 'galakit.solvers') if m in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=WAIT)
    assert result.stdout.strip() == "[]", result.stderr


@pytest.mark.parametrize("name", ["exact", "gap", "game", "lock"])
def test_an_option_that_is_called_as_an_argument_of_solve_is_refused_like_any_other(name, capsys):
    assert main(["solve", "kuhn", "--method", "lp", "--with", f"{name}=1"]) == 2
    assert f"the method lp has no option `{name}`" in capsys.readouterr().err


def test_options_that_name_files_or_processes_are_kept_from_servers():
    for method in methods():
        assert method.server_values.keys() <= method.options.keys(), method.name
        told = {name for name, meaning in method.options.items() if "file" in meaning or "process" in meaning}
        assert told == method.server_values.keys(), method.name


def test_answers_that_are_no_strategies_are_refused(fresh):
    def wrong(game, request):
        return Answer(tuple([2] * n for n in game.form.sequences), "badly")

    gk.register_method(evenly(run=wrong))
    with pytest.raises(GalakitError):
        gk.solve(gk.load("kuhn"), "evenly")
