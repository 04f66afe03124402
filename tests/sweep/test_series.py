"""What a study shows, and how it is drawn."""

from __future__ import annotations

import json

import msgspec
import pytest

import galakit as gk
from galakit.cli.main import main
from galakit.drawing.figure import save
from galakit.drawing.sweep_plot import draw_picture
from galakit.errors import GalakitError
from galakit.sweep.columns import axis_entries, columns_of
from galakit.sweep.dataset import Dataset, QuantityAbout, read_manifest, write_manifest
from galakit.sweep.series import picture
from galakit.sweep.study_file import plan_of, read_study, shipped_studies

QUANTITIES = {"value": "value.gambler", "bluff": "range gambler: myhand([1]) = 1"}


@pytest.fixture
def swept(tmp_path):
    """A study with made-up results: costs grow as ranks^2, but for lp with 64 cards, which timed out."""
    game = {"source": "poker", "params": {"ranks": [4, 8, 16, 32, 64], "cash": [2, 3]}, "quantities": QUANTITIES}
    methods = ["lp", {"method": "mccfr-external", "iterations": 10}]
    plan = plan_of({"name": "made", "output": str(tmp_path / "out"), "seeds": 2, "game": [game | {"methods": methods}]})
    plan.output.mkdir()
    table = Dataset(plan.output, columns_of(plan))
    rows = []
    for cell in plan.cells:
        ranks, seed = int(cell.params["ranks"]), cell.seed or 0
        late = cell.method == "lp" and ranks == 64
        row = {"cell": cell.id, "game": "poker", "method": cell.method, "seed": cell.seed}
        row |= axis_entries(plan.axes, cell.values) | {"status": "timed out" if late else "solved"}
        if not late:
            row |= {"seconds": ranks**2 / 100, "nodes": ranks**3.0, "value": ranks + seed, "bluff": 0.5}
            row |= {"bluff_least": 0.25, "bluff_most": 0.75}
        rows.append(row)
    table.add(rows)
    write_manifest(plan.output, plan, table.columns)
    return plan.output, read_manifest(plan.output), rows


def test_lines_are_games_methods_and_other_parameters_and_seeds_are_bands(swept):
    _, manifest, rows = swept
    shown = picture(manifest, rows)
    assert (shown.against, shown.by_factors, shown.names) == ("ranks", False, ())
    assert [(panel.column, panel.kind, panel.ranges) for panel in shown.panels] == [
        ("value", "value", False),
        ("bluff", "probability", True),
        ("seconds", "cost", False),
    ]
    assert [line.label for line in shown.panels[0].lines] == [
        "lp, cash = 2",
        "mccfr-external, cash = 2, iterations = 10",
        "lp, cash = 3",
        "mccfr-external, cash = 3, iterations = 10",
    ]
    lp, sampled, *_ = shown.panels[0].lines
    assert [point.at for point in lp.points] == [4, 8, 16, 32] and len(sampled.points) == 5
    first = sampled.points[0]
    assert (first.number, first.least, first.most) == (4.5, 4.0, 5.0)
    assert (shown.panels[1].lines[0].points[0].least, shown.panels[1].lines[0].points[0].most) == (0.25, 0.75)


def test_costs_have_the_power_as_which_they_grow(swept):
    _, manifest, rows = swept
    shown = picture(manifest, rows, of=["seconds", "nodes"], where={"cash": "2"})
    assert [[round(line.power, 9) for line in panel.lines] for panel in shown.panels] == [[2, 2], [3, 3]]
    for k, row in enumerate(rows):
        row["seconds"] = 1 + k % 3
    assert all(line.power is None for line in picture(manifest, rows, of=["seconds"]).panels[0].lines)


def test_an_axis_without_numbers_has_names(swept):
    _, manifest, rows = swept
    shown = picture(manifest, rows, against="method", of=["seconds"])
    assert shown.names == ("lp", "mccfr-external") and shown.panels[0].lines[0].power is None


def test_quantities_stand_side_by_side(swept, tmp_path):
    _, manifest, rows = swept
    names = {"value": "bets: 1", "bluff": "bets: 2"}
    about = [QuantityAbout(names[one.column], one.text, "range") for one in manifest.quantities]
    manifest = msgspec.structs.replace(manifest, quantities=about)
    rows = [row | {names[old]: row.get(old) for old in names} for row in rows]
    shown = picture(manifest, rows, against="quantity", where={"ranks": "4"})
    assert shown.names == ("1", "2") and [panel.column for panel in shown.panels] == ["bets"]
    assert [point.at for point in shown.panels[0].lines[0].points] == [0, 1] and len(shown.panels[0].lines) == 4
    save(draw_picture(shown), tmp_path / "beside.svg")


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"against": "rank"}, "did you mean `ranks`"),
        ({"of": ["sekonds"]}, "did you mean `seconds`"),
        ({"where": {"suits": "1"}}, "no `suits`"),
        ({"where": {"cash": "9"}}, "no result has these values"),
        ({"of": ["gap"]}, "no numbers in these columns"),
    ],
)
def test_what_cannot_be_drawn_is_told(swept, how, said):
    _, manifest, rows = swept
    with pytest.raises(GalakitError, match=f"(?s)GK776.*{said}"):
        picture(manifest, rows, **how)


def test_a_study_is_drawn_from_its_folder(swept, tmp_path, capsys):
    folder, manifest, rows = swept
    assert main(["sweep", "plot", str(folder)]) == 0
    printed = capsys.readouterr().out
    assert "picture: " in printed and "seconds of lp, cash = 2 grow as ranks^2.00" in printed
    assert (tmp_path / "out.svg").read_text().startswith("<?xml")
    assert main(["sweep", "plot", str(folder), "-o", str(tmp_path / "a.png"), "--where", "cash=3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["against"] == "ranks" and (tmp_path / "a.png").stat().st_size > 10_000
    assert main(["sweep", "plot", str(folder), "--where", "cash"]) == 2 and main(["sweep", "plot", "none"]) == 2
    axes = gk.plot_sweep(folder).axes
    assert [one.get_title(loc="left") for one in axes] == ["value", "bluff", "seconds"]
    assert axes[2].get_yscale() == axes[2].get_xscale() == "log" and axes[1].get_ylim()[1] > 1
    save(draw_picture(picture(manifest, rows, against="method")), tmp_path / "named.svg")


@pytest.mark.parametrize("name", shipped_studies())
def test_shipped_studies_are_understood(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    plan = read_study(name)
    assert plan.cells and plan.output == tmp_path / name
