"""Small studies that tests share."""

from __future__ import annotations

from pathlib import Path

from galakit.sweep.plan import Plan
from galakit.sweep.study_file import plan_of
from galakit.sweep.sweep import rows_of

BLUFF = {"value": "value.first", "bluff": "first: card(1) = bet"}
PATIENCE = 120  # seconds: machines that test are slow


def kuhn(folder: Path, *cards: int, **more) -> Plan:
    """Kuhn poker with these numbers of cards."""
    game = {"source": "kuhn", "params": {"cards": list(cards)}, "methods": ["lp"], "quantities": BLUFF}
    return plan_of({"name": "kuhn", "output": str(folder / "out"), "game": [game | more.pop("game", {})], **more})


def statuses(plan: Plan) -> list[str]:
    return [str(row["status"]) for row in rows_of(plan)]
