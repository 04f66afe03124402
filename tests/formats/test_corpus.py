"""Files that others wrote: sizes and values are those that Gambit finds."""

from __future__ import annotations

import csv

import pytest

import galakit as gk
from formats.helpers import CORPUS, read, read_path, write

INDEX = CORPUS / "gambit-index.csv"
ROWS = list(csv.DictReader(INDEX.open(encoding="utf-8"))) if INDEX.exists() else []


@pytest.mark.skipif(not ROWS, reason=f"there is no corpus at {CORPUS}")
def test_every_file_of_the_corpus_has_the_size_and_the_value_of_the_index():
    for row in ROWS:
        path = CORPUS / "gambit" / row["path"]
        game = gk.load(path)
        form, tree, size = game.unfolded
        assert read(write(read_path(path)), path.name) == read_path(path), path.name
        found = {
            "players": len(game.players),
            "const_sum": form.constant_sum is not None,
            "perfect_recall": form.perfect_recall,
            "absent_minded": absent_minded(tree),
            "nodes": size.nodes,
            "infosets": sum(size.information_sets),
            "strategies": "x".join(str(s - 1) for s in size.sequences),
        }
        if row["lp_value_p1"]:
            solution = gk.solve(game, exact=True)
            assert solution.gap == 0
            found["lp_value_p1"] = solution.value[0]
        assert {k: str(v) for k, v in found.items() if row[k]} == {k: row[k] for k in found if row[k]}, path.name


@pytest.mark.skipif(not ROWS, reason=f"there is no corpus at {CORPUS}")
def test_the_automatic_choice_finds_an_equilibrium_of_every_file_with_perfect_recall():
    """Regret minimisation leaves gaps of up to 0.36 in some of those with three players and more."""
    for row in ROWS:
        if row["perfect_recall"] != "True" and not row["path"].endswith(".nfg"):
            continue
        solution = gk.solve(gk.load(CORPUS / "gambit" / row["path"]), time_limit=60)
        scale = max([1.0, *solution.game.form.stakes.tolist()])
        assert solution.complete and max(float(one.gap) for one in solution.equilibria) < 1e-8 * scale, row["path"]


def absent_minded(tree) -> bool:
    """Whether a play can come to the same information set twice."""
    sets = tree.information_set.tolist()
    return any(at >= 0 and at in (sets[n] for n in tree.path(node)[:-1]) for node, at in enumerate(sets))
