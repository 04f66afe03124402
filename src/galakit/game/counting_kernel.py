"""The hot loops of counting information sets: the subset construction over the arrays of an automaton, in integers.

A *place* is where the game may stand between two facts that one player learns: a word `code << 32 | state`. Code 0 is
the state itself, `DECIDING` the state once the player knows which moves they have, and larger codes are tails: facts of
an edge into the state that are still to come. Places are not stored beforehand: the automaton tells what follows one.

A *knowledge* is a set of places that the player cannot tell apart. The first loop finds all of them, each with those
that one more fact leads to; the second counts the paths to each. Both go on until they are done, a table is full or
enough work is done, and everything they need to resume is in their arguments. As in `kernel`, the functions are plain
Python over arrays, and `compiled()` gives them through Numba.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

DECIDING = 1
# What a player may meet from a state on: a decision, now or later; on edges to such states, nothing to learn; on other
# such edges, something; and a decision of theirs at once.
LIVE, SILENT, SHOWING, OWN = 1, 2, 4, 8
# Entries of the counters: lengths of the tables, how many sets have slots and are done, work done, the last mark; how
# many sets are on the stack, and how many are followed.
FOUND, MEMBERS, ENTERED, FOLLOWING, DONE, LOOKED, MARK, STACKED, FOLLOWED = range(9)
# Why a loop has returned.
OVER, PAUSED, NO_SETS, NO_SLOTS, NO_MEMBERS, NO_FOLLOWING, NO_SCRATCH = range(7)
LIMB = 62
"""bits of a number: numbers of paths have several where that is not enough"""


def mixed(word: int) -> int:
    """A hash of a place; every product stays below 2**63 in plain Python and compiled alike."""
    h = (word >> 32) * 2654435761
    h = ((h ^ (h >> 29)) & 0x7FFFFFFF) ^ (word & 0x7FFFFFFF)
    h = h * 2654435761
    h = (h ^ (h >> 29)) & 0x7FFFFFFF
    return h ^ (h >> 15)


def mark(keys: Any, marks: Any, now: int, word: int) -> bool:
    """Whether a word was not yet marked now; it is marked then. One of the places is always left free."""
    last = len(keys) - 1
    i = mixed(word) & last
    while marks[i] == now:
        if keys[i] == word:
            return False
        i = (i + 1) & last
    keys[i] = word
    marks[i] = now
    return True


def is_marked(keys: Any, marks: Any, now: int, word: int) -> bool:
    """Whether a word is marked now."""
    last = len(keys) - 1
    i = mixed(word) & last
    while marks[i] == now:
        if keys[i] == word:
            return True
        i = (i + 1) & last
    return False


def closed(
    player: int,
    first: Any,
    target: Any,
    seen: Any,
    tail_of: Any,
    kind: Any,
    places: Any,
    seeds: int,
    found: Any,
    keys: Any,
    marks: Any,
    now: int,
) -> int:
    """Where the game may go from `seeds` places without showing the player anything: their number in `found`.

    Only places from which the player can learn something next, or decide, count. They are marked now, unless there is
    only one. -1 where the scratch is too small.
    """
    if seeds == 1:
        word = int(places[0])
        code, here = word >> 32, kind[word & 0x7FFFFFFF]
        if code > DECIDING or (code == 0 and here & OWN) or not here & SILENT:
            found[0] = word
            return 1 if code > 0 or here & (OWN | SHOWING) else 0
    most = len(places) - 1
    count = waiting = 0
    for k in range(seeds):
        word = int(places[k])
        if mark(keys, marks, now, word):
            places[waiting] = word
            waiting += 1
    marked = waiting
    while waiting > 0:
        waiting -= 1
        word = int(places[waiting])
        code, state = word >> 32, word & 0x7FFFFFFF
        here = kind[state]
        if code > 0 or here & (OWN | SHOWING):
            found[count] = word
            count += 1
        if code > DECIDING or (code == 0 and here & OWN) or not here & SILENT:
            continue
        for edge in range(first[state], first[state + 1]):
            there = int(target[edge])
            if kind[there] & LIVE and tail_of[seen[edge, player]] == 0 and mark(keys, marks, now, there):
                if marked >= most:
                    return -1
                places[waiting] = there
                waiting += 1
                marked += 1
    return count


def only_fact(kind: Any, offered: Any, tail_fact: Any, word: int) -> int:
    """The fact that the player learns next at a place, -1 where that is not certain or where they decide."""
    code, state = word >> 32, word & 0x7FFFFFFF
    if code > DECIDING:
        return int(tail_fact[code])
    if code == 0 and kind[state] & OWN:
        return int(offered[state])
    return -1


def after_only(tail_next: Any, word: int) -> int:
    """The place after the only fact that follows a place."""
    code, state = word >> 32, word & 0x7FFFFFFF
    return (int(tail_next[code]) if code > DECIDING else DECIDING) << 32 | state


def numbered(
    member_first: Any,
    members: Any,
    slots: Any,
    single: Any,
    counters: Any,
    found: Any,
    count: int,
    keys: Any,
    marks: Any,
    now: int,
) -> int:
    """The number of the set of the places in `found`, entered if it is new."""
    number = int(counters[FOUND])
    if count == 1:  # the place is a state: facts that are still to come, or a choice, would have been followed
        state = found[0] & 0x7FFFFFFF
        if single[state] >= 0:
            return int(single[state])
        single[state] = number
    else:
        last = len(slots) - 1
        i = spread(found, 0, count) & last
        while slots[i] >= 0:
            known = int(slots[i])
            begin, end = int(member_first[known]), int(member_first[known + 1])
            if end - begin == count:
                k = begin
                while k < end and is_marked(keys, marks, now, int(members[k])):
                    k += 1
                if k == end:
                    return known
            i = (i + 1) & last
        slots[i] = number
        counters[ENTERED] += 1
    at = int(counters[MEMBERS])
    for k in range(count):
        members[at + k] = found[k]
    counters[FOUND], counters[MEMBERS] = number + 1, at + count
    member_first[number + 1] = at + count
    return number


def spread(words: Any, begin: int, end: int) -> int:
    """A hash of a set of places, whatever their order."""
    h = 0
    for k in range(begin, end):
        h = (h + mixed(int(words[k]))) & 0x7FFFFFFF
    return h ^ (h >> 15)


def entered(member_first: Any, members: Any, slots: Any, count: int) -> None:
    """Enter those of the first `count` sets that have several places, all different, into free slots."""
    last = len(slots) - 1
    for number in range(count):
        begin, end = int(member_first[number]), int(member_first[number + 1])
        if end > begin + 1:
            i = spread(members, begin, end) & last
            while slots[i] >= 0:
                i = (i + 1) & last
            slots[i] = number


def find(
    player: int,
    first: Any,
    target: Any,
    seen: Any,
    offered: Any,
    tail_of: Any,
    tail_fact: Any,
    tail_next: Any,
    kind: Any,
    member_first: Any,
    members: Any,
    slots: Any,
    single: Any,
    following_first: Any,
    following: Any,
    heads: Any,
    facts: Any,
    step_place: Any,
    step_next: Any,
    places: Any,
    found: Any,
    keys: Any,
    marks: Any,
    counters: Any,
    stop: int,
) -> int:
    """Find what follows each set, until so much work is done; the first one is there already.

    `heads` has -1 for each fact. A step is a place after a fact, linked to other steps with the same fact.
    """
    room = len(places) - 1
    while counters[DONE] < counters[FOUND]:
        if counters[LOOKED] >= stop:
            return PAUSED
        number = int(counters[DONE])
        at = int(counters[FOLLOWING])
        steps = kinds = 0
        full = OVER
        for k in range(member_first[number], member_first[number + 1]):
            word = int(members[k])
            state = word & 0x7FFFFFFF
            fact = only_fact(kind, offered, tail_fact, word)
            begin, end = (0, 1) if fact >= 0 else (int(first[state]), int(first[state + 1]))
            for edge in range(begin, end):
                place = 0
                if fact >= 0:
                    learnt = fact
                    place = after_only(tail_next, word)
                else:
                    there = int(target[edge])
                    tail = int(tail_of[seen[edge, player]])
                    if tail == 0 or not kind[there] & LIVE:
                        continue
                    learnt = int(tail_fact[tail])
                    place = int(tail_next[tail]) << 32 | there
                if steps >= room:
                    full = NO_SCRATCH
                    break
                if heads[learnt] < 0:
                    facts[kinds] = learnt
                    kinds += 1
                step_place[steps] = place
                step_next[steps] = heads[learnt]
                heads[learnt] = steps
                steps += 1
            if full != OVER:
                break
        if full == OVER and at + kinds > len(following):
            full = NO_FOLLOWING
        looked = steps
        for which in range(kinds):
            fact = int(facts[which])
            step = int(heads[fact])
            heads[fact] = -1
            if full != OVER:
                continue
            count = 0
            while step >= 0:
                places[count] = step_place[step]
                count += 1
                step = int(step_next[step])
            ahead = 0
            while ahead >= 0:
                counters[MARK] += 1
                now = int(counters[MARK])
                count = closed(player, first, target, seen, tail_of, kind, places, count, found, keys, marks, now)
                looked += count
                if count <= 0:
                    break
                # Sets whose places all have the same fact ahead, and nothing else, need no number.
                ahead = only_fact(kind, offered, tail_fact, int(found[0]))
                for k in range(1, count):
                    if only_fact(kind, offered, tail_fact, int(found[k])) != ahead:
                        ahead = -1
                        break
                if ahead >= 0:
                    for k in range(count):
                        places[k] = after_only(tail_next, int(found[k]))
            if count < 0:
                full = NO_SCRATCH
            elif count > 0:
                if counters[FOUND] + 1 >= len(member_first):
                    full = NO_SETS
                elif 2 * (counters[ENTERED] + 1) > len(slots):
                    full = NO_SLOTS
                elif counters[MEMBERS] + count > len(members):
                    full = NO_MEMBERS
                else:
                    following[at] = numbered(
                        member_first, members, slots, single, counters, found, count, keys, marks, int(counters[MARK])
                    )
                    at += 1
        if full != OVER:
            return full  # sets that were entered stay, and this one is done again
        counters[LOOKED] += looked + 1
        counters[FOLLOWING] = at
        counters[DONE] = number + 1
        following_first[number + 1] = at
    return OVER


def add(to: Any, row: int, number: Any, other: int) -> None:
    """Add a row of limbs to another."""
    carry = 0
    for k in range(to.shape[1]):
        total = to[row, k] + number[other, k] + carry
        carry = total >> LIMB
        to[row, k] = total & ((1 << LIMB) - 1)


def paths(
    first: Any,
    member_first: Any,
    members: Any,
    following_first: Any,
    following: Any,
    before: Any,
    stack: Any,
    lists: Any,
    total: Any,
    counters: Any,
    stop: int,
) -> int:
    """Count the lists of facts that lead to each set, and to decisions by their numbers of moves.

    `before[i]` is the number of ways to set i that are not yet followed. The sets with none are on the stack.
    """
    begun = 0
    while counters[STACKED] > 0:
        if begun >= stop:
            return PAUSED
        counters[STACKED] -= 1
        counters[FOLLOWED] += 1
        number = int(stack[counters[STACKED]])
        for k in range(member_first[number], member_first[number + 1]):
            if members[k] >> 32 == DECIDING:
                state = members[k] & 0x7FFFFFFF
                add(total, first[state + 1] - first[state], lists, number)
                break
        begun += 1
        for k in range(following_first[number], following_first[number + 1]):
            after = int(following[k])
            add(lists, after, lists, number)
            before[after] -= 1
            begun += 1
            if before[after] == 0:
                stack[counters[STACKED]] = after
                counters[STACKED] += 1
    return OVER


@lru_cache(maxsize=1)
def compiled() -> tuple[Callable[..., int], Callable[..., int], Callable[..., None]]:
    """`find`, `paths` and `entered` through Numba. Helpers are registered, not replaced: the plain ones stay plain."""
    from numba.extending import register_jitable

    from galakit.compiling import njit

    for helper in (mixed, mark, is_marked, spread, closed, only_fact, after_only, numbered, add):
        register_jitable(helper)
    return njit(cache=True)(find), njit(cache=True)(paths), njit(cache=True)(entered)
