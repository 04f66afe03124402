"""The smaller game as an answer: isomorphic information sets are one, for any number of players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galakit.deadline import Deadline
from galakit.errors import GalakitError
from galakit.study.concept_answers import Known, MergedSets, ShrunkenAnswer
from galakit.study.concepts import title
from galakit.study.decisions import MOST, place_at
from galakit.study.overview import size_of

if TYPE_CHECKING:
    from galakit.game.game import Game


QUICKLY = 40_000  # nodes of a tree that are merged, written and unfolded again in a second


def shrunken(game: Game, seconds: float) -> ShrunkenAnswer:
    """Both sizes, and which information sets became one."""
    from galakit.solvers.shrunk.smaller import shrink

    nodes = game.size().nodes
    if nodes > QUICKLY * seconds:
        raise GalakitError(
            f"the tree of {nodes:,} nodes is too large to be shrunk within {seconds:g} s",
            hint="`galakit size GAME --shrink` has more time",
            id="GK730",
        )
    with game.reporting(None, Deadline(seconds)):
        made = shrink(game)
        after = made.game.size()
    form = game.form
    members: dict[int, list[int]] = {}
    for i, mark in enumerate(made.classes.tolist()):
        members.setdefault(mark, []).append(i)
    groups = [own for own in members.values() if len(own) > 1]
    merged: list[MergedSets] = []
    shown = 0
    for own in groups:
        if shown + len(own) > MOST:
            break
        shown += len(own)
        players = [form.players[int(form.player[i])] for i in own]
        known = [Known(**place_at(game, player, form.facts(i))) for player, i in zip(players, own)]
        merged.append(MergedSets(members=known))
    return ShrunkenAnswer(
        game=title(game),
        players=list(game.players),
        before=size_of(game.size()),
        after=size_of(after),
        merged=merged,
        left_out=sum(map(len, groups)) - shown,
    )
