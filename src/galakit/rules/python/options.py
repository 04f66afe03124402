"""What a choice offers: its options as moves, nature's probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

from galakit.errors import GalakitError
from galakit.rules.contract import CHANCE, Number
from galakit.rules.python.play import Choice, exact
from galakit.rules.python.text import text

OPTION_LIMIT = 2_000_000
TOLERANCE = 1e-9  # of a sum of floating-point probabilities


def offered(choice: Choice) -> tuple[tuple[str, ...], tuple[Number, ...] | None]:
    """The moves and probabilities of a choice, checked; its options are a tuple from then on."""
    choice.options = options = tuple(islice(choice.options, OPTION_LIMIT + 1))
    if not options:
        raise GalakitError("there is nothing to choose", hint="offer at least one option, or end the game", id="GK704")
    if len(options) > OPTION_LIMIT:
        raise GalakitError(f"there are more than {OPTION_LIMIT:,} options to choose from", id="GK704")
    moves = tuple([text(option) for option in options])
    if len(set(moves)) < len(moves):
        twice = next(move for i, move in enumerate(moves) if move in moves[:i])
        raise GalakitError(
            f"the same option is offered twice: {twice}", hint="options must differ in their text", id="GK704"
        )
    return moves, _distribution(choice, len(moves)) if choice.mover == CHANCE else None


def option(choice: Choice, index: int) -> Any:
    """One option, without drawing those after it; None if there are fewer."""
    options = choice.options
    if type(options) is list or isinstance(options, Sequence):
        return options[index] if index < len(options) else None
    return next(islice(options, index, None), None)


def constant(thing: Any) -> bool:
    """Whether two runs can share the object safely.

    >>> constant(("king", 3)), constant(["king"])
    (True, False)
    """
    kind = type(thing)
    return kind is str or kind is int or (kind is tuple and all(map(constant, thing)))


def _distribution(choice: Choice, n: int) -> tuple[Number, ...]:
    """Nature's probabilities: as given, in proportion to the weights, or uniform."""
    weighted = choice.weights is not None
    given = choice.weights if weighted else choice.probabilities
    if given is None:
        return (Fraction(1, n),) * n
    numbers = [exact(x, "a weight" if weighted else "a probability") for x in given]
    if len(numbers) != n:
        raise GalakitError(
            f"there are {n} options, but {len(numbers)} {'weights' if weighted else 'probabilities'}", id="GK705"
        )
    if not all(x >= 0 for x in numbers):
        negative = next(x for x in numbers if not x >= 0)
        raise GalakitError(
            f"a {'weight' if weighted else 'probability'} cannot be {negative}", hint="0 is the least", id="GK705"
        )
    total = sum(numbers)
    if weighted:
        if not total > 0:
            raise GalakitError("the weights of the options sum to 0", id="GK705")
        return tuple([x / total if isinstance(total, float) else Fraction(x) / total for x in numbers])
    if abs(total - 1) > TOLERANCE if isinstance(total, float) else total != 1:
        raise GalakitError(
            f"the probabilities sum to {total}, not 1", hint="give weights to have them normalised", id="GK705"
        )
    return tuple(numbers)
