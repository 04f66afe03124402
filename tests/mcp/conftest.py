"""One server for all tests that do not end it.

This folder is no package: with an `__init__.py` it would be `mcp`, and hide the SDK of that name.
"""

from __future__ import annotations

import pytest
from mcp_agent import connected


@pytest.fixture(scope="session")
def agent():
    with connected() as client:
        yield client


@pytest.fixture(scope="session")
def kuhn(agent):
    """A solved job."""
    return agent.solved(game="kuhn")


@pytest.fixture(scope="session")
def poker(agent):
    """A solved job with eight cards."""
    return agent.solved(game="poker", params={"ranks": 8})
