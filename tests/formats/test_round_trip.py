"""What was read is written so that reading it again gives the same, label by label."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formats.helpers import FILES, read, read_path, write
from formats.random_trees import random_table, random_tree, relabelled

SEEDS = st.integers(0, 2**32)


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_a_written_file_reads_the_same(path):
    document = read_path(path)
    assert read(write(document), path.name) == document


@pytest.mark.parametrize("path", [p for p in FILES if p.name != "messy.efg"], ids=lambda p: p.name)
def test_a_file_in_gambits_layout_is_written_character_by_character(path):
    assert write(read_path(path)) == path.read_text(encoding="utf-8")


@given(SEEDS, SEEDS, st.booleans())
def test_every_tree_survives_writing(seed, labels, recall):
    document = relabelled(random_tree(seed, recall=recall), labels)
    known = [s.information_set for s in document.nodes]
    text = write(document)
    again = read(text, "tree.efg")
    assert write(again) == text
    assert again.nodes == document.nodes and len(known) == len(again.nodes)
    assert again == document


@given(SEEDS)
def test_every_table_survives_writing(seed):
    document = random_table(seed)
    assert read(write(document), "table.nfg") == document


@given(st.text(max_size=20).filter(lambda t: not t.endswith("\\")))
def test_every_label_survives_writing(label):
    document = random_tree(0, players=1)
    document = type(document)(label, label, (label,), document.information_sets, document.outcomes, document.nodes)
    assert read(write(document), "tree.efg") == document
