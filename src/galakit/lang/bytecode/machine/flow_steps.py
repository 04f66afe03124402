"""What the statements of a gameflow do, in compiled code: instructions too rare for the machine's main loop."""

from __future__ import annotations

from galakit.lang.bytecode.machine import layout as mem
from galakit.lang.bytecode.machine import opcodes as op
from galakit.lang.bytecode.machine.keeping import kept, mixed
from galakit.lang.bytecode.machine.names import look_up
from galakit.lang.bytecode.machine.numbers import NO_NUMBER, evaluate, is_arithmetic
from galakit.lang.bytecode.machine.raw import ld, st
from galakit.lang.bytecode.machine.status import NEW_CONTEXT, NEW_OUTCOME, TOO_LARGE, TOO_LONG, UNSUPPORTED
from galakit.lang.bytecode.machine.tabling import note, recall
from galakit.lang.bytecode.machine.tags import ATOM, INTEGER, LIST, OPAQUE, STRUCTURE
from galakit.lang.bytecode.machine.words import deref

COST = 50  # inferences that a statement counts for


def player_of(m: int, w: int) -> int:
    """The number of the player that a term names, or UNSUPPORTED."""
    w = deref(m, w)
    if w & 7 != ATOM:
        return UNSUPPORTED
    found = ld(ld(m, mem.PLAYERS), w >> 3) - 1
    return found if found >= 0 else UNSUPPORTED


def seat(m: int, w: int) -> int:
    """Set whose turn it is, and what is named relative to them."""
    w = deref(m, w)
    table = ld(m, mem.SEATS)
    n = ld(m, table)
    if w == ld(m, mem.NO_PLAYER_WORD):
        for i in range(n):
            st(m, ld(m, table + 1 + i), 0)
        return 1
    player = player_of(m, w)
    if player < 0:
        return player
    row = table + 1 + n + player * n
    for i in range(n):
        if ld(m, row + i):
            st(m, ld(m, table + 1 + i), ld(m, row + i))
    return 1


def evaluated(m: int, w: int) -> int:
    """The value of an arithmetic term, any other term as it is; below 0 where Python must do it."""
    w = deref(m, w)
    if w & 7 == STRUCTURE:
        found = is_arithmetic(m, w)
        if found < 0:
            return UNSUPPORTED
        if found:
            v = evaluate(m, w)
            return UNSUPPORTED if v == NO_NUMBER else (v << 3 | INTEGER)
    return w


def add_gain(m: int, player: int, amount: int) -> int:
    """Add an amount to what a player gains in this step; fractions only where there is nothing yet."""
    at = mem.GAINS + player
    before = ld(m, at)
    if amount & 7 == INTEGER and before & 7 == INTEGER:
        total = (before >> 3) + (amount >> 3)
        if abs(total) > 1 << 58:
            return UNSUPPORTED
        st(m, at, total << 3 | INTEGER)
    elif before == INTEGER:
        st(m, at, amount)
    elif amount != INTEGER:
        return UNSUPPORTED
    return 1


def outcome(m: int, kind: int, w: int) -> int:
    """Pay a vector, or what the table of outcomes says of a term."""
    w = deref(m, w)
    n = ld(m, mem.PLAYER_COUNT)
    known = w & 7 != LIST
    if known:
        w = kept(m, w)
        if w < 0:
            return w
        asked = w << 12 | kind
        w = look_up(ld(m, mem.KNOWN), ld(m, mem.KNOWN_MASK), asked)
        if w < 0:
            st(m, mem.ASKED, asked)
            return NEW_OUTCOME
    rest = w
    for i in range(n):
        if rest & 7 != LIST:
            return UNSUPPORTED
        amount = evaluated(m, ld(m, rest >> 3))
        if amount & 7 != INTEGER and not (known and amount & 7 == OPAQUE):
            return UNSUPPORTED
        if add_gain(m, i, amount) < 0:
            return UNSUPPORTED
        rest = deref(m, ld(m, (rest >> 3) + 1))
    return 1 if rest == ld(m, mem.NIL_WORD) else UNSUPPORTED


def reveal(m: int, who: int, fact: int) -> int:
    fact = kept(m, fact)
    if fact < 0 and fact & 7 != INTEGER:
        return fact
    top = ld(m, mem.SEEN_TOP)
    if top + 2 * ld(m, mem.PLAYER_COUNT) + 16 > mem.SEEN + 2 * mem.SEEN_MOST:
        return TOO_LARGE
    who = deref(m, who)
    if who == ld(m, mem.ALL_WORD):
        for i in range(ld(m, mem.PLAYER_COUNT)):
            st(m, top, i)
            st(m, top + 1, fact)
            top += 2
    elif who & 7 == LIST:
        while who & 7 == LIST:
            player = player_of(m, ld(m, who >> 3))
            if player < 0 or top + 16 > mem.SEEN + 2 * mem.SEEN_MOST:
                return UNSUPPORTED
            st(m, top, player)
            st(m, top + 1, fact)
            top += 2
            who = deref(m, ld(m, (who >> 3) + 1))
        if who != ld(m, mem.NIL_WORD):
            return UNSUPPORTED
    elif who != ld(m, mem.NIL_WORD):
        player = player_of(m, who)
        if player < 0:
            return player
        st(m, top, player)
        st(m, top + 1, fact)
        top += 2
    st(m, mem.SEEN_TOP, top)
    return 1


def pay(m: int, who: int, amount: int) -> int:
    amount = evaluated(m, amount)
    if amount & 7 != INTEGER:
        return UNSUPPORTED
    who = deref(m, who)
    if who == ld(m, mem.ALL_WORD):
        for i in range(ld(m, mem.PLAYER_COUNT)):
            if add_gain(m, i, amount) < 0:
                return UNSUPPORTED
        return 1
    while who & 7 == LIST:
        player = player_of(m, ld(m, who >> 3))
        if player < 0 or add_gain(m, player, amount) < 0:
            return UNSUPPORTED
        who = deref(m, ld(m, (who >> 3) + 1))
    if who == ld(m, mem.NIL_WORD):
        return 1
    player = player_of(m, who)
    return player if player < 0 else add_gain(m, player, amount)


def is_new(m: int, move: int) -> int:
    """Whether an option was not found yet in this state; it is from now on."""
    generation = ld(m, mem.GENERATION)
    i = mixed(0, move) & (mem.MARKS_MOST - 1)
    while ld(m, mem.MARKS + 2 * i + 1) == generation:
        if ld(m, mem.MARKS + 2 * i) == move:
            return 0
        i = (i + 1) & (mem.MARKS_MOST - 1)
    st(m, mem.MARKS + 2 * i, move)
    st(m, mem.MARKS + 2 * i + 1, generation)
    return 1


def take(m: int, move: int, p: int) -> int:
    """Note an option, if it is new: the move, what it binds, and what it changes that may still be read."""
    move = kept(m, move)
    if move < 0 and move & 7 != INTEGER:
        return move
    if is_new(m, move) == 0:
        return 1
    to = ld(m, mem.OPTION_TOP)
    count = ld(m, mem.OPTION_COUNT) + 1
    if to > mem.OPTIONS + mem.OPTIONS_MOST - mem.SLACK or count > mem.OPTIONS_COUNT:
        return TOO_LARGE
    st(m, to, move)
    to += 1
    f = ld(m, mem.FLOW_FRAME) + mem.FRAME_HEADER
    for i in range(ld(m, p + 2)):
        w = kept(m, ld(m, f + ld(m, p + 3 + i)))
        if w < 0 and w & 7 != INTEGER:
            return w
        st(m, to, w)
        to += 1
    changes = to
    st(m, changes, 0)
    to += 1
    flags = ld(m, mem.KEPT_CELLS)
    top = ld(m, mem.TRAIL_TOP)
    while top > mem.TRAIL:
        x = ld(m, top - 1)
        if x >= 0:
            top -= 1
            continue
        top -= 2
        if ld(m, flags - x - mem.STORE) == 0:
            continue
        known = False
        for i in range(ld(m, changes)):
            known |= ld(m, changes + 1 + 2 * i) == -x
        if not known:
            w = kept(m, ld(m, -x))
            if w < 0 and w & 7 != INTEGER:
                return w
            st(m, to, -x)
            st(m, to + 1, w)
            st(m, changes, ld(m, changes) + 1)
            to += 2
    st(m, mem.OPTION_TOP, to)
    st(m, mem.OPTION_COUNT, count)
    st(m, mem.LEFT, ld(m, mem.STATEMENTS))  # a search for options that goes on is not stopped
    return 1


def flow_step(m: int, code: int, p: int) -> int:
    """Execute one instruction of a gameflow; where to go on, or a number below 0."""
    left = ld(m, mem.LEFT) - COST
    if left < 0:
        return TOO_LONG
    st(m, mem.LEFT, left)
    f = ld(m, mem.FLOW_FRAME) + mem.FRAME_HEADER
    if code == op.EVALUATED:
        w = evaluated(m, ld(m, ld(m, p + 2)))
        if w < 0 and w & 7 != INTEGER:
            return w
        st(m, ld(m, p + 1), w)
        return p + 3
    if code == op.SET_SLOT:
        st(m, f + ld(m, p + 1), ld(m, ld(m, p + 2)))
        return p + 3
    if code == op.FRESH:
        n = ld(m, p + 1)
        for i in range(n):
            st(m, f + ld(m, p + 2 + i), 0)
        return p + 2 + n
    if code == op.CHOOSE:
        st(m, mem.ASKED, ld(m, p + 1))
        return p + 2
    if code == op.RECALL:
        return recall(m, p)
    if code == op.NOTE:
        found = note(m, ld(m, p + 1), ld(m, p + 2))
        return found if found < 0 else p + 3
    if code == op.TAKE:
        found = take(m, ld(m, ld(m, p + 1)), p)
        return found if found < 0 else mem.FAIL_AT
    if code == op.REVEAL:
        found = reveal(m, ld(m, ld(m, p + 1)), ld(m, ld(m, p + 2)))
        return found if found < 0 else p + 3
    if code == op.PAY:
        found = pay(m, ld(m, ld(m, p + 1)), ld(m, ld(m, p + 2)))
        return found if found < 0 else p + 3
    if code == op.OUTCOME:
        found = outcome(m, ld(m, p + 1), ld(m, ld(m, p + 2)))
        return found if found < 0 else p + 3
    if code == op.SEAT:
        found = seat(m, ld(m, ld(m, p + 1)))
        return found if found < 0 else p + 2
    if code == op.SEAT_AFTER:
        now = ld(m, ld(m, p + 2))
        order = deref(m, ld(m, ld(m, p + 1)))
        if order & 7 != LIST:
            return UNSUPPORTED
        after = ld(m, order >> 3)
        while order & 7 == LIST:
            here = deref(m, ld(m, order >> 3))
            order = deref(m, ld(m, (order >> 3) + 1))
            if here == now:
                if order & 7 == LIST:
                    after = ld(m, order >> 3)
                break
        found = seat(m, after)
        return found if found < 0 else p + 3
    if code == op.KEEP_PLAYER:
        w = ld(m, ld(m, p + 2))
        st(m, f + ld(m, p + 1), w if w else ld(m, mem.NO_PLAYER_WORD))
        return p + 3
    if code == op.NEXT_IN_ROUND:
        at = f + ld(m, p + 1)
        rest = deref(m, ld(m, at))
        if rest == ld(m, mem.NIL_WORD):
            return ld(m, p + 2)
        if rest & 7 != LIST:
            return UNSUPPORTED
        st(m, at, ld(m, (rest >> 3) + 1))
        found = seat(m, ld(m, rest >> 3))
        return found if found < 0 else p + 3
    if code == op.CALL_FLOW:  # entry, number of the call, size of the frame, where to go on, arguments
        found = look_up(ld(m, mem.CONTEXTS), ld(m, mem.CONTEXT_MASK), ld(m, mem.CONTEXT) << 20 | ld(m, p + 2))
        if found < 0:
            st(m, mem.ASKED, ld(m, p + 2))
            return NEW_CONTEXT
        size = ld(m, p + 3)
        dropped = found & 3  # frames that the new one takes the place of, the lowest of them
        new = ld(m, mem.FLOW_FRAME) if dropped else ld(m, mem.FLOW_TOP)
        if dropped == 2:
            new = ld(m, new + 1)
        if new + size + mem.SLACK > mem.FLOWS + mem.FLOWS_MOST:
            return TOO_LARGE
        if not dropped:
            st(m, new, ld(m, p + 4))
            st(m, new + 1, ld(m, mem.FLOW_FRAME))
            st(m, new + 2, ld(m, mem.CONTEXT))
        n = ld(m, p + 5)
        for i in range(size):
            st(m, new + mem.FRAME_HEADER + i, ld(m, ld(m, p + 6 + i)) if i < n else 0)
        st(m, mem.FLOW_FRAME, new)
        st(m, mem.FLOW_TOP, new + mem.FRAME_HEADER + size)
        st(m, mem.CONTEXT, found >> 2)
        return ld(m, p + 1)
    if code == op.RETURN:
        frame = ld(m, mem.FLOW_FRAME)
        st(m, mem.FLOW_TOP, frame)
        st(m, mem.CONTEXT, ld(m, frame + 2))
        st(m, mem.FLOW_FRAME, ld(m, frame + 1))
        return ld(m, frame)
    if code == op.FORGET:
        st(m, ld(m, p + 1), 0)
        return p + 2
    if code == op.SET_MOVER:
        w = deref(m, ld(m, ld(m, p + 1)))
        if w == ld(m, mem.NATURE_WORD):
            st(m, mem.MOVER, -1)
        else:
            player = player_of(m, w)
            if player < 0:
                return player
            st(m, mem.MOVER, player)
        return p + 2
    if code == op.WEIGH:
        w = deref(m, ld(m, ld(m, p + 1)))
        if w & 7 != LIST:
            return UNSUPPORTED
        w = kept(m, w)
        if w < 0:
            return w
        st(m, mem.WEIGHED, w)
        return p + 2
    return UNSUPPORTED
