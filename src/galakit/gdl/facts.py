"""The facts that moves leave behind, and the names of the moves and facts that have a meaning of their own."""

from __future__ import annotations

from galakit.gdl.text.syntax import Term
from galakit.rules.contract import Fact

NOOP = "noop"
NOTHING = "nothing"  # an empty set of percepts
DID = "did"  # names the fact that a role made the only move it had


def did(move: Term) -> Fact:
    """The fact that a role made the only move it had."""
    return (DID, move)


def does(role: str, move: Term) -> Fact:
    """The fact, which all observe in GDL, that a role chose a move."""
    return ("does", role, move)
