"""A report over boards: what each public card changes for the player who moves."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from galakit.display.look import Look
from galakit.display.typed import folded
from galakit.errors import GalakitError
from galakit.solution.shown.order import natural
from galakit.study.cards.answers import BoardLine, Boards
from galakit.study.cards.cards_of import cards_in, keyboard
from galakit.study.cards.deals import Deals, Floats, averaged
from galakit.study.cards.folding import folded_boards
from galakit.study.looks import words_of
from galakit.study.quantities import defined, rounded

PAGE = 200
ORDERS = ("board", "share", "value", "equity")
"""what lines can be sorted by, besides moves"""


def boards(deals: Deals, look: Look, *, suits: bool, facts: str, by: str, falling: bool, offset: int) -> Boards:
    """The report; `by` is one of `ORDERS` or a move."""
    moves, player = deals.situation.moves, deals.player
    if by not in (*ORDERS, *moves):
        raise GalakitError(
            f"boards cannot be sorted by {by[:40]}",
            hint="sort by " + ", ".join((*ORDERS, *moves[:8])),
            id="GK802",
        )
    group = np.arange(len(deals.boards)) if suits else folded_boards(deals, look)
    first = np.unique(group, return_index=True)[1]
    of, many = group[deals.board], len(first)
    weights = deals.weights(player)
    share = np.bincount(of, deals.met, many) / deals.met.sum()
    value = averaged(deals.values[player], of, many, weights)
    equity = averaged(deals.shown[player], of, many, weights)
    shares = np.stack([averaged(move, of, many, weights) for move in deals.shares])
    lines = []
    for k, at in enumerate(first.tolist()):
        found = words_of(look.known(deals.boards[at], player), "no board")
        lines.append(
            BoardLine(
                situation=deals.names[at],
                words=found["words"],
                look=found["words_look"],
                facts=", ".join(deals.boards[at]),
                combos=int((group == k).sum()),
                share=rounded(share[k]),
                probabilities=[rounded(p) for p in np.nan_to_num(shares[:, k]).tolist()],
                value=defined(value[k]),
                equity=defined(equity[k]),
            )
        )
    wanted = folded(facts)
    passing = [k for k, line in enumerate(lines) if not wanted or wanted in _readings(look, line, deals, first[k])]
    order = sorted(passing, key=lambda k: natural(lines[k].facts))
    if by != "board":
        column = {"share": share, "value": value, "equity": equity}.get(by)
        column = shares[moves.index(by)] if column is None else column
        order.sort(key=lambda k: -np.inf if np.isnan(column[k]) else column[k])
    if falling:
        order.reverse()
    kept = np.zeros(many, bool)
    kept[passing] = True
    return Boards(
        situation=deals.situation,
        lines=[lines[k] for k in order[offset : offset + PAGE]],
        whole=_whole(deals, kept[of], float(share[kept].sum()), int(np.isin(group, passing).sum())),
        offset=offset,
        total=len(order),
        suits=bool(many == len(group)),
        note=deals.note,
    )


def _readings(look: Look, line: BoardLine, deals: Deals, at: int) -> str:
    cards = cards_in(look, deals.boards[at], deals.player)
    return "\n".join((folded(line.words), folded(keyboard(cards)), folded(line.facts)))


def _whole(deals: Deals, chosen: npt.NDArray[np.bool_], share: float, combos: int) -> BoardLine:
    """The average over some deals."""
    one = np.zeros(int(chosen.sum()), np.int64)
    weights = [w[chosen] for w in deals.weights(deals.player)]

    def mean(numbers: Floats) -> float | None:
        return defined(float(averaged(numbers[chosen], one, 1, weights)[0]))

    return BoardLine(
        situation=deals.situation.id,
        words="all boards",
        facts="",
        combos=combos,
        share=rounded(share),
        probabilities=[mean(move) or 0.0 for move in deals.shares],
        value=mean(deals.values[deals.player]),
        equity=mean(deals.shown[deals.player]),
    )
