"""The process that grounds: `python -m galakit.gdl.ground.worker RULES OUT MEGABYTES NAME/ARITY ...`.

Clingo hands over ground rules one by one. It can write them as text, but flushes each line, and its class of observers
turns everything into Python objects first; large descriptions have a million rules, so bytes are taken as they are.
OUT gets the stream of rules (choice, head, number of literals, literals) as 32-bit numbers, and OUT.names the atoms of
the wanted predicates.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path
from typing import Any

from galakit.processes.lifeline import end_with_parent
from galakit.processes.limits import limit_memory

FACT = 0
BEYOND = 3
"""the exit status where memory does not suffice"""


def main(rules: str, out: str, megabytes: int, wanted: list[str]) -> int:
    from clingo import Control
    from clingo._internal import _ffi, _lib  # type: ignore[attr-defined]

    limit_memory(megabytes)
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
    control.load(rules)
    try:
        control.ground([("base", [])])
    except (RuntimeError, MemoryError):
        return BEYOND
    del kept
    Path(out).write_bytes(stream)
    with Path(out + ".names").open("w", encoding="ascii") as names:
        for each in wanted:
            name, _, arity = each.partition("/")
            for atom in control.symbolic_atoms.by_signature(name, int(arity)):
                names.write(f"{FACT if atom.is_fact else atom.literal} {atom.symbol}\n")
    return 0


if __name__ == "__main__":
    end_with_parent()
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]))
