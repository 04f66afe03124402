"""What a flow can do: choose, reveal, pay, end, and go on as another flow.

Only a choice is yielded, because only a choice branches; everything else just happens. The flow never sees whether it
is run for the first time or played again up to some point.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from numbers import Integral, Rational
from typing import Any, NoReturn, TypeAlias

from galakit.errors import GalakitError
from galakit.rules.contract import CHANCE, Number
from galakit.rules.python.identity import function_identity, identity
from galakit.rules.python.text import kind_of, term, text

Flow: TypeAlias = Generator["Choice", Any, None]
"""What a generator function with choices returns."""

NATURE = "nature"
ALL = "all"


class Choice:
    """A choice; a flow yields it, and receives the option chosen."""

    __slots__ = ("mover", "options", "probabilities", "weights")

    def __init__(
        self, mover: int, options: Iterable[Any], probabilities: Iterable[Any] | None, weights: Iterable[Any] | None
    ) -> None:
        self.mover = mover
        self.options = options
        """read as late as possible: a replay needs only one of them"""
        self.probabilities = probabilities
        self.weights = weights


class Scene:
    """A flow with its arguments: all that is left of the past when the game continues as that flow."""

    __slots__ = ("_hash", "arguments", "flow", "key", "keywords")

    def __init__(self, flow: Callable[..., Any], arguments: tuple[Any, ...], keywords: Mapping[str, Any]) -> None:
        self.flow = flow
        self.arguments = arguments
        self.keywords = keywords
        self.key: Hashable = (function_identity(flow), identity(arguments), identity(tuple(sorted(keywords.items()))))
        self._hash = hash(self.key)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Scene) and self.key == other.key)

    def __hash__(self) -> int:
        return self._hash


class Leave(BaseException):  # no Exception: a flow must not catch it by mistake
    """The flow is over: the game continues as a scene, or ends."""

    def __init__(self, scene: Scene | None) -> None:
        self.scene = scene


class Play:
    """One play of a game, as its flow sees it.

    `play.params` has the parameters of the game by name, for flows that are not handed them.

    >>> import galakit as gk
    >>> @gk.rules(players=("seller", "buyer"))
    ... def car(play: gk.Play, good=Fraction(1, 2)) -> gk.Flow:
    ...     car = yield play.choose("nature", ["good", "bad"], probabilities=[good, 1 - good])
    ...     play.reveal("seller", "car", car)
    ...     answer = yield play.choose("buyer", ["buy", "leave"])
    ...     if answer == "leave":
    ...         play.end()
    ...     play.outcome([-2, 2] if car == "good" else [3, -3])
    >>> gk.solve(gk.load(car, good=Fraction(4, 5))).value
    (Fraction(-1, 1), Fraction(1, 1))
    """

    __slots__ = ("again", "asked", "gains", "left", "params", "players", "seen")

    def __init__(self, players: tuple[str, ...], params: Mapping[str, Any]) -> None:
        self.players = players
        self.params = params
        self.seen: list[tuple[int, str]] = []
        self.gains: list[Number] = [0] * len(players)
        self.asked: Choice | None = None
        """the choice that must be yielded next"""
        self.left = False
        self.again = False
        """whether a replay goes through what two runs have agreed on: facts and payoffs are not needed"""

    def choose(
        self,
        who: str,
        options: Iterable[Any],
        *,
        probabilities: Iterable[Number] | None = None,
        weights: Iterable[Number] | None = None,
    ) -> Choice:
        """`move = yield play.choose(who, options)`: a player chooses among distinct options, and sees which there are.

        `"nature"` chooses at random: each option with the same probability, or with the `probabilities` (which must sum
        to 1), or in proportion to the `weights`.
        """
        self.ready()
        mover = CHANCE if who == NATURE else self._player(who)
        if type(options) is not list and (isinstance(options, (str, bytes)) or not isinstance(options, Iterable)):
            raise GalakitError(f"the options are {kind_of(options)}", hint="give a list of options", id="GK704")
        if mover != CHANCE and (probabilities is not None or weights is not None):
            raise GalakitError(
                f"{who} chooses freely: probabilities are for nature", hint='write choose("nature", ...)', id="GK705"
            )
        if probabilities is not None and weights is not None:
            raise GalakitError("both probabilities and weights are given", hint="give one of them", id="GK705")
        self.asked = Choice(mover, options, probabilities, weights)
        return self.asked

    def reveal(self, who: str | Sequence[str], *fact: Any) -> None:
        """A player (several, or `"all"`) learns a fact: one value, or a name with arguments.

        `play.reveal("first", "card", 3)` adds `card(3)` to what the first player knows.
        """
        self.ready()
        if self.again:
            return
        if not fact:
            raise GalakitError(
                "there is nothing to reveal", hint='write, for example, play.reveal("first", "card", 3)', id="GK708"
            )
        name, *arguments = fact
        if arguments and not isinstance(name, str):
            raise GalakitError(
                "a fact of several parts starts with a name", hint="reveal a tuple, or give a name first", id="GK708"
            )
        written = term(name, arguments) if arguments else text(name)
        self.seen += [(player, written) for player in self._several(who)]

    def payoff(self, who: str, amount: Number) -> None:
        """A player gains an amount; no player observes it."""
        self.ready()
        if self.again:
            return
        self.gains[self._player(who)] += exact(amount, "a payoff")

    def outcome(self, payoffs: Sequence[Number]) -> NoReturn:
        """All players gain their payoffs, given in their order, and the game ends."""
        self.ready()
        if isinstance(payoffs, (str, Mapping)) or len(payoffs) != len(self.players):
            raise GalakitError(
                f"the outcome must have {len(self.players)} payoffs, one for each of {', '.join(self.players)}",
                hint="give them as a list, in the order of the players",
                id="GK708",
            )
        for player, amount in enumerate(payoffs):
            self.gains[player] += exact(amount, "a payoff")
        self._leave(None)

    def wins(self, who: str) -> NoReturn:
        """The player gains 1, the others lose it together, and the game ends."""
        winner, n = self._player(who), len(self.players)
        loss = Fraction(-1, n - 1) if n > 1 else 0
        self.outcome([1 if player == winner else loss for player in range(n)])

    def end(self) -> NoReturn:
        """The game ends; so it does when its flow returns."""
        self.ready()
        self._leave(None)

    def discount(self, factor: Number) -> Flow:
        """`yield from play.discount(factor)`: what follows counts `factor` times as much, a number from 0 to 1.

        The game goes on from here with this probability, and otherwise ends: for expected payoffs that is the same.
        """
        share = exact(factor, "a discount factor")
        if not 0 <= share <= 1:
            raise GalakitError(
                f"a discount factor is a number from 0 to 1, not {share}",
                hint="write `yield from play.discount(Fraction(9, 10))`",
                id="GK705",
            )
        # The choice is asked for at once, so that a flow that forgets `yield from` is told so.
        return self._discounted(self.choose(NATURE, ["goes_on", "stops"], probabilities=[share, 1 - share]))

    def _discounted(self, choice: Choice) -> Flow:
        goes_on = yield choice
        if goes_on == "stops":
            self.end()

    def proceed(self, flow: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> NoReturn:
        """The game goes on as `flow(play, ...)`, and never comes back.

        What is not among the arguments is forgotten, so plays that proceed with the same flow and equal arguments
        are in the same state from there on, and exploring visits it once.
        """
        self.ready()
        self._leave(Scene(flow, arguments, keywords))

    def _leave(self, scene: Scene | None) -> NoReturn:
        self.left = True
        raise Leave(scene)

    def ready(self) -> None:
        """Check that the flow may go on: its last choice was made, and it has not been left."""
        if self.asked is not None:
            raise GalakitError(
                "a choice before this was not yielded, so it was not made",
                hint="write `move = yield play.choose(...)`, and `yield from` to call a flow that chooses",
                id="GK708",
            )
        if self.left:
            raise GalakitError(
                "the flow goes on after its end", hint="do not catch BaseException around `play` calls", id="GK708"
            )

    def _player(self, who: Any) -> int:
        try:
            return self.players.index(who)
        except ValueError:
            raise GalakitError(
                f"{who!r} is not a player", hint=f"the players are {', '.join(self.players)}", id="GK708"
            ) from None

    def _several(self, who: str | Sequence[str]) -> Sequence[int]:
        if who == ALL:
            return range(len(self.players))
        if isinstance(who, (tuple, list, set, frozenset)):
            return sorted(self._player(w) for w in who)
        return [self._player(who)]


def exact(amount: Any, what: str) -> Number:
    """A number as an integer or fraction where it is one, else as a float.

    >>> exact(Fraction(4, 2), "a payoff"), exact(True, "a payoff"), exact(0.5, "a payoff")
    (2, 1, 0.5)
    """
    if type(amount) is int or isinstance(amount, float):
        return amount if type(amount) is int else float(amount)
    if isinstance(amount, Integral):
        return int(amount)
    if isinstance(amount, Rational):
        value = Fraction(int(amount.numerator), int(amount.denominator))
        return value.numerator if value.denominator == 1 else value
    raise GalakitError(
        f"{what} must be a number, not {amount!r}", hint="give an int, a Fraction or a float", id="GK708"
    )
