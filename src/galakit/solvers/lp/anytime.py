"""Strategies for both players at any time while a linear programme is being solved (Gilpin & Sandholm, section 5.2).

A plan of each player bounds the value of a constant-sum game: what the one guarantees from below, what the other
concedes from above. The bounds come from best responses, so they hold whatever made the plans. HiGHS has nothing to
offer before it is done, so a `Companion` works beside it: regret minimisation (DCFR), whose averages come closer to
an equilibrium from its first milliseconds on. The best plan of each player counts, wherever it came from.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from galakit.game.realization import repaired, uniform
from galakit.game.response import best_response
from galakit.game.sequence_form import Floats, SequenceForm
from galakit.memory import refuse_beyond_memory

if TYPE_CHECKING:
    from galakit.solvers.regret.dynamics import Dynamics

UPDATE = "dcfr"
STEP = 1 / 8  # of the iterations so far, until bounds are looked at again


class Bounds:
    """The best plan of each player so far, and the bounds on player 0's value that they prove."""

    def __init__(self, form: SequenceForm, plans: tuple[Floats, Floats] | None = None) -> None:
        self.form = form
        self.plans = plans or (uniform(form, 0), uniform(form, 1))
        self.lower, self.upper = self._proved(self.plans)

    @property
    def gap(self) -> float:
        """No player can gain more than this by deviating, and the value is known as well as this."""
        return self.upper - self.lower

    def offer(self, plans: tuple[Floats, Floats]) -> None:
        """Keep each plan that improves its bound."""
        lower, upper = self._proved(plans)
        x, y = self.plans
        if lower > self.lower:
            self.lower, x = lower, plans[0]
        if upper < self.upper:
            self.upper, y = upper, plans[1]
        self.plans = x, y

    def _proved(self, plans: tuple[Floats, Floats]) -> tuple[float, float]:
        lower = float(self.form.constant_sum or 0) - best_response(self.form, 1, (plans[0], None))[0]
        return lower, best_response(self.form, 0, (None, plans[1]))[0]

    def __str__(self) -> str:
        return f"value between {self.lower:.6g} and {self.upper:.6g}"


class Companion:
    """Regret minimisation that hands its averages to the bounds now and then."""

    def __init__(self, bounds: Bounds) -> None:
        # Imported here because it loads a compiler, and small games are solved before they need a companion.
        from galakit.solvers.regret.dynamics import dynamics
        from galakit.solvers.regret.layout import laid_out, memory_of
        from galakit.solvers.regret.updates import UPDATES

        self.bounds = bounds
        refuse_beyond_memory(*memory_of(bounds.form))
        self.layout = laid_out(bounds.form, 1)
        self.state: Dynamics = dynamics(bounds.form, self.layout, UPDATES[UPDATE], {}, 1)
        self._burst = 1
        self._look = 1

    @staticmethod
    def is_ready() -> bool:
        """Load what it needs; whether its machine code is there: making it may take longer than the programme."""
        from galakit.compiling import is_kept
        from galakit.solvers.regret import dynamics, layout, updates  # noqa: F401
        from galakit.solvers.regret.kernel import iterate

        return is_kept(iterate)

    def work(self, seconds: float) -> None:
        """Iterate for about so many seconds; look at the bounds where the average has changed enough."""
        count = min(self._burst, self._look - self.state.done)
        began = time.perf_counter()
        self.state.advance(count)
        self._burst = max(1, int(seconds * count / max(time.perf_counter() - began, 1e-9)))
        if self.state.done == self._look:
            x, y = self.layout.collected(self.state.average())
            self.bounds.offer((repaired(self.bounds.form, 0, x), repaired(self.bounds.form, 1, y)))
            self._look += max(1, int(self._look * STEP))
