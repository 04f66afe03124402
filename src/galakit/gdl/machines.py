"""The machine that answers for a description."""

from __future__ import annotations

from galakit.gdl.interpreter import Interpreter
from galakit.gdl.machine import Machine
from galakit.gdl.normal import normalise
from galakit.gdl.text.syntax import Description


def machine_of(description: Description) -> Machine:
    """A machine for a description.

    >>> from galakit.errors import Source
    >>> from galakit.gdl.text.kif import read
    >>> machine_of(read(Source("<text>", "(role white) (role black) (init start)"))).roles
    ('white', 'black')
    """
    return Interpreter(normalise(description))
