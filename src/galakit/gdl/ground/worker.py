"""The process that grounds: `python -m galakit.gdl.ground.worker RULES OUT MEGABYTES NAME/ARITY ...`.

Clingo hands over ground rules one by one. It can write them as text, but flushes each line, and it can call Python,
but a chess board has a million rules: a compiled function takes them instead. OUT gets the stream of rules
(choice, head, number of literals, literals) as 32-bit numbers, and OUT.names the atoms of the wanted predicates.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

FACT = 0
BEYOND = 3
"""the exit status where memory does not suffice"""


def main(rules: str, out: str, megabytes: int, wanted: list[str]) -> int:
    import numpy as np
    from clingo import Control
    from clingo._internal import _ffi, _lib
    from numba import carray, cfunc, types

    signature = types.uint8(
        types.uint8,
        types.CPointer(types.uint32),
        types.uintp,
        types.CPointer(types.int32),
        types.uintp,
        types.CPointer(types.int64),
    )

    @cfunc(signature, cache=True)  # type: ignore[untyped-decorator]
    def take(choice: Any, head: Any, heads: Any, body: Any, literals: Any, data: Any) -> Any:
        state = carray(data, 2)  # how much is filled, and how much room there is
        if heads != 1:
            return 1
        at = state[0]
        if at + 3 + literals > state[1]:
            return 0
        stream = carray(data, 2 + state[1])
        stream[2 + at] = choice
        stream[3 + at] = head[0]
        stream[4 + at] = literals
        for k in range(literals):
            stream[5 + at + k] = body[k]
        state[0] = at + 3 + literals
        return 1

    _limit(megabytes)
    room = megabytes << 16  # half of the memory, of which no page is taken before it is written
    buffer = np.empty(2 + room, dtype=np.int64)
    buffer[0], buffer[1] = 0, room
    control = Control(["--warn=none"])
    observer = _ffi.new("clingo_ground_program_observer_t*")
    observer.rule = _ffi.cast(_ffi.typeof(observer.rule), take.address)
    data = _ffi.cast("void*", buffer.ctypes.data)
    if not _lib.clingo_control_register_observer(control._rep, observer, True, data):
        return BEYOND
    control.load(rules)
    try:
        control.ground([("base", [])])
    except (RuntimeError, MemoryError):
        return BEYOND
    buffer[2 : 2 + buffer[0]].astype(np.int32).tofile(out)
    with Path(out + ".names").open("w", encoding="ascii") as names:
        for each in wanted:
            name, _, arity = each.partition("/")
            for atom in control.symbolic_atoms.by_signature(name, int(arity)):
                names.write(f"{FACT if atom.is_fact else atom.literal} {atom.symbol}\n")
    return 0


def _limit(megabytes: int) -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limits; the time limit remains
        return
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]))
