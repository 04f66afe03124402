"""Clusters that do not answer."""

from __future__ import annotations

import asyncio
import json
import time

import pytest
from sweep.studies import PATIENCE, kuhn

from galakit.cli.main import main
from galakit.errors import GalakitError
from galakit.sweep.engine import Ray
from galakit.sweep.sweep import opened, rows_of

pytest.importorskip("ray")


def test_a_sweep_on_a_cluster_that_does_not_answer_ends_with_a_message(tmp_path):
    plan = kuhn(tmp_path, 3)
    began = time.monotonic()
    with (
        opened(plan, Ray("127.0.0.1:1")) as driver,
        pytest.raises(GalakitError, match="(?s)GK770.*reached: Connection refused"),
    ):
        asyncio.run(driver.run())
    assert time.monotonic() - began < PATIENCE and rows_of(plan) == ()


def test_a_server_says_that_a_cluster_does_not_answer_before_the_page_opens(capsys):
    assert main(["serve", "--no-browser", "--json", "--engine", "ray", "--address", "127.0.0.1:9"]) == 2
    error = json.loads(capsys.readouterr().err)["error"][0]
    assert error["id"] == "GK770"
    assert "cannot be reached" in error["message"]
