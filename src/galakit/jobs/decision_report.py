"""A decision in full: the value of each move, what it would lose, and how the others reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from galakit.jobs.hand_messages import Option, Reply, Weighed
from galakit.play.grading import Grade
from galakit.rules.contract import CHANCE, END
from galakit.study.looks import each_of, move_of
from galakit.study.quantities import quantity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from galakit.display.look import Look
    from galakit.display.seen import Seen
    from galakit.solution.situation import Situation
    from galakit.study.study import Study
    from galakit.study.tree import Nodes

REPLIES = 12  # after each move, the likeliest


def weighed(study: Study, player: str, facts: Sequence[str]) -> Weighed:
    """All moves where a player knows these facts, which must identify one information set.

    >>> import galakit as gk
    >>> from galakit.study.study import Study
    >>> game = gk.load("kuhn")
    >>> here = weighed(Study(gk.solve(game), game), "second", ["card(2)", "pass"])
    >>> [(option.move, option.value.text, option.loss.text, option.level) for option in here.moves]
    [('pass', '0', '0', 'best'), ('bet', '-1/2', '1/2', 'blunder')]
    """
    who = study.solution.player(player)
    here = study.solution.at(who, ", ".join(facts))
    grades = [study.grader.grade(who, here.facts, move) for move in here.probabilities]
    replies = _replies(study, here.information_set, len(grades))
    return Weighed(
        set=name_of(study, who, here),
        **each_of(study.game.look, here.facts, who),
        note=here.note,
        strayed=grades[0].strayed,
        moves=[_option(grade, replies[k], study.game.look, who) for k, grade in enumerate(grades)],
    )


def _option(grade: Grade, replies: list[Reply], look: Look, player: int) -> Option:
    return Option(
        **move_of(look, grade.move, grade.facts, player),
        probability=quantity(grade.probabilities[grade.move]),
        value=quantity(grade.values[grade.move]),
        loss=quantity(grade.loss),
        level=grade.level,
        words=grade.words,
        replies=replies,
    )


def name_of(study: Study, player: int, here: Situation | Grade) -> str | None:
    """The name of an information set, where it has one."""
    if here.information_set is not None:
        return str(here.information_set)
    return study.backend.name(player, here.facts)


def _replies(study: Study, number: int | None, moves: int) -> list[list[Reply]]:
    """The replies to each move, with probabilities by the player's belief; empty where that is undefined."""
    nothing: list[list[Reply]] = [[] for _ in range(moves)]
    nodes = study.backend.nodes
    if number is None or nodes is None or nodes.listed.beliefs is None:
        return nothing
    listed, beliefs = nodes.listed, nodes.listed.beliefs
    here = beliefs.nodes(number)
    weight, order = beliefs.towards(int(listed.form.player[number]), here)
    weight[order > order.min()] = 0
    if not weight.sum() > 0:
        return nothing
    likely = np.flatnonzero(weight)
    reached = list(zip(here[likely].tolist(), (weight[likely] / weight.sum()).tolist()))
    return [_after([(int(nodes.tree.children(node)[k]), p) for node, p in reached], nodes) for k in range(moves)]


def _after(reached: list[tuple[int, Any]], nodes: Nodes) -> list[Reply]:
    """The replies at nodes that are reached with these probabilities; all moves of chance are one reply."""
    tree, players, probability = nodes.tree, nodes.form.players, nodes.continuation.probability
    total: dict[tuple[str, str | None], Any] = {}
    seen: dict[tuple[str, str | None], Seen] = {}
    for node, weight in reached:
        mover = int(tree.automaton.mover[tree.state[node]])
        if mover in (CHANCE, END):
            key: tuple[str, str | None] = ("chance" if mover == CHANCE else "end", None)
            total[key] = total.get(key, 0) + weight
            continue
        for child in tree.children(node).tolist():
            key = (players[mover], tree.move(child))
            if key not in seen:
                seen[key] = nodes.listed.look.move(tree.move(child), nodes.known(node)[mover], mover)
            total[key] = total.get(key, 0) + weight * probability[child]
    ordered = sorted(total.items(), key=lambda item: -item[1])[:REPLIES]
    return [
        Reply(
            who=who,
            move=move,
            label=seen[who, move].words if (who, move) in seen else None,
            look=seen[who, move].look if (who, move) in seen else None,
            probability=quantity(p),
        )
        for (who, move), p in ordered
    ]
