"""The update rules, each as six numbers per iteration.

With the instantaneous counterfactual regret r of a move at iteration t, all of them are

    R <- max(floor, R * (positive if R > 0 else negative) + r)
    the next strategy is proportional to max(0, ahead * R + predicting * r), uniform if that is nowhere positive
    S <- S * decay + plan

where S / S[0] is the average plan. CFR (Zinkevich et al. 2007) is all ones; CFR+ (Tammelin 2014) has floor 0; LCFR and
DCFR (Brown & Sandholm 2019) discount; PCFR+ (Farina, Kroer & Sandholm 2021) predicts that the last regret will come
again; PDCFR+ (Xu et al. 2024) does both; the HS variants (Zhang, McAleer & Sandholm 2024) change the exponents over
time, for which they need to know the number of iterations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from galakit.game.sequence_form import Floats

COLUMNS = ("positive", "negative", "floor", "ahead", "predicting", "decay")


@dataclass(frozen=True)
class Update:
    """One rule: which exponents it uses and how."""

    name: str
    says: str
    """what it is, in a few words"""
    exponents: Mapping[str, float] = field(default_factory=dict)
    """alpha and beta (of the discounts of positive and negative regrets) and gamma (of the average)"""
    chosen: tuple[str, ...] = ()
    """the exponents that may be given as options"""
    floor: bool = False
    """negative regrets are forgotten"""
    discount: bool = False
    """regrets fade: positive ones by alpha, negative ones by beta"""
    predicting: bool = False
    scheduled: bool = False
    """exponents move with t / T"""

    def numbers(self, first: int, count: int, exponents: Mapping[str, float], last: int) -> Floats:
        """[count, 6] the columns of `COLUMNS` for iterations first, first + 1, ...; `last` is T of the schedules.

        >>> UPDATES["cfr+"].numbers(2, 1, {}, 100).tolist()
        [[1.0, 1.0, 0.0, 1.0, 0.0, 0.5]]
        """
        import numpy as np

        t = np.arange(first, first + count, dtype=np.float64)
        chosen: dict[str, Floats | float] = {**self.exponents, **exponents}
        if self.scheduled:
            done = np.minimum(t / last, 1.0)
            chosen["gamma"] = 30.0 - 5.0 * done
            if self.discount:
                chosen["alpha"], chosen["beta"] = 1.0 + 3.0 * done, -1.0 - 2.0 * done
        table = np.empty((count, len(COLUMNS)))
        table[:, 0] = _fading(t - 1, chosen["alpha"]) if self.discount else 1.0
        table[:, 1] = _fading(t - 1, chosen["beta"]) if self.discount and not self.floor else 1.0
        table[:, 2] = 0.0 if self.floor else -np.inf
        table[:, 3] = _fading(t, chosen["alpha"]) if self.discount and self.predicting else 1.0
        table[:, 4] = 1.0 if self.predicting else 0.0
        table[:, 5] = ((t - 1) / t) ** chosen["gamma"]
        return table


def _fading(t: Floats, exponent: Floats | float) -> Floats:
    """t^a / (t^a + 1), written so that nothing overflows; at t = 0 there is nothing to fade yet."""
    import numpy as np

    with np.errstate(divide="ignore", over="ignore"):
        faded: Floats = 1.0 / (1.0 + np.maximum(t, 0.0) ** -np.asarray(exponent, np.float64))
    return faded


UPDATES = {
    update.name: update
    for update in (
        Update("cfr", "counterfactual regret minimisation", {"gamma": 0.0}),
        Update(
            "cfr+",
            "negative regrets are forgotten",
            {"gamma": 1.0},
            ("gamma",),
            floor=True,
        ),
        Update("lcfr", "iteration t counts t times", {"alpha": 1.0, "beta": 1.0, "gamma": 1.0}, discount=True),
        Update(
            "dcfr",
            "old regrets are discounted",
            {"alpha": 1.5, "beta": 0.0, "gamma": 2.0},
            ("alpha", "beta", "gamma"),
            discount=True,
        ),
        Update(
            "pcfr+", "CFR+ that predicts the last regret again", {"gamma": 2.0}, ("gamma",), floor=True, predicting=True
        ),
        Update(
            "pdcfr+",
            "discounted and predictive",
            {"alpha": 2.3, "gamma": 5.0},
            ("alpha", "gamma"),
            floor=True,
            discount=True,
            predicting=True,
        ),
        Update("hs-dcfr", "DCFR with a schedule of exponents", discount=True, scheduled=True),
        Update("hs-pcfr+", "PCFR+ with a schedule of exponents", floor=True, predicting=True, scheduled=True),
    )
}
