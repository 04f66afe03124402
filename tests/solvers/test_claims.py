"""What methods say of their own answers, which counts where there is no time for a certificate."""

from __future__ import annotations

import pytest

import galakit as gk
from galakit.solvers.method import Request
from galakit.solvers.registry import named
from galakit.solvers.solve import _policies

SHORT = {"iterations": 60}
CASES = [
    ("leduc", "cfr+", SHORT),
    ("three_player_kuhn", "cfr", SHORT),
    ("first_price_auction", "pcfr+", SHORT),
    ("leduc", "double-oracle", {}),
    ("leduc", "factored", SHORT),
    ("liars_dice", "public", SHORT),
]


@pytest.mark.parametrize(("name", "method", "options"), CASES, ids=[method for _, method, _ in CASES])
def test_a_claim_is_no_better_than_the_truth(name, method, options):
    game = gk.load(name, faces=3) if name == "liars_dice" else gk.load(name)
    answer = named(method).run(game, Request(exact=False, options=options))
    claim, truth = answer.claimed, _policies(game, answer)[0].certify()
    assert claim is not None and not claim.checked and claim.by == "search"
    assert claim.gap >= truth.gap - 1e-6
    # The value of bounds is half-way between them.
    assert claim.value == pytest.approx(truth.value, abs=float(claim.gap) / 2 + 1e-6)
