"""OpenSpiel has some of these games too: the same trees, the same information, the same gains against uniform play."""

from __future__ import annotations

import pytest

import galakit as gk

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: make peers")

BATTLESHIP = (
    "battleship(board_width=2,board_height=2,ship_sizes=[{}],ship_values=[{}],num_shots=2,"
    "allow_repeated_shots=False,loss_multiplier=1.0)"
)
GOOFSPIEL = "goofspiel(num_cards=3,imp_info={},points_order={},returns_type=point_difference)"

# ours, its parameters, theirs
GAMES = [
    ("kuhn", {}, "kuhn_poker"),
    ("three_player_kuhn", {}, "kuhn_poker(players=3)"),
    ("leduc", {}, "leduc_poker"),
    ("liars_dice", {"faces": 3}, "liars_dice(dice_sides=3)"),
    ("goofspiel", {"cards": 3}, GOOFSPIEL.format(False, "random")),
    ("goofspiel", {"cards": 3, "information": "partial", "order": "descending"}, GOOFSPIEL.format(True, "descending")),
    ("oshi_zumo", {"coins": 4}, "oshi_zumo(coins=4,size=1,min_bid=1)"),
    ("oshi_zumo", {"coins": 4, "size": 2}, "oshi_zumo(coins=4,size=2,min_bid=1)"),
    ("blotto", {"soldiers": 4}, "blotto(coins=4,fields=3)"),
    ("battleship", {"ships": [1], "shots": 2}, BATTLESHIP.format("1", "1")),
    ("battleship", {"ships": [1, 2], "shots": 2}, BATTLESHIP.format("1;2", "1;1")),
    ("dark_hex", {"heard": "yes"}, "dark_hex(num_rows=2,num_cols=2,board_size=2)"),
    ("connect_k", {}, "connect_four(rows=3,columns=3,x_in_row=3)"),
    ("dots_and_boxes", {}, "dots_and_boxes(num_rows=1,num_cols=2,utility_margin=true)"),
    ("first_price_auction", {"values": 4}, "first_sealed_auction(players=2,max_value=4)"),
]


@pytest.mark.parametrize(("name", "params", "theirs"), GAMES, ids=[f"{n} {p}" for n, p, _ in GAMES])
def test_a_game_is_openspiels(name, params, theirs):
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    game = gk.load(name, **params)
    peer = pyspiel.load_game(theirs)
    if peer.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        peer = pyspiel.convert_to_turn_based(peer)
    terminals, sets = counted(peer)
    if name != "first_price_auction":  # there equal bids are settled by another move of chance
        assert game.size().terminals == terminals
    assert game.size().information_sets == sets
    scale = 2 if name == "goofspiel" else 1  # they compare with the mean of both players' points
    gains = gk.certify(game, {}).gains
    assert float(sum(gains)) / scale == pytest.approx(exploitability.nash_conv(peer, policy.UniformRandomPolicy(peer)))


def counted(game) -> tuple[int, list[int]]:
    """Terminal histories, and information sets by player."""
    terminals, sets = 0, [set() for _ in range(game.num_players())]
    waiting = [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if state.is_terminal():
            terminals += 1
            continue
        if not state.is_chance_node():
            sets[state.current_player()].add(state.information_state_string())
        waiting.extend(state.child(action) for action in state.legal_actions())
    return terminals, [len(s) for s in sets]


def test_wider_dark_hex_has_as_many_plays_as_openspiels():
    game = gk.load("dark_hex", columns=3)
    assert game.size().nodes == 104_229 and game.size().terminals == 53_920
