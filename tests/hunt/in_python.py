"""An explored game as a Python program: the same game through another front end."""

from __future__ import annotations

import galakit as gk
from galakit.rules.contract import CHANCE

PROGRAM = """
from fractions import Fraction
import galakit as gk

NAMES = {names!r}
STATES = {states!r}  # mover, moves, probabilities; for each move who sees what, gains, and the next state


def tell(play, seen, gains):
    for player, fact in seen:
        play.reveal(NAMES[player], fact)
    for player, amount in enumerate(gains):
        play.payoff(NAMES[player], amount)


def at(play, number):
    if number not in STATES:
        return
    mover, moves, likely, steps = STATES[number]
    if likely is None:
        move = yield play.choose(NAMES[mover], moves)
    else:
        move = yield play.choose("nature", moves, probabilities=likely)
    seen, gains, target = steps[moves.index(move)]
    tell(play, seen, gains)
    play.proceed(at, target)


@gk.rules(players=NAMES)
def hunted(play):
    tell(play, {seen!r}, {gains!r})
    yield from at(play, {start!r})
"""


def in_python(game):
    """The game written with `gk.rules`, each state of the automaton a flow that the one before proceeds to."""
    automaton = game.automaton

    def facts(symbols, mover=None):
        """(player, fact); the mover's first is `chose(...)`, which `play.choose` adds itself."""
        own = [(p, automaton.observations[symbol]) for p, symbol in enumerate(symbols)]
        return [(p, fact) for p, told in own for fact in told[p == mover :]]

    states = {}
    for state in range(automaton.states):
        edges = range(int(automaton.first[state]), int(automaton.first[state + 1]))
        if not edges:
            continue
        mover = int(automaton.mover[state])
        states[state] = (
            mover,
            [automaton.moves[automaton.move[e]] for e in edges],
            [automaton.probabilities[automaton.probability[e]] for e in edges] if mover == CHANCE else None,
            [
                (facts(automaton.seen[e].tolist(), mover), automaton.gains[automaton.gain[e]], int(automaton.target[e]))
                for e in edges
            ],
        )
    names = {"__name__": "hunted"}
    text = PROGRAM.format(
        names=list(game.players),
        states=states,
        seen=facts(automaton.opening_seen),
        gains=automaton.gains[automaton.opening_gain],
        start=automaton.start,
    )
    exec(compile(text, "<hunted>", "exec"), names)
    return gk.load(names["hunted"])
