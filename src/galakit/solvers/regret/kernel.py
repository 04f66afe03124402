"""The hot loops of regret minimisation, compiled by Numba: `layout` and `leaves` have their arrays, `updates` numbers.

An update of one player is: what his sequences bring against the others' plans (`bring`), a sweep from the last
information sets to the first that computes values and regrets and the next strategy (`rise`), and one back down that
turns the strategy into a plan and adds it to the average (`fall`). Different tasks, rows and strands write different
numbers, and sums over sets with a common parent are done in order, so the results do not depend on the number of
threads, and a run can be stopped and resumed anywhere.
"""

from __future__ import annotations

from typing import Any

from galakit.compiling import njit
from galakit.solvers.regret.leaves import ABREAST

# Division by zero gives infinity, as in NumPy: a test at every division would keep loops from being vectorised.
compiled = njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract", "nsz"})


def _rise(tile: Any, strategy: Any, regret: Any, worth: Any, value: Any, numbers: Any, scratch: Any) -> None:
    """Values of the sets of a tile, their regrets, and the next strategy there."""
    at, moves, distance, n, number = tile[0], tile[1], tile[2], tile[3], tile[4]
    positive, negative, floor = numbers[0], numbers[1], numbers[2]
    ahead, predicting = numbers[3], numbers[4]
    v = value[number : number + n]
    total = scratch[:n]
    for k in range(n):
        v[k] = 0.0
        total[k] = 0.0
    for a in range(moves):
        i = at + a * distance
        s, w = strategy[i : i + n], worth[i : i + n]
        for k in range(n):
            v[k] += s[k] * w[k]
    for a in range(moves):
        i = at + a * distance
        s, w, regrets = strategy[i : i + n], worth[i : i + n], regret[i : i + n]
        for k in range(n):
            r = w[k] - v[k]
            old = regrets[k]
            new = old * (positive if old > 0.0 else negative) + r
            new = new if new > floor else floor
            regrets[k] = new
            q = ahead * new + predicting * r
            q = q if q > 0.0 else 0.0
            s[k] = q
            total[k] += q
    uniform = scratch[n : 2 * n]
    for k in range(n):
        some = total[k] > 0.0
        uniform[k] = 0.0 if some else 1.0 / moves
        total[k] = 1.0 / total[k] if some else 0.0
    for a in range(moves):
        i = at + a * distance
        s = strategy[i : i + n]
        for k in range(n):
            s[k] = s[k] * total[k] + uniform[k]


def _fall(tile: Any, parent: Any, strategy: Any, plan: Any, total: Any, decay: float, scratch: Any) -> None:
    """The plan at the sets of a tile, added to the average."""
    at, moves, distance, n, number = tile[0], tile[1], tile[2], tile[3], tile[4]
    above = scratch[:n]
    parents = parent[number : number + n]
    for k in range(n):
        above[k] = plan[parents[k]]
    for a in range(moves):
        i = at + a * distance
        s, x, sums = strategy[i : i + n], plan[i : i + n], total[i : i + n]
        for k in range(n):
            y = above[k] * s[k]
            x[k] = y
            sums[k] = sums[k] * decay + y


def _best(tile: Any, worth: Any, value: Any) -> None:
    """The value of the best move at each set of a tile."""
    at, moves, distance, n, number = tile[0], tile[1], tile[2], tile[3], tile[4]
    v = value[number : number + n]
    w = worth[at : at + n]
    for k in range(n):
        v[k] = w[k]
    for a in range(1, moves):
        i = at + a * distance
        w = worth[i : i + n]
        for k in range(n):
            v[k] = w[k] if w[k] > v[k] else v[k]


def _multiply(task: Any, leaves: Any, plan: Any, worth: Any, scratch: Any) -> None:
    """The blocks of one task: a matrix by as many vectors, each the weights of the other player's sequences."""
    rows, columns, n, distance, apart = task[0], task[1], task[2], task[3], task[8]
    scale = leaves.scale[task[7] : task[7] + n]
    if n < ABREAST and apart == 1:  # few blocks: the long loop is over rows
        matrix = leaves.matrix[task[4] : task[4] + rows * columns]
        out = scratch[:rows]
        for k in range(n):
            for i in range(rows):
                out[i] = 0.0
            for j in range(columns):
                weight = plan[leaves.other[task[6] + j * distance + k]] * scale[k]
                if weight != 0.0:
                    m = matrix[j * rows : j * rows + rows]
                    for i in range(rows):
                        out[i] += m[i] * weight
            for i in range(rows):
                worth[leaves.own[task[5] + i * distance + k]] = out[i]
        return
    for j in range(columns):
        x = scratch[j * n : j * n + n]
        other = leaves.other[task[6] + j * distance : task[6] + j * distance + n]
        for k in range(n):
            x[k] = plan[other[k]] * scale[k]
    out = scratch[columns * n : columns * n + n]
    for i in range(rows):
        for k in range(n):
            out[k] = 0.0
        for j in range(columns):
            x = scratch[j * n : j * n + n]
            at = task[4] + (j * rows + i) * apart
            if apart == 1:
                entry = leaves.matrix[at]
                for k in range(n):
                    out[k] += entry * x[k]
            else:
                m = leaves.matrix[at : at + n]
                for k in range(n):
                    out[k] += m[k] * x[k]
        own = leaves.own[task[5] + i * distance : task[5] + i * distance + n]
        for k in range(n):
            worth[own[k]] = out[k]


def _add_up(low: int, high: int, leaves: Any, plan: Any, worth: Any) -> None:
    """Rows low to high of the list."""
    others = leaves.column.shape[0]
    for r in range(low, high):
        total = 0.0
        begin, end = leaves.start[r], leaves.start[r + 1]
        weight = leaves.weight[begin:end]
        if others == 1:
            column = leaves.column[0, begin:end]
            for k in range(end - begin):
                total += weight[k] * plan[column[k]]
        else:
            for k in range(end - begin):
                x = weight[k]
                for other in range(others):
                    x *= plan[leaves.column[other, begin + k]]
                total += x
        worth[leaves.row[r]] = total


rise, fall, best = compiled(_rise), compiled(_fall), compiled(_best)
multiply, add_up = compiled(_multiply), compiled(_add_up)


def _iterate(
    numbers: Any,
    sweeps: Any,
    leaves: Any,
    strategy: Any,
    regret: Any,
    plan: Any,
    total: Any,
    worth: Any,
    value: Any,
    record: Any,
    scratch: Any,
) -> None:
    """One iteration per row of `numbers`: the players in turn, each against the others' newest plans.

    Where `record` has rows, all players move at once, and it gathers how they fare: what each sequence would have
    brought, and in the last two numbers of a player's row what he got and the weight of it all.
    """
    players = len(sweeps.first) - 1
    strands = (len(sweeps.waves) - 1) // players
    for t in range(len(numbers)):
        for player in range(players):
            bring(player, sweeps, leaves, plan, worth, scratch)
            if len(record) == 0:
                for strand in range(player * strands, (player + 1) * strands):
                    learn(strand, sweeps, strategy, regret, plan, total, worth, value, numbers[t], scratch)
        for player in range(len(record)):
            own = slice(sweeps.first[player], sweeps.first[player + 1])
            keep_record(record[player], worth[own], plan[own], numbers[t, 5])
            for strand in range(player * strands, (player + 1) * strands):
                learn(strand, sweeps, strategy, regret, plan, total, worth, value, numbers[t], scratch)


def _learn(
    strand: int,
    sweeps: Any,
    strategy: Any,
    regret: Any,
    plan: Any,
    total: Any,
    worth: Any,
    value: Any,
    numbers: Any,
    scratch: Any,
) -> None:
    """Both sweeps over one strand. Strands meet only in the value of the empty sequence, which is never read."""
    ascend(strand, sweeps, strategy, regret, worth, value, numbers, scratch)
    strands = (len(sweeps.waves) - 1) // (len(sweeps.first) - 1)
    decay = numbers[5]
    if strand % strands == 0:
        empty = sweeps.first[strand // strands]
        total[empty] = total[empty] * decay + 1.0
    for k in range(sweeps.wave[sweeps.waves[strand]], sweeps.wave[sweeps.waves[strand + 1]]):
        fall(sweeps.tile[k], sweeps.parent, strategy, plan, total, decay, scratch)


def _hand_up(sweeps: Any, first: int, last: int, worth: Any, value: Any) -> None:
    """The values of a wave's sets go to their parents."""
    for k in range(sweeps.tile[first, 4], sweeps.tile[last - 1, 4] + sweeps.tile[last - 1, 3]):
        worth[sweeps.parent[k]] += value[k]


def _keep_record(record: Any, worth: Any, plan: Any, decay: float) -> None:
    got = 0.0
    for i in range(len(worth)):
        record[i] = record[i] * decay + worth[i]
        got += worth[i] * plan[i]
    record[-2] = record[-2] * decay + got
    record[-1] = record[-1] * decay + 1.0


def _bring(player: int, sweeps: Any, leaves: Any, plan: Any, worth: Any, scratch: Any) -> None:
    """What each of a player's sequences brings against the others' plans."""
    worth[sweeps.first[player] : sweeps.first[player + 1]] = 0.0
    bring_part(0, 1, player, leaves, plan, worth, scratch)


def _bring_part(part: int, parts: int, player: int, leaves: Any, plan: Any, worth: Any, scratch: Any) -> None:
    """One of so many parts of the work; `worth` must be 0 before."""
    low, count = leaves.tasks[player], leaves.tasks[player + 1] - leaves.tasks[player]
    for task in range(low + count * part // parts, low + count * (part + 1) // parts):
        multiply(leaves.task[task], leaves, plan, worth, scratch)
    low, count = leaves.rows[player], leaves.rows[player + 1] - leaves.rows[player]
    add_up(low + count * part // parts, low + count * (part + 1) // parts, leaves, plan, worth)


def _ascend(
    strand: int, sweeps: Any, strategy: Any, regret: Any, worth: Any, value: Any, numbers: Any, scratch: Any
) -> None:
    """The sweep up: values, regrets and the next strategy."""
    for wave in range(sweeps.waves[strand + 1] - 1, sweeps.waves[strand] - 1, -1):
        first, last = sweeps.wave[wave], sweeps.wave[wave + 1]
        for k in range(first, last):
            rise(sweeps.tile[k], strategy, regret, worth, value, numbers, scratch)
        hand_up(sweeps, first, last, worth, value)


def _respond(player: int, sweeps: Any, worth: Any, value: Any) -> float:
    """The most the player can get where his sequences bring `worth`, which is summed up on the way."""
    strands = (len(sweeps.waves) - 1) // (len(sweeps.first) - 1)
    for wave in range(sweeps.waves[(player + 1) * strands] - 1, sweeps.waves[player * strands] - 1, -1):
        first, last = sweeps.wave[wave], sweeps.wave[wave + 1]
        for k in range(first, last):
            best(sweeps.tile[k], worth, value)
        hand_up(sweeps, first, last, worth, value)
    most: float = worth[sweeps.first[player]]
    return most


def _descend(sweeps: Any, strategy: Any, plan: Any, rest: Any, scratch: Any) -> None:
    """The plans of all players' strategies; `rest` is room for as many numbers."""
    for player in range(len(sweeps.first) - 1):
        plan[sweeps.first[player]] = 1.0
    for k in range(len(sweeps.tile)):
        fall(sweeps.tile[k], sweeps.parent, strategy, plan, rest, 0.0, scratch)


hand_up, keep_record = compiled(_hand_up), compiled(_keep_record)
bring_part = compiled(_bring_part)
bring, ascend = compiled(_bring), compiled(_ascend)
learn = compiled(_learn)
iterate, respond, descend = compiled(_iterate), compiled(_respond), compiled(_descend)
