"""A policy for games in which every mover knows the state: what they play there, and the value of each move.

Queries follow the rules: moves one by one, and facts along all histories on which the player learns just them (in a
game of perfect information there is one).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from galakit.errors import GalakitError
from galakit.rules.contract import CHANCE, END, Number, Rules, State
from galakit.rules.history import Recording
from galakit.rules.knowledge import Knowledge, informative, news
from galakit.solution import facts as naming
from galakit.solution.certificate import Certificate
from galakit.solution.policy import Able
from galakit.solution.situation import Situation

if TYPE_CHECKING:
    from galakit.display.look import Look
    from galakit.game.realization import Behaviour
    from galakit.game.sequence_form import SequenceForm

LIMIT_NODES = 1_000_000  # nodes that are searched for given facts
LONGEST = 40  # moves of a line of play
SHOWN = 12  # moves named in an error


@dataclass(frozen=True)
class _Node:
    """A node: its state, what the players gained and observed up to there, and its reach under the profile."""

    state: State
    gained: tuple[Number, ...]
    facts: Knowledge
    reach: Number


@dataclass(frozen=True, eq=False)
class StatePolicy:
    """`shares(state)` are the probabilities of the moves, `move_values(state)` the mover's payoffs from there on.

    Where the mover does not see others' moves of the same round, both are the same in all states that they might be in.
    """

    rules: Rules
    shares: Callable[[State], Sequence[Number]]
    move_values: Callable[[State], Sequence[Number]]
    certified: Callable[[], Certificate]
    listed: Callable[[SequenceForm], tuple[Behaviour, ...]]

    kind: ClassVar[str] = "states"
    able: ClassVar[Able] = Able(follow=True)
    size: ClassVar[None] = None
    note: ClassVar[str] = "the player knows the state"

    def certify(self, *, free: bool = False) -> Certificate:
        return self.certified()

    def strategies(self, form: SequenceForm) -> tuple[Behaviour, ...]:
        return self.listed(form)

    def after(self, moves: Sequence[str]) -> Situation:
        """The information set after these moves, chance's included, each by its label."""
        node = self._walked(moves)
        state = node.state
        if state.mover < 0:
            if state.mover == END:
                raise GalakitError(f"the game is over {_when(moves)}", hint="leave out the last move", id="GK631")
            raise GalakitError(
                f"chance moves {_when(moves)}", hint=f"name its move, too: {self._offered(state)}", id="GK631"
            )
        return self._situation(node)

    def at(self, player: int, facts: Sequence[str]) -> Situation | None:
        wanted = informative(naming.normal(f) for f in facts)
        nodes = self._located(player, wanted)
        if not nodes:
            return None
        # Several histories to one state differ only in what was gained on them.
        total = sum(node.reach for node in nodes)
        weights = [node.reach / total if total else Fraction(1, len(nodes)) for node in nodes]
        gained = tuple(
            sum(w * node.gained[p] for w, node in zip(weights, nodes)) for p in range(len(self.rules.players))
        )
        return self._situation(replace(nodes[0], gained=gained, reach=total))

    def played(self, player: int, facts: Sequence[str]) -> Sequence[Number] | None:
        here = self.at(player, facts)
        return None if here is None else list(here.probabilities.values())

    def line(self, look: Look) -> str:
        """The play when all players and chance make their likeliest moves, until a state comes again, in words."""
        step, record = self.rules.start(), Recording(len(self.rules.players))
        record.learn(news(self.rules.write, step))
        met: set[State] = set()
        while (state := step.state).mover != END:
            if len(record.steps) == LONGEST or state in met:
                return f"{look.history(record.steps)}, …"
            met.add(state)
            chances = self._chances(state)
            index = max(range(len(chances)), key=chances.__getitem__)
            step = state.after(index)
            record.move(state.mover, self.rules.write(state.moves[index]), news(self.rules.write, step, state, index))
        return look.history(record.steps) or "there is nothing to decide"

    def _chances(self, state: State) -> Sequence[Number]:
        """The probabilities of the moves of a state, by chance or by a player."""
        return state.probabilities or () if state.mover == CHANCE else self.shares(state)

    def _who(self, state: State) -> str:
        return "chance" if state.mover == CHANCE else self.rules.players[state.mover]

    def _offered(self, state: State) -> str:
        moves = [self.rules.write(m) for m in state.moves]
        return ", ".join(moves[:SHOWN]) + (", …" if moves[SHOWN:] else "")

    def _situation(self, node: _Node) -> Situation:
        state = node.state
        moves = [self.rules.write(m) for m in state.moves]
        gained = node.gained[state.mover]
        return Situation(
            player=self.rules.players[state.mover],
            information_set=None,
            facts=node.facts[state.mover],
            probabilities=dict(zip(moves, self.shares(state))),
            values={m: gained + w for m, w in zip(moves, self.move_values(state))},
            reach=node.reach,
            belief=None,
            note=self.note,
            players=tuple(self.rules.players),
        )

    def _walked(self, moves: Sequence[str]) -> _Node:
        node = self._opening()
        for k, move in enumerate(moves):
            state = node.state
            labels = [naming.normal(self.rules.write(m)) for m in state.moves]
            if naming.normal(move) not in labels:
                before = _when(moves[:k])
                if state.mover == END:
                    raise GalakitError(f"the game is over {before}: there is no move {move}", id="GK631")
                raise GalakitError(
                    f"{self._who(state)} has no move {move} {before}",
                    hint=f"the moves are {self._offered(state)}",
                    id="GK631",
                )
            node = self._moved(node, labels.index(naming.normal(move)))
        return node

    def _opening(self) -> _Node:
        step = self.rules.start()
        return _Node(step.state, tuple(step.payoffs), Knowledge.opening(self.rules, step), Fraction(1))

    def _moved(self, node: _Node, index: int) -> _Node:
        state = node.state
        step = state.after(index)
        share = self._chances(state)[index]
        gained = tuple(a + b for a, b in zip(node.gained, step.payoffs))
        facts = node.facts.after(self.rules, state, index, step)
        return _Node(step.state, gained, facts, node.reach * share)

    def _located(self, player: int, wanted: tuple[str, ...]) -> list[_Node]:
        """All nodes at which the player moves and knows the wanted facts, which are normalised, and no others."""
        waiting, found, looked = [self._opening()], [], 0
        while waiting:
            node = waiting.pop()
            looked += 1
            if looked > LIMIT_NODES:
                raise GalakitError(
                    f"{looked:,} nodes were searched for one at which {', '.join(wanted)} is known",
                    hint="name the moves that were made instead",
                    id="GK610",
                )
            known = informative(naming.normal(f) for f in node.facts[player])
            state = node.state
            if known != wanted[: len(known)] or state.mover == END:
                continue
            if state.mover == player and known == wanted:
                found.append(node)
            else:
                waiting += [self._moved(node, i) for i in range(len(state.moves))]
        return found


def _when(moves: Sequence[str]) -> str:
    return f"after {', '.join(moves)}" if moves else "at the start"


def one_move(choice: Callable[[State], int]) -> Callable[[State], Sequence[Number]]:
    """The probabilities of a strategy that makes the move of index `choice(state)`."""

    def shares(state: State) -> Sequence[Number]:
        chosen = choice(state)
        return [Fraction(k == chosen) for k in range(len(state.moves))]

    return shares


def pure(form: SequenceForm, choice: Any) -> tuple[Behaviour, ...]:
    """The pure strategies that play the move of index `choice[i]` at each information set i."""
    import numpy as np

    result = []
    for player in range(len(form.players)):
        sets = form.sets_of(player)
        strategy = np.full(form.sequences[player], Fraction(0), object)
        strategy[0] = Fraction(1)
        strategy[form.first_sequence[sets] + choice[sets]] = Fraction(1)
        result.append(strategy)
    return tuple(result)
