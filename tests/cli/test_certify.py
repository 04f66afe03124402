"""`galakit certify`: what a saved solution claims, checked; and what other commands say of a claim."""

from __future__ import annotations

import json

import pytest

import galakit as gk
from galakit.cli.main import main


@pytest.fixture
def kuhn(tmp_path):
    path = tmp_path / "kuhn.json"
    gk.solve(gk.load("kuhn")).save(path)
    return path


def forge(path):
    """Claim a gap of 0 for a strategy that always calls with the lowest card."""
    data = json.loads(path.read_text())
    caller = next(s for s in data["information_sets"] if s["facts"][:2] == ["card(1)", "bet"])
    for move in caller["moves"]:
        move["probability"] = "1" if move["move"] == "bet" else "0"
    path.write_text(json.dumps(data))


def test_a_claim_that_holds(kuhn, capsys):
    assert main(["certify", str(kuhn)]) == 0
    assert "certified exactly: no player can gain more than 0" in capsys.readouterr().out
    assert main(["certify", str(kuhn), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["holds"] and told["checked"] and told["claimed"]["value"] == ["-1/18", "1/18"]


def test_a_claim_that_does_not_hold(kuhn, capsys):
    forge(kuhn)
    assert main(["certify", str(kuhn)]) == 1
    out = capsys.readouterr().out
    assert "certified exactly: no player can gain more than 5/18" in out
    assert "the file claims" in out and "than 0;" in " ".join(out.split())
    assert main(["certify", str(kuhn), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert not told["holds"] and told["gains"] == ["5/18", "0"] and told["claimed"]["gains"] == ["0", "0"]


def test_other_commands_show_the_truth_and_warn(kuhn, tmp_path, capsys):
    forge(kuhn)
    for words in (["show", str(kuhn)], ["report", str(kuhn), "-o", str(tmp_path / "x.html")]):
        assert main(words) == 0
        assert "warning: the file claims" in capsys.readouterr().err
    assert "no player can gain more than 5/18" in (tmp_path / "x.html").read_text()
    assert main(["show", str(kuhn), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["gains"] == ["5/18", "0"]


def test_large_solutions_say_that_they_were_not_checked(tmp_path, capsys):
    path = tmp_path / "poker.parquet"
    gk.solve(gk.load("poker", ranks=80)).save(path)
    assert main(["show", str(path), "--limit", "1"]) == 0
    assert "not re-checked (more than 50,000 nodes): the file claims" in capsys.readouterr().out
    assert main(["show", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["checked"] is False
    assert main(["certify", str(path)]) == 0
    assert "certified in floating point" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("game", "method", "options"),
    [
        (("rhode_island", {"ranks": 4, "suits": 3}), "factored", {"iterations": 3}),
        (("liars_dice", {"faces": 7}), "public", {"iterations": 1}),
    ],
)
def test_solutions_that_are_not_listed_are_certified_from_their_files(game, method, options, tmp_path, capsys):
    solution = gk.solve(gk.load(game[0], **game[1]), method, **options)
    assert not solution.able.list_all
    path = tmp_path / "large.parquet"
    solution.save(path)
    assert main(["certify", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["checked"] and told["gap"] == pytest.approx(float(solution.gap), abs=1e-6)
    forge_head(path, gains=[0.0, 0.0])
    assert main(["certify", str(path)]) == 1
    assert "the file claims" in capsys.readouterr().out
    read = gk.load_solution(path)
    assert read.certificate.checked and read.gap == pytest.approx(float(solution.gap), abs=1e-6) and read.warnings
    claimed = gk.load_solution(path, certify=False)
    assert "not re-checked" in repr(claimed) and not claimed.certificate.checked


def forge_head(path, **changed):
    import pyarrow.parquet as pq

    file = pq.ParquetFile(path)
    tables = [file.read_row_group(g) for g in range(file.num_row_groups)]
    head = json.loads(file.schema_arrow.metadata[b"galakit"]) | changed
    schema = tables[0].schema.with_metadata({b"galakit": json.dumps(head).encode()})
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        for table in tables:
            writer.write_table(table.cast(schema), row_group_size=1 << 30)


def test_what_is_no_saved_solution_is_refused(capsys):
    assert main(["certify", "kuhn"]) == 2
    assert "not a saved solution" in capsys.readouterr().err
