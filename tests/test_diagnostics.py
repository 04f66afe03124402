"""The registry of diagnostics tells the truth: every id is used, has a page, and its example really causes it."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
from pathlib import Path

import pytest

from galakit.cli.main import main
from galakit.diagnostics import entries, entry, page
from galakit.errors import Diagnostic, Label, Source, Span
from galakit.lang.gala.compile import check

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "galakit"

_spec = importlib.util.spec_from_file_location("make_pages", ROOT / "docs" / "diagnostics.py")
make_pages = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(make_pages)


@pytest.mark.parametrize("id", entries())
def test_the_example_of_an_id_causes_it_and_its_page_shows_what_is_said(id):
    said = make_pages.says(entry(id))
    if entry(id).command or entry(id).python:
        assert f"{entry(id).severity}[{id}]: " in said
    assert said.strip("\n") in page(entry(id), said)


@pytest.mark.parametrize("id", [id for id, e in entries().items() if e.good or e.right or e.python_good])
def test_the_right_example_of_an_id_causes_nothing(id):
    assert make_pages.says(entry(id), good=True) == ""


def test_the_index_lists_every_id():
    assert re.findall(r"^- (GK\d{3}) ", make_pages.index(), re.MULTILINE) == list(entries())


def test_the_code_uses_the_ids_of_the_registry_and_no_others():
    used = {id for path in SOURCE.rglob("*.py") for id in re.findall(r'"(GK\d{3})"', path.read_text(encoding="utf-8"))}
    assert used == set(entries())


def test_ids_are_in_the_hundred_of_their_group_and_in_order():
    ids = list(entries())
    assert ids == sorted(ids) and all(re.fullmatch(r"GK\d{3}", id) for id in ids)


MAKERS = {"GalakitError", "Diagnostic", "LimitError", "_Flaw"}


def made_without_id(path: Path):
    """Places where a diagnostic is made from a message (not from other diagnostics) and no id is given."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        reports = name in ("error", "warn") and ast.unparse(node.func).endswith(f"program.{name}")
        copies = isinstance(node.args[0], ast.List) or ast.unparse(node.args[0]).startswith(("problems", "errors"))
        if (reports or name in MAKERS - {"LimitError"}) and not copies and "id" not in {k.arg for k in node.keywords}:
            yield f"{path.relative_to(SOURCE)}:{node.lineno}"


def test_every_diagnostic_is_made_with_an_id():
    assert [place for path in sorted(SOURCE.rglob("*.py")) for place in made_without_id(path)] == []


TEXT = "one : 1,\ntwo : 2,\nthree : 3,\n\n\none : 4.\n"
SOURCE_TEXT = Source("list.gala", TEXT)
TWICE = Diagnostic(
    "`one` is declared twice",
    Span(SOURCE_TEXT, TEXT.rindex("one"), TEXT.rindex("one") + 3),
    "rename it",
    ("names are unique",),
    id="GK106",
    labels=(Label(Span(SOURCE_TEXT, 0, 3), "first declared here"),),
)


def test_a_full_diagnostic_shows_every_place_in_the_order_of_the_text():
    assert TWICE.render() == (
        "list.gala:6:1: error[GK106]: `one` is declared twice\n"
        "  |\n"
        "1 | one : 1,\n"
        "  | --- first declared here\n"
        "...\n"
        "6 | one : 4.\n"
        "  | ^^^\n"
        "  = note: names are unique\n"
        "  = hint: rename it"
    )


def test_two_places_on_one_line_share_it():
    source = Source("x", "f(a b).")
    text = Diagnostic("no", Span(source, 4, 5), id="GK013", labels=(Label(Span(source, 2, 3), "after this"),)).render()
    assert text.splitlines()[1:] == ["  |", "1 | f(a b).", "  |   - after this", "  |     ^"]


def test_a_place_in_another_file_is_shown_with_its_name():
    other = Label(Span(Source("lib.pl", "\n\np(1)."), 2, 6), "here")
    text = Diagnostic("no", Span(SOURCE_TEXT, 0, 3), id="GK106", labels=(other,)).render()
    assert text.splitlines()[-3:] == ["lib.pl:3:1:", "3 | p(1).", "  | ---- here"]


def test_control_characters_of_a_text_do_not_reach_the_terminal():
    source = Source("x\x1b.gala", "a \x1b[31m\tb")
    text = Diagnostic("bad \x1b[0m", Span(source, 8, 9), id="GK001").render()
    assert "\x1b" not in text and "\t" not in text
    assert text.splitlines()[-2].index("b") == text.splitlines()[-1].index("^")


def test_a_name_as_long_as_the_file_does_not_make_the_message_as_long():
    for text in ("game(g, [players : [a], flow : {}]).", "game(g, [players : [a], flow : x({})])", "{}", "f({} {})."):
        for diagnostic in check(Source("g", text.replace("{}", "x" * 100_000))).problems:
            assert len(diagnostic.render()) < 5_000 and len(diagnostic.concise()) < 2_000


def test_a_concise_diagnostic_is_one_line():
    assert TWICE.concise() == "list.gala:6:1: GK106 `one` is declared twice"


def test_a_diagnostic_as_json_has_places_for_programs():
    data = TWICE.to_json()
    assert (data["id"], data["severity"], data["line"], data["column"], data["end_column"]) == (
        "GK106",
        "error",
        6,
        1,
        4,
    )
    assert data["labels"] == [
        {"file": "list.gala", "line": 1, "column": 1, "end_line": 1, "end_column": 4, "text": "first declared here"}
    ]
    assert data["notes"] == ["names are unique"] and data["hint"] == "rename it"


BAD = "game(g, [players : [a, a], flow : payof(a, 1)]).\n"


def test_check_prints_in_the_form_asked_for(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("g.gala").write_text(BAD)
    assert main(["check", "g.gala", "--format", "concise"]) == 2
    assert capsys.readouterr().err == "g.gala:1:24: GK106 two players are called `a`\n"
    assert main(["check", "g.gala"]) == 2
    assert "first declared here" in capsys.readouterr().err
    assert main(["check", "g.gala", "--format", "json"]) == 2
    printed = json.loads(capsys.readouterr().out)
    assert printed["errors"] == 1 and printed["diagnostics"][0]["id"] == "GK106"
    assert main(["check", "g.gala", "--format", "pretty"]) == 2
    assert "GK508" in capsys.readouterr().err


@pytest.mark.parametrize("spelling", ["GK010", "gk010", "10", "GK10"])
def test_explain_prints_the_page_of_an_id(spelling, capsys):
    assert main(["explain", spelling]) == 0
    assert capsys.readouterr().out == page(entry("GK010"))
    assert main(["explain", spelling, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["id"] == "GK010"


def test_explain_knows_the_nearest_ids(capsys):
    assert main(["explain", "GK099"]) == 2
    assert "GK0" in capsys.readouterr().err
