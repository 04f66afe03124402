"""The machine that answers for a description: the compiled network, or the interpreter where that is too large."""

from __future__ import annotations

from galakit.errors import GalakitError
from galakit.gdl.apart import Apart
from galakit.gdl.ground.child import Limits
from galakit.gdl.machine import Machine
from galakit.gdl.network.compiling import compile_network
from galakit.gdl.normal import normalise
from galakit.gdl.text.syntax import Description

BEYOND_THE_NETWORK = ("GK990", "GK992")
"""too large to be grounded; a circle through a negation, which may never be met in a state that is reached"""


def machine_of(description: Description, limits: Limits | None = None) -> Machine:
    """A machine for a description, whose questions cannot take for ever.

    >>> from galakit.errors import Source
    >>> from galakit.gdl.text.kif import read
    >>> machine_of(read(Source("<text>", "(role white) (role black) (init start)"))).roles
    ('white', 'black')
    """
    program = normalise(description)
    try:
        compiled = compile_network(program, limits)
    except GalakitError as error:
        if error.diagnostics[0].id not in BEYOND_THE_NETWORK:
            raise
        return Apart(program)
    from galakit.gdl.network.machine import Network

    return Network(compiled, program)
