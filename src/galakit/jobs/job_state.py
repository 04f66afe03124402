"""The state of a job in its process: the game, its solution, its study, and the tables of players."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from galakit.certifying import load_solution, read_solution
from galakit.jobs.equilibria import beside, other_equilibria
from galakit.jobs.hand_messages import Table, Weighed
from galakit.jobs.messages import Plays, Simulated, Taken
from galakit.jobs.reading import read
from galakit.jobs.solving import solution_of
from galakit.study.answers import Moment

if TYPE_CHECKING:
    from galakit.jobs.protocol import Sit, Weigh
    from galakit.jobs.tables import Seat
    from galakit.solution.solution import Solution
    from galakit.study.study import Study

REMEMBERED = 8_000_000  # bytes of answers
COMPARED = 4  # other solutions cached for comparison
KEPT = 100  # equilibria of a suspended job
SMALL = 20_000  # information sets of a file that is quick to read


class JobState:
    """One job in its process; `profile` is a file of the server's own, and `saved` where it is trusted.

    >>> state = JobState(Taken(game="kuhn"), None, None)
    >>> state.solve(lambda stage, done, total: None)
    >>> state.title, msgspec.json.decode(state.ask("overview"))["values"][0]["text"]
    ('kuhn  cards=3', '-1/18')
    """

    def __init__(
        self,
        order: Taken,
        saved: str | None,
        profile: str | None,
        *,
        trusted: bool = True,
        run: str | None = None,
    ) -> None:
        self.order = order
        self.saved = saved
        self.trusted = trusted
        self.profile = profile
        self.run = None if run is None else Path(run)
        self.game = read(order)
        self.solution: Solution
        self.study: Study
        self.preparing: Iterator[int]
        """steps that warm the caches"""
        self.seats: dict[str, Seat] = {}
        self._others: dict[str, Study] = {}
        self._answers: dict[tuple[str, str | None], bytes] = {}
        """the latest answers: a solution does not change"""

    @property
    def title(self) -> str:
        """The game and its parameters."""
        return "  ".join([self.game.name, *(f"{name}={value}" for name, value in self.game.params.items())])

    @property
    def trail(self) -> list[Moment]:
        """How the gap fell."""
        return self.study.overview().trail

    def ended_early(self, stopped: bool) -> bool:
        """Whether solving ended before it had what was asked for: it was `stopped`, or the time limit came first."""
        return stopped or (self.order.seconds is not None and not self.solution.complete)

    def can_go_on(self, stopped: bool) -> bool:
        """Whether the state of a run is kept that did not come to its end by itself."""
        timed = self.order.seconds is not None and self.order.gap is None  # the limit is all that was asked for
        return self.run is not None and self.run.exists() and (timed or self.ended_early(stopped))

    def solve(self, progress: Callable[[str, int, int | None], None]) -> None:
        """Find the solution, or read back the one that was found before."""
        from galakit.study.study import Study

        with self.game.reporting(progress):
            if self.saved is not None and not self.trusted:
                found = load_solution(self.saved, progress=progress)
            elif self.saved is not None:
                found = read_solution(self.saved, trusted=True)
                found.others = tuple(read_solution(path, trusted=True) for path in other_equilibria(self.saved))
            else:
                found = self._found(progress)
            self.study = Study(found, self.game)
        self.solution = self.study.solution
        self.preparing = self.study.prepare(self.ask)

    def _found(self, progress: Callable[[str, int, int | None], None]) -> Solution:
        """The solution of the order; a run that was stopped before goes on."""
        from galakit.solvers.keeping import Keeping
        from galakit.solvers.regret.interrupt import kept

        if self.run is None:
            return solution_of(self.game, self.order, self.profile, progress)
        keeping = Keeping(self.run, self.run.exists(), timed=True)
        found = solution_of(self.game, self.order, self.profile, progress, keeping)
        advice = kept(self.run)  # for the command line
        return replace(found, warnings=tuple(warning for warning in found.warnings if warning != advice))

    def ask(self, question: str, other: str | None = None) -> msgspec.Raw:
        """The answer of the study as JSON; `other` is the file of the profile to compare with."""
        answer = self._answers.get((question, other))
        if answer is None:
            found = self.study.ask(question, None if other is None else self._other(other))
            answer = self._answers[question, other] = msgspec.json.encode(found)
            while sum(map(len, self._answers.values())) > REMEMBERED:
                del self._answers[next(iter(self._answers))]
        return msgspec.Raw(answer)

    def _other(self, file: str) -> Study:
        """Another solution of this game; the last few are kept."""
        from galakit.study.study import Study

        if file not in self._others:
            if len(self._others) >= COMPARED:
                del self._others[next(iter(self._others))]
            self._others[file] = Study(read_solution(file, trusted=True), self.game)
        return self._others[file]

    def simulate(self, plays: Plays) -> Simulated:
        """Plays by the profile."""
        from galakit.jobs.simulating import simulated

        return simulated(self.game, self.solution, plays)

    def weigh(self, order: Weigh) -> Weighed:
        """A decision with all its moves."""
        from galakit.jobs.decision_report import weighed

        return weighed(self.study, order.player, order.facts)

    def sit(self, order: Sit) -> Table:
        """The state of a table; moves since the last question are played first."""
        from galakit.jobs.tables import Seat

        seat = self.seats.get(order.table)
        if seat is None or not seat.precedes(order.hands):
            seat = self.seats[order.table] = Seat(self.study, order.table, order.seating, order.seed)
        seat.catch_up(order.hands)
        return seat.table()

    def save(self, path: str, ending: str) -> str:
        """Write the solution, or a report; the path of the file."""
        if not ending:
            small = self.solution.able.list_all and self.solution.sheet.information_sets <= SMALL
            ending = ".json" if small else ".parquet"
            for number, other in enumerate(self.solution.others[: KEPT - 1], 2):
                other.save(beside(Path(path).with_suffix(ending), number))
        place = str(Path(path).with_suffix(ending))
        if ending == ".html":
            from galakit.component.report import write_report

            write_report(self.study, place)
        else:
            self.solution.save(place)
        return place
