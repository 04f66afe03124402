r"""TikZ that LaTeX compiles: the same game always gives the same text, and no text of a game is a command.

`GALAKIT_GOLDEN=write` writes the golden files anew; look at them before they are kept.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import galakit as gk
from galakit.drawing.album import Part, album
from galakit.drawing.charts import chart
from galakit.drawing.extensive import extensive
from galakit.drawing.sketch import sketch
from galakit.drawing.tikz import escaped, number
from galakit.drawing.tikz_charts import tikz_bars, tikz_grid
from galakit.drawing.tikz_gap import tikz_gap
from galakit.drawing.tikz_tree import tikz_tree
from galakit.study.answers import Moment
from galakit.study.study import Study

GOLDEN = Path(__file__).parent / "golden"
HOSTILE = r"""
game(hostile, [
    players : ['a_&%$#', b],
    flow : (choose(nature, X, between(1, 2, X)), reveal('a_&%$#', 'x}^~\\input{secret}'(X)),
            choose('a_&%$#', M, member(M, ['50% & {more} \\\\', '♠ <tab> |x| "é"', 'it''s `quoted`'])),
            if(X = 1, outcome([1, -1]), outcome([-1/3, 1/3])))
]).
"""


def study(game):
    return Study(gk.solve(game), game)


def pictures():
    kuhn, poker, beer = (
        study(gk.load(*a, **k)) for a, k in ((("kuhn",), {}), (("poker",), {"ranks": 4}), (("beer_quiche",), {}))
    )
    trail = [Moment(seconds=k / 10, gap=10.0 ** (-k / 3)) for k in range(12)]
    return {
        "kuhn_tree": tikz_tree(sketch(extensive(kuhn)), "The tree of kuhn"),
        "beer_tree": tikz_tree(sketch(extensive(beer)), "The tree of beer_quiche"),
        "poker_tree": tikz_tree(sketch(extensive(poker, depth=2, played=True)), "The tree of poker"),
        "poker_bars": tikz_bars([chart(poker, 0), chart(poker, 1)], "The strategies of poker"),
        "poker_grid": tikz_grid(chart(poker, 1), "gambler in poker"),
        "gap": tikz_gap(trail, "A gap"),
    }


def test_moves_are_told_in_words():
    nim = study(gk.load("nim", piles=[1, 2]))
    for text in (tikz_bars([chart(nim, 0), chart(nim, 1)], "nim"), tikz_grid(chart(nim, 1), "nim")):
        assert r"{take 1 of $\bullet$$\bullet$}" in text and "take(" not in text


@pytest.fixture(scope="module")
def drawn():
    return pictures()


@pytest.mark.parametrize("name", ["kuhn_tree", "beer_tree", "poker_tree", "poker_bars", "poker_grid", "gap"])
def test_the_same_game_gives_the_same_text(drawn, name):
    file = GOLDEN / f"{name}.tex"
    if os.environ.get("GALAKIT_GOLDEN") == "write":
        file.write_text(drawn[name], encoding="utf-8")
    assert drawn[name] == file.read_text(encoding="utf-8")


def test_every_node_of_a_tree_is_drawn_and_every_set_of_several_nodes_is_dashed(drawn):
    text = drawn["kuhn_tree"]
    assert text.count("dash pattern") == 12
    assert len(re.findall(r"line width=[\d.]+pt\] \(.*--", text)) >= 54
    assert text.count("anchor=mid west") - 3 == 30  # ends of plays; three names stand above


def test_a_picture_uses_no_command_beyond_plain_tikz(drawn):
    known = {
        "begin", "end", "definecolor", "draw", "fill", "node", "clip", "textbf", "sffamily", "fontsize", "selectfont",
        "enspace", "frac", "vdots", "cdots", "ldots", "usepackage", "textbackslash",
    }  # fmt: skip
    for text in drawn.values():
        assert set(re.findall(r"(?<!\\)\\([A-Za-z]+)", text)) <= known
        assert _balanced(text)


@given(st.text(max_size=40))
def test_an_escaped_text_holds_no_command_and_no_bracket_of_its_own(text):
    written = escaped(text)
    bare = re.sub(
        r"\\(text(backslash|asciicircum|asciitilde|less|greater|bar|asciigrave)|ldots)\{\}|\\[{}$&#%_]"
        r"|\$(-|\\(approx|spadesuit|heartsuit|diamondsuit|clubsuit|bullet|circ|times))\$|\\fbox\{[1-6]\}", "", written,
    )  # fmt: skip
    assert not set(bare) & set("\\{}$&#%_^~\n\r\t")


def test_numbers_have_a_real_minus():
    assert number("-1/18") == "$-$1/18" and number("-x") == "-x" and number("–") == "--"


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no LaTeX on this machine")
def test_latex_compiles_every_picture_and_hostile_texts(drawn, tmp_path):
    (tmp_path / "secret.tex").write_text("LEAKED")
    hostile = album(study(gk.loads(HOSTILE)), tmp_path, "tikz", Part())
    names = [kept.file.name for kept in hostile]
    for name, text in drawn.items():
        (tmp_path / f"{name}.tex").write_text(text, encoding="utf-8")
        names.append(f"{name}.tex")
    pages = "\n\\clearpage\n".join(rf"\input{{{name}}}" for name in names)
    (tmp_path / "paper.tex").write_text(
        "\\documentclass{article}\n\\usepackage{tikz}\n\\begin{document}\n" + pages + "\n\\end{document}\n"
    )
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-recorder", "paper.tex"],
        cwd=tmp_path, capture_output=True, text=True, errors="replace", timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]
    assert "secret.tex" not in (tmp_path / "paper.fls").read_text()


def _balanced(text):
    depth = 0
    for c in re.sub(r"\\[{}]", "", text):
        depth += (c == "{") - (c == "}")
        assert depth >= 0
    return depth == 0 and text.count(r"\begin{") == text.count(r"\end{")
