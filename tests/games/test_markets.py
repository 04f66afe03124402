"""Equilibria known from the literature of the games about bargaining, signals, contracts and competition, certified."""

from __future__ import annotations

from fractions import Fraction

import pytest

import galakit as gk
from games.induction import backwards

HALF = Fraction(1, 2)


@pytest.mark.parametrize("offer", range(5))
def test_every_division_of_the_ultimatum_game_is_an_equilibrium(offer):
    def responder(facts, moves):
        return "accept" if int(facts[0].removeprefix("offer(").removesuffix(")")) >= offer else "refuse"

    certificate = gk.certify(gk.load("ultimatum"), {"proposer": {"": offer}, "responder": responder})
    assert certificate.gap == 0 and certificate.value == (4 - offer, offer)


def test_offering_nothing_is_no_equilibrium_of_the_ultimatum_game_when_it_would_be_refused():
    greedy = {"proposer": {"": 0}, "responder": {"offer(0)": "refuse", "": "accept"}}
    assert gk.certify(gk.load("ultimatum"), greedy).gains == (3, 0)


@pytest.mark.parametrize(
    ("name", "payoffs"),
    [
        ("ultimatum", (4, 0)),
        ("bargaining", (Fraction(3, 4), Fraction(1, 4))),
        ("centipede", (4, 1)),
        ("entry_deterrence", (4, 2, 2)),
    ],
)
def test_backward_induction_finds_the_subgame_perfect_payoffs(name, payoffs):
    assert backwards(gk.load(name)) == payoffs


def share(rounds: int, discount: Fraction) -> Fraction:
    """What the first proposer keeps of a pie with that many rounds to come: Ståhl's 1 - d + d^2 - ..."""
    return sum((-discount) ** k for k in range(rounds))


@pytest.mark.parametrize(("rounds", "discount", "steps"), [(3, HALF, 4), (2, Fraction(1, 3), 3), (1, HALF, 2)])
def test_alternating_offers_end_at_once_with_the_division_of_backward_induction(rounds, discount, steps):
    game = gk.load("bargaining", rounds=rounds, discount=discount, steps=steps)

    def play(facts, moves):
        refusals = sum(f in ("refused", "chose(refuse)") for f in facts)
        fair = discount * share(rounds - 1 - refusals, discount)
        if "accept" not in moves:
            return str(fair)
        return "accept" if Fraction(facts[-1].removeprefix("offer(").removesuffix(")")) >= fair else "refuse"

    certificate = gk.certify(game, {"first": play, "second": play})
    assert certificate.gap == 0
    assert certificate.value == (share(rounds, discount), 1 - share(rounds, discount))


@pytest.mark.parametrize("moves", [2, 4, 6])
def test_the_centipede_is_stopped_at_once(moves):
    """Rosenthal 1981; McKelvey & Palfrey 1992."""
    game = gk.load("centipede", moves=moves)
    taking = {player: {"": "take"} for player in game.players}
    certificate = gk.certify(game, taking)
    assert certificate.gap == 0 and certificate.value == (4, 1)
    patient = gk.certify(game, {player: {"": "pass"} for player in game.players})
    assert patient.value == (4 * 2**moves, 2**moves) and patient.gap > 0


def test_entering_and_sharing_is_an_equilibrium_and_so_is_deterrence_by_an_empty_threat():
    """Selten 1978: the first is subgame-perfect, the second is not."""
    game = gk.load("entry_deterrence")
    entering = {"chain": {"": "share"}, "rival1": {"": "enter"}, "rival2": {"": "enter"}}
    deterred = {"chain": {"": "fight"}, "rival1": {"": "stay_out"}, "rival2": {"": "stay_out"}}
    assert gk.certify(game, entering) == gk.Certificate((4, 2, 2), (0, 0, 0), True)
    assert gk.certify(game, deterred) == gk.Certificate((10, 1, 1), (0, 0, 0), True)
    assert gk.certify(game, entering | {"chain": {"": "fight"}}).gains == (4, 1, 1)


@pytest.mark.parametrize("breakfast", ["beer", "quiche"])
def test_both_kinds_of_sender_order_the_same_breakfast(breakfast):
    """Cho & Kreps 1987: two pooling equilibria, in which the other breakfast is met by a challenge."""
    other = {"beer": "quiche", "quiche": "beer"}[breakfast]
    pooling = {"sender": {"": breakfast}, "receiver": {breakfast: "leave", other: "fight"}}
    certificate = gk.certify(gk.load("beer_quiche"), pooling)
    liked = {"beer": Fraction(9, 10), "quiche": Fraction(1, 10)}[breakfast]
    assert certificate.gap == 0 and certificate.value == (2 + liked, Fraction(9, 10))


def test_breakfasts_that_tell_the_truth_are_no_equilibrium():
    telling = {"sender": {"strong": "beer", "weak": "quiche"}, "receiver": {"beer": "leave", "quiche": "fight"}}
    certificate = gk.certify(gk.load("beer_quiche"), telling)
    assert certificate.gains == (Fraction(1, 10), 0)  # the weak sender would rather drink beer: 2 instead of 1


def test_the_principal_pays_four_for_success_and_leaves_the_agent_a_rent_of_one():
    """The incentive constraint (3/4 - 1/4) w >= 2 holds with equality."""
    game = gk.load("principal_agent")

    def agent(facts, moves):
        failure, success = map(int, facts[0].removeprefix("pay(").removesuffix(")").split(","))
        if "accept" in moves:
            return "accept"
        return "work" if Fraction(success - failure, 2) >= 2 else "slack"

    best = gk.certify(game, {"principal": {"": "pay(0,4)"}, "agent": agent})
    assert best.gap == 0 and best.value == (Fraction(9, 2), 1)
    stingy = gk.certify(game, {"principal": {"": "pay(0,3)"}, "agent": agent})
    assert stingy.gains == (Fraction(9, 2) - Fraction(7, 4), 0)


def test_price_wars_hold_a_cartel_together_that_cannot_see_who_cheats():
    trigger = {"price(high)": "expand", "price(low)": "flood", "": "restrict"}
    lenient = {"price(high)": "expand", "price(low)": "expand", "": "restrict"}
    always = {"": "expand"}
    game = gk.load("cartel")
    war, forgiving, static = (gk.certify(game, dict.fromkeys(game.players, s)) for s in (trigger, lenient, always))
    assert war.gap == 0 and war.value == (Fraction(63, 4),) * 2
    assert static.gap == 0 and static.value == (14, 14)
    assert forgiving.gap == 2


def test_too_noisy_a_price_makes_the_cartel_break():
    game = gk.load("cartel", slump="1/2")
    trigger = {"price(high)": "expand", "price(low)": "flood", "": "restrict"}
    assert gk.certify(game, dict.fromkeys(game.players, trigger)).gap == 2 - Fraction(5, 4)
