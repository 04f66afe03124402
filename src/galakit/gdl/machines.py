"""The machine of a description: the compiled network, or the interpreter where that is too large."""

from __future__ import annotations

from galakit.gdl.isolated_interpreter import IsolatedInterpreter
from galakit.gdl.machine import Machine
from galakit.gdl.network.compiling import NotNetwork, compile_network
from galakit.gdl.normal import Program, normalise
from galakit.gdl.text.syntax import Description
from galakit.processes.limits import Limits


def machine_of(description: Description, limits: Limits | None = None) -> Machine:
    """A machine for a description, with limits on the time of its queries.

    >>> from galakit.errors import Source
    >>> from galakit.gdl.text.kif import read
    >>> machine_of(read(Source("<text>", "(role white) (role black) (init start)"))).roles
    ('white', 'black')
    """
    return machine_for(normalise(description), limits)


def machine_for(program: Program, limits: Limits | None = None) -> Machine:
    """The same for clauses."""
    try:
        compiled = compile_network(program, limits)
    except NotNetwork:
        return IsolatedInterpreter(program)
    from galakit.gdl.network.machine import Network

    return Network(compiled, program)
