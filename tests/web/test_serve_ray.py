"""`galakit serve --engine ray`: the page's jobs on a cluster of two nodes, one of which is lost."""

from __future__ import annotations

import json

import pytest
from sweep.test_ray import cluster  # noqa: F401  # a fixture

from galakit.cli.main import main
from web.serving import serving

pytest.importorskip("ray")


def test_jobs_are_solved_on_the_cluster_also_after_a_node_is_lost(cluster, tmp_path):  # noqa: F811
    address, lose = cluster
    with serving("kuhn", "--engine", "ray", "--address", address, "--shared", str(tmp_path)) as server:
        id = server.page.rpartition("/")[2]
        assert server.until(id)["state"] == "solved"
        assert server.ask(id, "overview")["gap"]["value"] == 0
        lose()
        again = server.client.post("/api/jobs", json={"game": "poker"}).json()["id"]
        assert server.until(again)["state"] == "solved"
    assert not [path for path in tmp_path.iterdir() if path.name != "library"]


def test_a_cluster_that_does_not_answer_is_told_before_the_page_opens(capsys):
    assert main(["serve", "--no-browser", "--json", "--engine", "ray", "--address", "127.0.0.1:9"]) == 2
    error = json.loads(capsys.readouterr().err)["error"][0]
    assert error["id"] == "GK770"
    assert "cannot be reached" in error["message"]
