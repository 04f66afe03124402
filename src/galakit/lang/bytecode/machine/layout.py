"""Where everything is in the machine's memory: registers, then stacks, then the heap, then the tail."""

from __future__ import annotations

# Registers of the machine, by address. FAIL_AT holds the instruction that fails.
(
    FAIL_AT, TOP, TRAIL_TOP, CHOICE, FRAME, BARRIER, LEFT, FLOW_FRAME, FLOW_TOP, CONTEXT, SEEN_TOP, BAG_TOP, KEPT_TOP,
    KEPT_END, TABLE, TABLE_MASK, TABLE_COUNT, RANKS, ENTRIES, LONGER, BARE, FUNCTIONS, PLAYERS, CONS_FUNCTOR,
    NIL_WORD, ASKED, MOVER, OPTION_TOP, OPTION_COUNT, GENERATION, CELL_TABLE, CELL_MASK, CONTEXTS, CONTEXT_MASK,
    KNOWN, KNOWN_MASK, SITES, SITE_MASK, NO_PLAYER_WORD, PLAYER_COUNT, SEATS, ANSWER, STATEMENTS, BOTTOM, WEIGHED,
    CHOSE_FUNCTOR, ALL_WORD, NATURE_WORD, KEPT_CELLS, COLON_FUNCTOR, OPTION_START, OPTION_LIST, TRIE, TRIE_MASK,
    TRIE_COUNT, ANSWERS, ANSWERS_TOP, ANSWERS_END, READS_TOP, STAMP, PLACE,
) = range(1, 62)  # fmt: skip

GUARD = 64  # words between two tables, which nothing reads or writes: a test sees to that
X = 64  # argument and scratch registers
REGISTERS = 1_024
GAINS = X + REGISTERS + GUARD
PLAYERS_MOST = 64
SEEN = GAINS + PLAYERS_MOST + GUARD  # (player, fact), ...
SEEN_MOST = 1 << 15
STORE = SEEN + 2 * SEEN_MOST + GUARD  # the Gala variables
CELLS_MOST = 1 << 16
FLOWS = STORE + CELLS_MOST + GUARD  # frames of gameflows
FLOWS_MOST = 1 << 17
READS = FLOWS + FLOWS_MOST + GUARD  # what the query has read that is being answered: its slots, then Gala variables
READS_MOST = 1 << 8
WORDS = READS + READS_MOST + GUARD  # the words that it has read there
STAMPS = WORDS + READS_MOST + GUARD  # for each Gala variable, by which query it was read last
QUERIES_MOST = 1 << 12
ROOTS = STAMPS + CELLS_MOST + GUARD  # for each query, where its answers begin
QUESTIONS = ROOTS + QUERIES_MOST + GUARD  # how often it was asked, and how often without an answer in the table
NUMBERS = QUESTIONS + 2 * QUERIES_MOST + GUARD  # variables of a term that is being copied
NUMBERS_MOST = 1 << 12
STACK = NUMBERS + NUMBERS_MOST + GUARD  # what walks over terms have still to visit
STACK_MOST = 1 << 19
VALUES = STACK + STACK_MOST + GUARD
VALUES_MOST = 1 << 19
TRAIL = VALUES + VALUES_MOST + GUARD
TRAIL_MOST = 1 << 20
CHOICES = TRAIL + TRAIL_MOST + GUARD
CHOICES_MOST = 1 << 20
BAGS = CHOICES + CHOICES_MOST + GUARD  # solutions of findall/3
BAGS_MOST = 1 << 21
OPTIONS = BAGS + BAGS_MOST + GUARD  # the options of a choice
OPTIONS_MOST = 1 << 22
OPTIONS_COUNT = 40_000  # options of one choice, at most
CANDIDATES = OPTIONS + OPTIONS_MOST + GUARD  # for each option the move, the row of the next state, and that row's hash
CANDIDATE = 3
STATE = CANDIDATES + CANDIDATE * OPTIONS_COUNT + GUARD  # the words of a state's values
WIDTH_MOST = CELLS_MOST + FLOWS_MOST
NEXT = STATE + WIDTH_MOST + GUARD  # of the state that follows
MARKS = NEXT + WIDTH_MOST + GUARD  # a table of the options found, (word, generation), ...
MARKS_MOST = 1 << 16  # a power of two
HEAP = MARKS + 2 * MARKS_MOST + GUARD
HEAP_MOST = 1 << 23
TAIL = HEAP + HEAP_MOST + GUARD
SLACK = 1 << 14  # words that one instruction may need without asking

FRAME_HEADER = 3  # of a gameflow's frame: where to go on, the frame below, its context
RECORD = 6  # of a choice point: the one below, where to go on, trail, heap, continuation, number of arguments
