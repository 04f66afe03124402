"""A plugin for pytest, `-p lang.bytecode.machine_on`: the abstract machine explores every game, however small."""

from __future__ import annotations

from galakit.lang.gala.rules import GalaRules


def pytest_configure() -> None:
    GalaRules.few = 0
    GalaRules.patience = 0
