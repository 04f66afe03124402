"""The normal form of a game: all players' pure strategies, and the expected payoffs of every profile of them.

A pure strategy of the *full* normal form has a move at every information set; one of the *reduced* form only at those
that its own moves can lead to, so strategies that differ only at unreachable sets count once. As rows of zeros and
ones over the sequences they are the corners of the treeplex, so the table of payoffs is the sequence form's, multiplied
by them player by player. The number of strategies, which can be huge, is computed without listing them.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm, log10, prod
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.sequence_form import Floats, SequenceForm
from galakit.rules.contract import Number

if TYPE_CHECKING:
    import pandas as pd

LIMIT_ENTRIES = 2_000_000  # numbers in the table, or in the matrix of one player's strategies
EXACT_FLOATS = 2**53  # whole numbers below are exact in floating point
INSTEAD = "methods on the sequence form, such as lp, do not list strategies"

Whole: TypeAlias = npt.NDArray[Any]
"""Whole numbers: int64, or Python's where they are large."""


def count_strategies(form: SequenceForm, player: int, *, full: bool = False) -> int:
    """How many pure strategies a player with perfect recall has, without listing them."""
    sets = form.sets_of(player).tolist()
    if full:
        return prod(int(form.moves_count[i]) for i in sets)
    many = [1] * form.sequences[player]  # strategies after each sequence
    for i in reversed(sets):
        first = int(form.first_sequence[i])
        many[int(form.parent_sequence[i])] *= sum(many[first : first + int(form.moves_count[i])])
    return many[0]


def fewest_strategies(form: SequenceForm, player: int) -> int:
    """A number of pure strategies that a player has at least, without counting them, which takes long in large games.

    Each further move at an information set makes one more strategy, or several.
    """
    return 1 + int((form.moves_count[form.player == player] - 1).sum())


def written(many: int) -> str:
    """A number of strategies for people; they can have thousands of digits.

    >>> written(4_096), written(3**100)
    ('4,096', 'about 10^47')
    """
    return f"{many:,}" if many < 10**12 else f"about 10^{int(log10(many))}"


@dataclass(frozen=True, eq=False)
class NormalForm:
    """n players; strategies and payoffs are listed on first use.

    >>> import galakit as gk
    >>> table = gk.load("kuhn").normal_form()
    >>> table.shape, gk.load("kuhn").normal_form(full=True).shape
    ((27, 64), (64, 64))
    >>> table.names[0][1], table.payoffs(1, 0)
    ('pass pass pass pass pass bet', (Fraction(0, 1), Fraction(0, 1)))
    """

    form: SequenceForm
    full: bool = False

    def __post_init__(self) -> None:
        if not self.form.perfect_recall:
            raise GalakitError(
                "a player forgets what they knew or did, and the normal form is made of strategies with perfect recall",
                id="GK620",
            )

    @property
    def players(self) -> tuple[str, ...]:
        return self.form.players

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """[n] how many pure strategies each player has, without listing them."""
        return tuple(count_strategies(self.form, p, full=self.full) for p in range(len(self.players)))

    @cached_property
    def choices(self) -> tuple[npt.NDArray[np.int64], ...]:
        """[n][strategies, own information sets] the number of the move, -1 where the strategy cannot lead.

        The first moves of the first sets come first.
        """
        return tuple(self._choices(p) for p in range(len(self.players)))

    @cached_property
    def plans(self) -> tuple[npt.NDArray[np.int64], ...]:
        """[n][strategies, sequences] the strategies as realization plans."""
        return tuple(self.plans_of(p) for p in range(len(self.players)))

    def plans_of(self, player: int) -> npt.NDArray[np.int64]:
        """[strategies, sequences] one player's strategies as realization plans; the others' need not be few."""
        form, chosen = self.form, self._choices(player)
        plans = np.zeros((len(chosen), form.sequences[player]), np.int64)
        plans[:, 0] = 1
        for k, i in enumerate(form.sets_of(player).tolist()):
            rows = np.flatnonzero(plans[:, int(form.parent_sequence[i])])
            plans[rows, int(form.first_sequence[i]) + chosen[rows, k]] = 1
        return plans

    @cached_property
    def names(self) -> tuple[tuple[str, ...], ...]:
        """[n][strategies] the moves at the player's information sets in order, `*` where a strategy cannot lead."""
        return tuple(self._names(p) for p in range(len(self.players)))

    @cached_property
    def tables(self) -> tuple[tuple[Whole, int], ...]:
        """Each player's payoffs [strategies of player 0, of player 1, ...], as whole numbers over a denominator."""
        entries = max(prod(self.shape), prod(self.form.sequences))
        if entries > LIMIT_ENTRIES:
            many = " x ".join(written(size) for size in self.shape)
            raise GalakitError(f"the normal form has {many} strategies: too many to list", hint=INSTEAD, id="GK620")
        return tuple(self._table(p) for p in range(len(self.players)))

    def payoffs(self, *profile: int) -> tuple[Number, ...]:
        """The expected payoffs of a profile; strategies are numbered from 0."""
        return tuple(Fraction(int(table[profile]), denominator) for table, denominator in self.tables)

    def matrix(self, player: int) -> Floats:
        """A player's payoffs in floating point."""
        table, denominator = self.tables[player]
        return np.array([x / denominator for x in table.ravel().tolist()], np.float64).reshape(table.shape)

    def to_frame(self) -> pd.DataFrame:
        """A pandas table, one row for each profile of strategies and one column for each player's payoff.

        >>> import galakit as gk
        >>> frame = gk.load("matching_pennies").normal_form().to_frame()
        >>> frame["even"].loc["heads", "tails"]
        Fraction(-1, 1)
        """
        import pandas as pd

        columns = {
            name: [Fraction(x, denominator) for x in table.ravel().tolist()]
            for name, (table, denominator) in zip(self.players, self.tables)
        }
        index = pd.MultiIndex.from_product(self.names, names=self.players)
        return pd.DataFrame(columns, index=index, dtype=object)

    def _choices(self, player: int) -> npt.NDArray[np.int64]:
        form, many = self.form, self.shape[player]
        if many * form.sequences[player] > LIMIT_ENTRIES:
            raise GalakitError(
                f"{form.players[player]} has {written(many)} pure strategies: too many to list",
                hint=INSTEAD,
                id="GK620",
            )
        sets = form.sets_of(player).tolist()
        chosen = np.full((1, len(sets)), -1, np.int64)
        reached = np.zeros((1, form.sequences[player]), bool)
        reached[0, 0] = True
        # Sets in order: the parent of each has been decided before, and a strategy splits where it has to choose.
        for k, i in enumerate(sets):
            first, count = int(form.first_sequence[i]), int(form.moves_count[i])
            here = reached[:, int(form.parent_sequence[i])]
            asked = here | self.full
            times = np.where(asked, count, 1)
            row = np.repeat(np.arange(len(chosen)), times)
            move = np.arange(len(row)) - np.repeat(np.cumsum(times) - times, times)
            chosen, reached, here, asked = chosen[row], reached[row], here[row], asked[row]
            chosen[asked, k] = move[asked]
            reached[np.flatnonzero(here), first + move[here]] = True
        return chosen

    def _names(self, player: int) -> tuple[str, ...]:
        sets = self.form.sets_of(player).tolist()
        if not sets:
            return ("nothing",)
        moves = [(*self.form.moves(i), "*") for i in sets]  # -1 is the last one
        columns = [[of[k] for k in chosen] for of, chosen in zip(moves, self.choices[player].T.tolist())]
        return tuple(" ".join(names) for names in zip(*columns))

    def _table(self, player: int) -> tuple[Whole, int]:
        form = self.form
        payoffs = [c[player].as_integer_ratio() for c in form.classes]
        denominator = lcm(*(d for _, d in payoffs))
        whole = np.fromiter([n * (denominator // d) for n, d in payoffs], object)
        # No sum of some of the leaves exceeds this, so below it products in floating point are exact, and fast.
        leaves = whole[form.leaf_class]
        small = int(abs(leaves).sum()) < EXACT_FLOATS
        table = np.zeros(form.sequences, np.float64 if small else object)
        np.add.at(table, tuple(form.leaf_sequences), leaves.astype(table.dtype))
        for plans in self.plans:  # each product moves the player's axis to the end, so all of them restore the order
            table = np.tensordot(table, plans.astype(table.dtype), axes=(0, 1))
        return table.astype(np.int64) if small else table, denominator
