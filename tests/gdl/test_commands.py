"""`convert` and `fmt` on descriptions, as a user meets them."""

from __future__ import annotations

import io
import json
import sys

import pytest

from galakit.cli.main import main

KIF = "; a game\n(role  Ann)\n(<= terminal (true (cell ?x)))\n"
INFIX = "% a game\nrole('Ann').\nterminal :- true(cell(X)).\n"


@pytest.fixture
def run(capsys):
    def run(*words):
        status = main([*map(str, words)])
        out, err = capsys.readouterr()
        return status, out, err

    return run


def test_a_file_is_converted_to_the_other_notation_or_to_the_one_named(run, tmp_path):
    path = tmp_path / "g.kif"
    path.write_text(KIF)
    assert run("convert", path) == (0, INFIX, "")
    assert run("convert", path, "--to", "kif")[1] == KIF.replace("  ", " ")
    assert run("convert", path, "-o", tmp_path / "g.gdl") == (0, f"{tmp_path / 'g.gdl'}: 2 clauses\n", "")
    assert (tmp_path / "g.gdl").read_text() == INFIX
    assert run("convert", tmp_path / "g.gdl")[1] == KIF.replace("  ", " ")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["g.gdl", "g.kif"]


def test_conversion_as_json_has_the_text_or_tells_of_the_file(run, tmp_path):
    path = tmp_path / "g.kif"
    path.write_text(KIF)
    told = json.loads(run("convert", path, "--json")[1])
    assert told == {"from": "kif", "to": "infix", "clauses": 2, "text": INFIX}
    told = json.loads(run("convert", path, "--json", "-o", tmp_path / "x")[1])
    assert told["file"] == str(tmp_path / "x") and "text" not in told


def test_a_shipped_description_is_converted_and_comes_back_the_same(run, tmp_path):
    there = tmp_path / "there.gdl"
    assert run("convert", "kuhn_gdl", "-o", there)[0] == 0
    back = run("convert", there)[1]
    assert back == run("convert", "kuhn_gdl", "--to", "kif")[1]


@pytest.mark.parametrize(
    ("words", "id"),
    [
        (["convert", "kuhn"], "GK923"),
        (["convert", "nothing.kif"], "GK501"),
        (["convert", "bad.kif"], "GK900"),
        (["convert", "binary.kif"], "GK502"),
        (["convert", "good.kif", "-o", "nowhere/x"], "GK507"),
        (["convert", "good.kif", "--to", "xml"], "GK508"),
        (["check", "kuhn", "--explore"], "GK923"),
        (["check", "bad.kif"], "GK900"),
        (["size", "bad.kif"], "GK900"),
    ],
)
def test_what_cannot_be_done_is_told_with_status_2(words, id, run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.kif").write_text("(role ann")
    (tmp_path / "good.kif").write_text(KIF)
    (tmp_path / "binary.kif").write_bytes(b"\x7fELF\0\0\1")
    status, _, err = run(*words)
    assert status == 2 and id in err and "Traceback" not in err


def test_descriptions_are_laid_out_in_place_in_folders_and_from_a_pipe(run, tmp_path, monkeypatch):
    path = tmp_path / "g.kif"
    path.write_bytes(KIF.encode().replace(b"\n", b"\r\n"))
    (tmp_path / "g.gdl").write_text("role(ann)legal(ann,go)")
    assert run("fmt", "--check", tmp_path)[0] == 1
    assert run("fmt", tmp_path)[0] == 0
    assert path.read_bytes().decode() == KIF.replace("  ", " ")
    assert (tmp_path / "g.gdl").read_text() == "role(ann).\nlegal(ann, go).\n"
    assert run("fmt", "--check", tmp_path) == (0, "", "")
    for text in (KIF, "role(ann)"):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert run("fmt", "-")[1] in (KIF.replace("  ", " "), "role(ann).\n")
