"""What a report carries: every answer that the component can ask for, and nothing that does not fit."""

from __future__ import annotations

import base64
import gzip
import json

import msgspec
import pytest

import galakit as gk
from galakit.component import carried as carrying
from galakit.component.carried import carried
from galakit.study.study import Study


def study(name, **params):
    game = gk.load(name, **params)
    return Study(gk.solve(game), game)


@pytest.fixture(scope="module")
def kuhn():
    return study("kuhn")


def unpacked(found):
    return json.loads(gzip.decompress(base64.b64decode(found.text)))


def test_every_path_is_carried_with_the_answer_of_the_study(kuhn):
    answers = unpacked(carried(kuhn))
    for path, answer in answers.items():
        assert answer == msgspec.to_builtins(kuhn.ask(path))
    nodes = [path for path in answers if path.startswith("nodes/")]
    assert len(nodes) == 55
    assert len([path for path in answers if path.startswith("sets/")]) == 12


def test_every_link_in_an_answer_leads_to_another_one(kuhn):
    answers = unpacked(carried(kuhn))

    def links(value):
        if isinstance(value, dict):
            for key, inner in value.items():
                if key == "set" and inner is not None:
                    yield f"sets/{inner}"
                if key in ("node", "parent") and inner is not None:
                    yield f"nodes/{inner}"
                yield from links(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from links(inner)

    assert {link for answer in answers.values() for link in links(answer)} <= set(answers)


def test_the_same_solution_is_packed_into_the_same_bytes(kuhn):
    assert carried(kuhn).text == carried(kuhn).text


def test_a_tree_too_large_is_left_out_and_said_so(kuhn, monkeypatch):
    monkeypatch.setattr(carrying, "LIMIT_NODES", 54)
    found = carried(kuhn)
    assert found.left_out == ("the tree is left out: it has 55 nodes",)
    answers = unpacked(found)
    assert answers["left out"] == {"nodes": found.left_out[0]}
    assert not any(path.startswith("nodes/") for path in answers) and "sets/0" in answers
    assert found.answers == len(answers) - 1


def test_a_tree_that_does_not_fit_is_left_out_as_a_whole(kuhn):
    whole = len(base64.b64decode(carried(kuhn).text))
    found = carried(kuhn, whole - 600)
    assert found.left_out and not any(path.startswith("nodes/") for path in unpacked(found))


def test_what_is_too_large_without_its_tree_names_the_server(kuhn, monkeypatch):
    with pytest.raises(gk.GalakitError, match="too large for a report") as refused:
        carried(kuhn, 100)
    assert "galakit serve kuhn" in refused.value.diagnostics[0].hint
    monkeypatch.setattr(carrying, "LIMIT_SETS", 11)
    with pytest.raises(gk.GalakitError, match="12 information sets"):
        carried(kuhn)
