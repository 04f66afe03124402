"""The process that grounds: `python -m galakit.gdl.ground.worker MEGABYTES`.

It is asked pairs of a program and the predicates that are wanted (`name/arity`). The answer is the stream of ground
rules (choice, head, number of literals, literals) as 32-bit numbers, and the wanted atoms with their numbers.
Clingo hands over ground rules one by one. It can write them as text, but flushes each line, and its class of observers
turns everything into Python objects first; large descriptions have a million rules, so bytes are taken as they are.
"""

from __future__ import annotations

import struct
import sys
from typing import Any

from galakit.processes.child_side import answer_questions

FACT = 0


def ground(question: tuple[str, list[str]]) -> tuple[bytearray, tuple[tuple[str, int], ...]]:
    """The ground rules of a program, and the wanted atoms."""
    from clingo import Control
    from clingo._internal import _ffi, _lib  # type: ignore[attr-defined]

    program, wanted = question
    stream = bytearray()
    start, memory = struct.Struct("=iii").pack, _ffi.buffer

    def take(choice: int, heads: Any, many: int, body: Any, literals: int, _: Any) -> bool:
        if many == 1:
            stream.extend(start(choice, heads[0], literals))
            if literals:
                stream.extend(memory(body, 4 * literals))
        return True

    control = Control(["--warn=none"])
    observer = _ffi.new("clingo_ground_program_observer_t*")
    observer.rule = kept = _ffi.callback(_ffi.typeof(observer.rule), take)  # clingo does not keep it alive
    _lib.clingo_control_register_observer(control._rep, observer, True, _ffi.NULL)
    control.add("base", [], program)
    try:
        control.ground([("base", [])])
    except RuntimeError as error:  # memory does not suffice
        raise MemoryError from error
    del kept
    signatures = [each.partition("/") for each in wanted]
    atoms = [atom for name, _, arity in signatures for atom in control.symbolic_atoms.by_signature(name, int(arity))]
    return stream, tuple((str(atom.symbol), FACT if atom.is_fact else atom.literal) for atom in atoms)


if __name__ == "__main__":
    answer_questions(ground, int(sys.argv[1]))
