"""A question about a solved game: a path, with inputs, and the function that answers it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar
from urllib.parse import quote, urlencode

from galakit.study.answers import Answer
from galakit.study.inputs import Input, parts, written

if TYPE_CHECKING:
    from galakit.solution.policy import Able

AnswerType = TypeVar("AnswerType", bound=Answer)


@dataclass(frozen=True)
class Question(Generic[AnswerType]):
    """A question about a solved game."""

    name: str
    """the name of the operation in OpenAPI, and of the page's function"""
    path: str
    """with the names of inputs in braces"""
    answer: type[AnswerType]
    """its docstring also describes the question"""
    answered: Callable[..., AnswerType]
    """takes the study, and the inputs by their names"""
    inputs: tuple[Input, ...] = ()
    needs: Literal["list_all", "grids", "search"] | None = None
    """the ability (`galakit.solution.policy.Able`) that policies need where information sets are not listed"""
    carried: Literal["always", "where it fits", "never"] = "always"
    """whether reports contain the answers"""

    @property
    def summary(self) -> str:
        """The question in a sentence."""
        return (self.answer.__doc__ or "").partition("\n")[0]

    def possible(self, able: Able) -> bool:
        """Whether a policy with these abilities has an answer."""
        return self.needs is None or able.list_all or bool(getattr(able, self.needs))

    def asked(self, **inputs: Any) -> str:
        """The path of a question, without inputs that have their default.

        >>> from galakit.study.questions import GRID
        >>> GRID.asked(player=0, aggregate=True, offset=0)
        'players/0/grid?aggregate=true'
        """
        inside, after = parts(self.path, self.inputs)
        filled = self.path.format(**{i.name: quote(written(inputs[i.name]), safe="") for i in inside})
        values = ((i, inputs.get(i.name)) for i in after)
        query = {i.name: written(value) for i, value in values if value is not None and value != i.default}
        return f"{filled}?{urlencode(query)}" if query else filled

    def example(self) -> str | None:
        """A question of this kind about any game; None where it takes another study."""
        if any(i.means == "study" for i in self.inputs):
            return None
        return self.asked(**{i.name: i.example for i in self.inputs if not i.optional})
