"""One sweep over the histories below a position: the other's plan down, the player's values up, depth first.

Only the current history's data is kept, and the tables are read and written from front to back. Regrets are those of
CFR+ and averages are growing sums, so a history that the other player reaches with no class changes nothing: it is
skipped, with all that follows it.
"""

from __future__ import annotations

import numpy as np

from galakit.compiling import njit

VANISHING = np.float32(1e-15)  # plans that are less are none: all of them together are too little to matter
RECORD, WHOLE, FINISH = 0, 1, 2
"""only the top, down to small subtrees, which become tasks; everything; only the top, from the values of the tasks"""


@njit(nogil=True, cache=True, fastmath={"contract", "reassoc", "nsz"})
def sweep(  # type: ignore[no-untyped-def]
    mode, best, player, start, plan, out, small, tasks, plans, values,
    own_regret, other_table, other_average, weight,
    mover, first, target, rows, jump, depth, most, own_group, other_group, matrix,
):  # fmt: skip
    """How many tasks were met. `best` takes best moves against averages; otherwise regrets and averages are updated.

    `start` is a row of `tasks`: position, and the rows at which the histories from there on begin for both players.
    """
    mine, theirs = own_regret.shape[1], other_table.shape[1]
    zero = np.float32(0)
    node, edge, at = np.empty(depth, np.int64), np.empty(depth, np.int64), np.empty((depth, 2), np.int64)
    level, which = np.empty(depth, np.int64), np.empty(depth, np.int64)  # where the other's plan is among `reach`
    reach = np.empty((depth + 1, most, theirs), np.float32)
    worth = np.empty((depth, most, mine), np.float32)
    live = np.zeros((depth, most), np.bool_)
    total = np.empty(max(mine, theirs), np.float32)
    scale, even = np.empty(theirs, np.float32), np.empty(theirs, np.float32)
    met, brought = np.empty(matrix.shape[2], np.float32), np.empty(matrix.shape[1], np.float32)
    for c in range(theirs):  # an assignment of rows takes seconds to compile
        reach[depth, 0, c] = plan[c]
    node[0], edge[0], level[0], which[0] = start[0], -1, depth, 0
    at[0, 0], at[0, 1] = start[1], start[2]
    d = count = 0
    while d >= 0:
        i = node[d]
        moves = first[i + 1] - first[i]
        fair = np.float32(1.0 / moves)
        own = mover[i] == player
        if edge[d] < 0:
            edge[d] = 0
            if not own:
                above, r = reach[level[d], which[d]], at[d, 1 - player]
                total[:theirs] = zero
                for k in range(moves):
                    row = other_table[r + k]
                    for c in range(theirs):
                        total[c] += row[c]
                for c in range(theirs):
                    scale[c] = above[c] / total[c] if total[c] > zero else zero
                    even[c] = zero if total[c] > zero else above[c] * fair
                for k in range(moves):
                    row, here = other_table[r + k], reach[d, k]
                    some = zero
                    for c in range(theirs):
                        y = scale[c] * row[c] + even[c]
                        y = y if y > VANISHING else zero
                        here[c] = y
                        some += y
                    live[d, k] = some > zero
                    if some > zero and not best and mode != FINISH:
                        average = other_average[r + k]
                        for c in range(theirs):
                            average[c] += weight * here[c]
        k = edge[d]
        if k < moves:
            edge[d] += 1
            e = first[i] + k
            if not own and not live[d, k]:
                continue
            upper, place = (level[d], which[d]) if own else (d, k)
            t = target[e]
            if t < 0:
                here, value = reach[upper, place], worth[d, k]
                met[:] = zero
                for c in range(theirs):
                    met[other_group[~t, c]] += here[c]
                for a in range(len(brought)):
                    summed = zero
                    for b in range(len(met)):
                        summed += matrix[~t, a, b] * met[b]
                    brought[a] = summed
                for c in range(mine):
                    value[c] = brought[own_group[~t, c]]
            elif mode != WHOLE and rows[t, 0] + rows[t, 1] <= small:
                if mode == RECORD:
                    tasks[count, 0] = t
                    tasks[count, 1], tasks[count, 2] = at[d, 0] + jump[e, 0], at[d, 1] + jump[e, 1]
                    for c in range(theirs):
                        plans[count, c] = reach[upper, place, c]
                else:
                    for c in range(mine):
                        worth[d, k, c] = values[count, c]
                count += 1
            else:
                d += 1
                node[d], edge[d], level[d], which[d] = t, -1, upper, place
                at[d, 0], at[d, 1] = at[d - 1, 0] + jump[e, 0], at[d - 1, 1] + jump[e, 1]
            continue
        value = out if d == 0 else worth[d - 1, edge[d - 1] - 1]
        if not own:
            value[:] = zero
            for k in range(moves):
                if live[d, k]:
                    below = worth[d, k]
                    for c in range(mine):
                        value[c] += below[c]
        elif best:
            for c in range(mine):
                value[c] = worth[d, 0, c]
            for k in range(1, moves):
                below = worth[d, k]
                for c in range(mine):
                    value[c] = max(value[c], below[c])
        elif mode != RECORD:
            r = at[d, player]
            total[:mine] = zero
            value[:] = zero
            for k in range(moves):
                row, below = own_regret[r + k], worth[d, k]
                for c in range(mine):
                    total[c] += row[c]
                    value[c] += row[c] * below[c]
            least = total[0]
            for c in range(mine):
                least = min(least, total[c])
                value[c] = value[c] / total[c] if total[c] > zero else zero
            if least <= zero:
                for k in range(moves):
                    below = worth[d, k]
                    for c in range(mine):
                        value[c] += zero if total[c] > zero else below[c] * fair
            for k in range(moves):
                row, below = own_regret[r + k], worth[d, k]
                for c in range(mine):
                    row[c] = max(zero, row[c] + below[c] - value[c])
        d -= 1
    return count
