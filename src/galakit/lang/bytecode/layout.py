"""The memory of the abstract machine: one array of 64-bit words.

A term is one word: a tag in the lowest three bits, and an address or a value above it. Everything has an address in the
same array, registers and stacks first, then the heap, then the *tail*: byte code, and terms that are kept. Terms in the
tail are ground and hash-consed: each list cell and each structure exists once, so two of them are equal exactly when
their words are.

==========  ========================================================================
tag         what stands above it
==========  ========================================================================
REF         the address of a variable, which holds itself while it is unbound
ATOM        the number of a symbol
INTEGER     the integer itself, of 60 bits
LIST        the address of a head, with its tail behind it
STRUCTURE   the address of a functor, with its arguments behind it
OPAQUE      the number of a constant that only Python understands: a string, a fraction
FUNCTOR     the number of a symbol (from bit 16 on) and its arity; never a term by itself
NUMBERED    a variable's number in a copied term
==========  ========================================================================
"""

from __future__ import annotations

REF, ATOM, INTEGER, LIST, STRUCTURE, OPAQUE, FUNCTOR, NUMBERED = range(8)
UNSET = 0  # a slot or a Gala variable without a value
SMALLEST, LARGEST = -(1 << 59), 1 << 59  # integers that fit, with room to add two of them

# Registers of the machine, by address. FAIL_AT holds the instruction that fails.
(
    FAIL_AT, TOP, TRAIL_TOP, CHOICE, FRAME, BARRIER, LEFT, FLOW_FRAME, FLOW_TOP, CONTEXT, SEEN_TOP, BAG_TOP, KEPT_TOP, KEPT_END,
    TABLE, TABLE_MASK, TABLE_COUNT, RANKS, ENTRIES, LONGER, BARE, FUNCTIONS, PLAYERS, CONS_FUNCTOR, NIL_WORD, ASKED, MOVER, OPTION_TOP,
    OPTION_COUNT, GENERATION, CELL_TABLE, CELL_MASK, CONTEXTS, CONTEXT_MASK, KNOWN, KNOWN_MASK, SITES, SITE_MASK, NO_PLAYER_WORD,
    PLAYER_COUNT, SEATS, ANSWER, STATEMENTS, BOTTOM, WEIGHED, CHOSE_FUNCTOR, ALL_WORD, NATURE_WORD, KEPT_CELLS, COLON_FUNCTOR,
) = range(1, 51)  # fmt: skip

X = 64  # argument and scratch registers
REGISTERS = 1_024
GAINS = X + REGISTERS
PLAYERS_MOST = 64
SEEN = GAINS + PLAYERS_MOST  # (player, fact), ...
SEEN_MOST = 1 << 15
STORE = SEEN + 2 * SEEN_MOST  # the Gala variables
CELLS_MOST = 1 << 16
FLOWS = STORE + CELLS_MOST  # frames of gameflows
FLOWS_MOST = 1 << 17
NUMBERS = FLOWS + FLOWS_MOST  # variables of a term that is being copied
NUMBERS_MOST = 1 << 12
STACK = NUMBERS + NUMBERS_MOST  # what walks over terms have still to visit
STACK_MOST = 1 << 19
VALUES = STACK + STACK_MOST
VALUES_MOST = 1 << 19
TRAIL = VALUES + VALUES_MOST
TRAIL_MOST = 1 << 20
CHOICES = TRAIL + TRAIL_MOST
CHOICES_MOST = 1 << 20
BAGS = CHOICES + CHOICES_MOST  # solutions of findall/3
BAGS_MOST = 1 << 21
OPTIONS = BAGS + BAGS_MOST  # the options of a choice
OPTIONS_MOST = 1 << 22
MARKS = OPTIONS + OPTIONS_MOST  # a table of the options found, (word, generation), ...
MARKS_MOST = 1 << 16  # a power of two
HEAP = MARKS + 2 * MARKS_MOST
HEAP_MOST = 1 << 23
TAIL = HEAP + HEAP_MOST
SLACK = 1 << 14  # words that one instruction may need without asking

FRAME_HEADER = 3  # of a gameflow's frame: where to go on, the frame below, its context
RECORD = 6  # of a choice point: the one below, where to go on, trail, heap, continuation, number of arguments

# How a run ends.
AT_CHOICE, AT_END, EXHAUSTED, SOLVED = 1, 2, 3, 4
UNSUPPORTED, TOO_LONG, TOO_LARGE, FULL, UNKNOWN = -1, -2, -3, -4, -5
NEW_CONTEXT, NEW_SITE = -7, -8
