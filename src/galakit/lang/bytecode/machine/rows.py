"""Where compiled code finds the columns of states and edges."""

from __future__ import annotations

# What compiled code is told, word by word: how many states are done, how many there are, how many edges and Gala
# variables; the addresses of the columns; for how many rows there is room.
(
    DONE, STATES, EDGES, CELLS, ABOUT, TABLE, TABLE_MASK, SITES, STARTS, MOVER, FIRST, OFFERED, WEIGHTS, TARGET, MOVE,
    GAIN, SEEN, VALUES, STATE_ROOM, EDGE_ROOM, VALUE_ROOM, LENGTH,
) = range(22)  # fmt: skip
