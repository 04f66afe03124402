"""A person at a table: hands against the profile of a study, each decision graded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from galakit.display.parts import joined
from galakit.jobs.hand_messages import Decision, HandEnd, Seating, Table
from galakit.jobs.problems import Refused
from galakit.play.hand import Hand
from galakit.play.session import Session, opponents
from galakit.rules.knowledge import Chose, informative, kind_of
from galakit.solution.shown.numbers import number
from galakit.study.looks import Boards, each_of, moves_of, steps_of
from galakit.study.quantities import quantity
from galakit.study.training.drills import graded

if TYPE_CHECKING:
    from galakit.study.study import Study


class Seat:
    """The hands of one table; the same seed and the same moves give the same hands.

    >>> import galakit as gk
    >>> from galakit.study.study import Study
    >>> game = gk.load("kuhn")
    >>> seat = Seat(Study(gk.solve(game), game), "t", Seating("first"), seed=2)
    >>> seat.catch_up([[]])
    >>> seat.table().decision.moves
    ['pass', 'bet']
    """

    def __init__(self, study: Study, name: str, seating: Seating, seed: int) -> None:
        self.study = study
        self.name = name
        person = study.solution.player(seating.player)
        against = study.solution if seating.against == "solution" else seating.against
        self.session = Session(study.game, person, opponents(study.game, person, against), seed, study.grader)
        self.moves: list[list[str]] = []
        self.hand: Hand
        self._boards = Boards(study.game.look, study.game.rules)
        self._hands = self.session.hands()

    def precedes(self, hands: Sequence[Sequence[str]]) -> bool:
        """Whether these hands continue those played here."""
        if not self.moves:
            return True
        *before, last = self.moves
        k = len(before)
        return list(hands[:k]) == before and len(hands) > k and list(hands[k][: len(last)]) == last

    def catch_up(self, hands: Sequence[Sequence[str]]) -> None:
        """Play the hands and moves that are new."""
        for k in range(max(len(self.moves) - 1, 0), len(hands)):
            if k == len(self.moves):
                self._deal()
            for move in hands[k][len(self.moves[k]) :]:
                self._choose(move)

    def _deal(self) -> None:
        if self.moves and not self.hand.over:
            raise Refused("conflict", "the hand is not over", remedy="make_a_move", id="GK819")
        self.hand = next(self._hands)
        self.moves.append([])
        self._go_on()

    def _choose(self, move: str) -> None:
        decision = self.hand.go_on()
        if decision is None:
            raise Refused("conflict", "the hand is over", remedy="next_hand", id="GK819")
        if move not in decision.moves:
            hint = "the moves are " + ", ".join(decision.moves[:8])
            raise Refused("invalid", f"there is no move `{move[:100]}` here", hint=hint, id="GK819")
        self.session.choose(self.hand, decision.moves.index(move))
        self.moves[-1].append(move)
        self._go_on()

    def _go_on(self) -> None:
        if self.hand.go_on() is None:
            self.session.finish(self.hand)

    def table(self) -> Table:
        """The state of the table."""
        decision, session = self.hand.go_on(), self.session
        look, person, players = self.study.game.look, session.person, self.study.game.players
        facts = self.hand.facts[person]
        each = each_of(look, facts, person)
        table = self._boards.at(facts, person, lambda: self.hand.state)
        return Table(
            id=self.name,
            player=players[session.person],
            seed=session.seed,
            hand=len(self.moves),
            decision=None
            if decision is None
            else Decision(
                facts=list(informative(decision.facts)),
                learnt=list(decision.learnt),
                **moves_of(look, decision.moves, decision.facts, person),
                places=[
                    [] if table is None else table.places(seen)
                    for seen in look.moves(decision.moves, decision.facts, person)
                ],
            ),
            seen=each["facts"],
            fact_words=[
                f"you {words}" if kind_of(fact) is Chose else words
                for fact, words in zip(each["facts"], each["fact_words"])
            ],
            fact_looks=[
                list(joined(("you ", *look))) if look and kind_of(fact) is Chose else look
                for fact, look in zip(each["facts"], each["fact_looks"])
            ],
            boards=[] if table is None else table.boards(),
            grades=[graded(self.study, session.person, grade) for grade in session.grades[-1]],
            end=self._end() if decision is None else None,
            hands=len(session.played),
            total=quantity(session.total[session.person]),
            lost=quantity(session.lost),
            levels=session.levels,
        )

    def _end(self) -> HandEnd:
        trace, game = self.hand.trace, self.study.game
        return HandEnd(
            history=steps_of(game.look, trace.history(game.players)),
            payoffs=[number(amount) for amount in trace.payoffs],
            sights=self._boards.of_all(self.hand.facts, lambda: self.hand.state),
        )
