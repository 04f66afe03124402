"""Files with something wrong in them get an answer or a message, never a traceback: a few hundred of them here.

`make hunt` does the same with as many as there is time for.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from galakit.cli.main import main
from tests.hunt.files import kinds, outcome
from tests.hunt.mutations import mutant

KEPT = sorted((Path(__file__).parent / "kept").glob("*.parquet"))
KINDS = 18
EACH = int(os.environ.get("GALAKIT_HUNT_FILES", "25"))  # mutants of each kind of file


@pytest.fixture(scope="module")
def examples(tmp_path_factory):
    return kinds(tmp_path_factory.mktemp("examples"))


def test_examples_are_read(examples, tmp_path):
    for kind in examples:
        assert outcome(kind, kind.data, tmp_path) == "read", kind.name


def test_mutants_are_the_same_for_the_same_seed(examples):
    for kind in examples:
        assert mutant(kind.data, kind.form, 3) == mutant(kind.data, kind.form, 3)


@pytest.mark.parametrize("number", range(KINDS))
def test_no_mutant_ends_in_a_traceback(examples, number, tmp_path):
    kind = examples[number]
    for seed in range(EACH):
        found = outcome(kind, mutant(kind.data, kind.form, seed), tmp_path)
        assert found in ("read", "refused"), f"{kind.name}, seed {seed}:\n{found}"


def test_all_kinds_are_tried(examples):
    assert len(examples) == KINDS


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_what_once_ended_in_a_traceback_is_refused(path, capsys):
    assert main(["show", str(path)]) == 2
    told = capsys.readouterr().err
    assert told.startswith("error[GK") and "internal error of Galakit" not in told
