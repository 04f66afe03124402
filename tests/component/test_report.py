"""`galakit report` writes whole files, says what it wrote, and shows nothing that a game's texts could turn into markup."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest

import galakit as gk
from galakit.cli.main import main
from galakit.component.carried import carried
from galakit.component.report import report
from galakit.study.study import Study

HOSTILE = """
game(hostile, [
    players : [a, b],
    flow : (choose(nature, X, between(1, 2, X)), reveal(a, '</script><script>alert(1)</script>'(X)),
            choose(a, M, member(M, ['<img src=x onerror=alert(2)>', '"><svg onload=alert(3)>'])),
            if(X = 1, outcome([1, -1]), outcome([-1, 1])))
]).
"""


class Tags(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.text = [], [], ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]

    def handle_data(self, data):
        self.text += data


def test_a_report_is_one_file_with_a_summary_for_readers_without_scripts(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["report", "kuhn", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["report"]["file"] == "kuhn.html" and told["report"]["left_out"] == []
    text = (tmp_path / "kuhn.html").read_text(encoding="utf-8")
    assert told["report"]["bytes"] == len(text.encode())
    plain = Tags(text.split("<script")[0]).text
    assert "-1/18" in plain and "certified exactly" in plain and "firstKcheckbet" in plain
    assert not re.search(r"""(src|href)=["']?(https?:)?//""", text.split('<script type="text/plain"')[0])
    assert [path.name for path in tmp_path.iterdir()] == ["kuhn.html"]


def test_texts_of_a_game_stay_texts():
    game = gk.loads(HOSTILE)
    study = Study(gk.solve(game), game)
    found = Tags(report(study, carried(study)))
    assert found.tags.count("script") == 2 and "img" not in found.tags and "svg" not in found.tags
    assert not any(name.startswith("on") for name in found.attributes)
    assert "</script><script>alert(1)</script>" in found.text


def test_a_report_that_fails_leaves_what_was_there(tmp_path, monkeypatch, capsys):
    place = tmp_path / "report.html"
    place.write_text("before")
    assert main(["report", "nim", "-p", "piles=[9,9,9]", "--method", "backward", "-o", str(place)]) == 2
    assert "galakit serve nim" in capsys.readouterr().err
    assert place.read_text() == "before" and len(list(tmp_path.iterdir())) == 1
    assert main(["report", "kuhn", "-o", str(tmp_path / "no" / "report.html")]) == 2
    assert "GK507" in capsys.readouterr().err


def test_pictures_are_written_in_every_format_asked_for(tmp_path, capsys):
    folders = [word for kind in ("svg", "png", "pdf", "tikz") for word in (f"--{kind}", str(tmp_path / kind))]
    assert main(["report", "kuhn", *folders, "--depth", "1"]) == 0
    names = ["grid-first", "grid-second", "strategy", "tree"]
    for kind in ("svg", "png", "pdf", "tikz"):
        ending = "tex" if kind == "tikz" else kind
        assert sorted(path.name for path in (tmp_path / kind).iterdir()) == [f"{name}.{ending}" for name in names]
    assert len(capsys.readouterr().out.splitlines()) == 16
    assert (tmp_path / "png" / "tree.png").read_bytes().startswith(b"\x89PNG")
    assert not (tmp_path / "kuhn.html").exists()


def test_a_picture_that_cannot_be_drawn_is_named_unless_it_was_asked_for(tmp_path, capsys):
    poker = ["report", "poker", "-p", "ranks=8", "--svg", str(tmp_path)]
    assert main(poker) == 0
    assert "no picture of the tree: there are more than 400 nodes" in capsys.readouterr().err
    assert not (tmp_path / "tree.svg").exists()
    assert main([*poker, "--depth", "9"]) == 2
    assert "GK850" in capsys.readouterr().err
    assert main([*poker, "--depth", "1"]) == 0
    assert (tmp_path / "tree.svg").exists()


def test_of_a_game_too_large_to_list_a_part_of_the_tree_is_drawn(tmp_path, capsys):
    nim = ["report", "nim", "-p", "piles=[9,9,9]", "--method", "backward", "--tikz", str(tmp_path), "--depth", "1"]
    assert main(nim) == 0
    captured = capsys.readouterr()
    assert captured.out.split() == [str(tmp_path / "tree.tex")]
    assert "no picture of the strategy: the information sets of this game are not listed" in captured.err


def test_files_are_named_by_players_only_where_that_is_safe(tmp_path):
    game = gk.loads(
        "game(g, [players : ['../../up', b], flow : (choose('../../up', M, member(M, [x, y])), outcome([1, -1]))])."
    )
    from galakit.drawing.album import album

    kept = album(Study(gk.solve(game), game), tmp_path / "in", "tikz")
    assert {path.file.name for path in kept} == {"tree.tex", "strategy.tex", "grid-player0.tex"}
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


@pytest.mark.parametrize("ending", ["json", "parquet"])
def test_a_saved_solution_is_reported(tmp_path, monkeypatch, capsys, ending):
    monkeypatch.chdir(tmp_path)
    assert main(["solve", "kuhn", "-o", f"s.{ending}"]) == 0
    assert main(["report", f"s.{ending}", "-o", "r.html"]) == 0
    assert "-1/18" in (tmp_path / "r.html").read_text(encoding="utf-8")
