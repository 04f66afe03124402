"""Where compiled code finds the rows of states and edges, and the numbers of what stands in them.

A state's row is in the column of values: its number, its site, how many values it has, and these. They are of 32 bits
each, or all of 64 where a word needs more.
"""

from __future__ import annotations

# What compiled code is told, word by word: how many states are done, how many there are, how many edges and Gala
# variables, how much of the values is used and how much the row of a state may need; the addresses of the columns; for
# how many rows there is room; and four tables of `Numbering`.
(
    DONE, STATES, EDGES, CELLS, USED, LONGEST, WIDE, ABOUT, TABLE, TABLE_MASK, STARTS, MOVER, FIRST, OFFERED, WEIGHTS,
    TARGET, MOVE, GAIN, SEEN, VALUES, OWN, STATE_ROOM, EDGE_ROOM, VALUE_ROOM, MOVES,
) = range(25)  # fmt: skip
# A numbering: where its table is (word, number + 1, ...), where the words are in order, how many, and for how many
# there is room.
NUMBERING_TABLE, NUMBERING_MASK, NUMBERING_WORDS, NUMBERING_COUNT, NUMBERING_ROOM, NUMBERING = range(6)
GAINS = MOVES + NUMBERING
OBSERVED = GAINS + NUMBERING
OFFERS = OBSERVED + NUMBERING
LENGTH = OFFERS + NUMBERING

NUMBER, SITE, COUNT, HEADER = range(4)  # of a state's row
ENTRY = 40  # bits of an entry in the table of states that say where the row is; those above are of its hash
