"""Every method that is registered, on small games of every kind: it solves them with a certificate, or says why it does not."""

from __future__ import annotations

import pytest

import galakit as gk
from galakit.errors import GalakitError
from galakit.solvers.registry import methods

GAMES = {
    "zero-sum, at once": ("matching_pennies", {}),
    "zero-sum, draws that are hidden": ("kuhn", {"cards": 2}),
    "zero-sum, nothing hidden": ("nim", {"piles": [1, 2]}),
    "general-sum, in turn": ("entry_deterrence", {}),
    "general-sum, at once": ("stag_hunt", {}),
    "one player": ("monty_hall", {}),
    "one player, absent-minded": ("absent_minded_driver", {}),
    "three players": ("voting", {}),
    "without a last round": ("rubinstein", {"slices": 3, "delta": "1/2"}),
}
GOOD_ENOUGH = 0.05
TIME = 60.0  # seconds, which no method needs
SAMPLING = 2.0  # for those who may come near to nothing, however long they go on
REFUSED = {"GK602", "GK606", "GK613", "GK620", "GK633", "GK637"}
"""the game goes on for ever, or does not suit the method; Gambit is not installed; too many strategies; a play is too
long for a search; no equilibrium in pure strategies"""
OWN = [method for method in methods() if not method.name.startswith("gambit:")]  # those are in tests/solvers/gambit


@pytest.mark.parametrize("method", OWN, ids=[method.name for method in OWN])
def test_a_method_solves_a_game_with_a_certificate_or_says_why_not(method):
    solved = []
    for kind, (name, params) in GAMES.items():
        game = gk.load(name, **params)
        try:
            seconds = SAMPLING if method.name.startswith("mccfr") else TIME
            solution = gk.solve(game, method.name, gap=GOOD_ENOUGH, time_limit=seconds)
        except GalakitError as error:
            refusal = error.diagnostics[0]
            assert refusal.id in REFUSED, f"{kind}: {error}"
            assert refusal.hint or refusal.notes, f"{kind}: {error}"
            continue
        assert solution.certificate.checked and solution.certificate.gap == max(0, *solution.certificate.gains), kind
        if method.equilibrium:
            assert solution.gap <= (0 if solution.exact else GOOD_ENOUGH) or solution.warnings, kind
        solved.append(kind)
    assert solved, "no game here suits it: add one"
