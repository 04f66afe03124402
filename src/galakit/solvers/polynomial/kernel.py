"""The search itself: for each choice of supports its equations, and boxes that are cut until each is decided.

In coordinates that go from -1 to 1 in a box, a row (see `equations`) is f + J z + N(z), and the sizes of the
coefficients bound it:

- a box goes where an equation has one sign all over it, or an inequality fails all over it;
- all solutions are in z = -Y f ± |Y| Q, where Y is the inverse of J, and Q bounds N;
- there is just one, where that interval with P instead of Q, a bound on the changes of slopes, is inside the box
  (Krawczyk 1969; Neumaier 1990).

What remains undecided when boxes are tiny are solutions at which the derivatives are singular: often a whole curve of
equilibria, of which one is kept here and there.

Plain Python over NumPy arrays; `compiled()` gives the same function through Numba.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from galakit.solvers.polynomial.equations import DONE, OPEN, UNDECIDED, UNFINISHED, built, emitted, without_factor

CUT = 0.4871  # of a side: no round number, so that solutions seldom lie on it
WIDE = 1.1  # by which a box is widened before it is looked at
TINY = 2.0**-13  # sides of boxes that are not cut any more
MOST = 100_000  # boxes of one choice
MOST_UNCLEAR = 2_000  # tiny ones, after which it is clear that there are curves
TRIED = 64  # undecided boxes near which a solution is looked for
ZERO = 1e-9  # gains and probabilities that count as nothing
# Where the search is: the choice, boxes on the stack, boxes seen, tiny ones, points found; unknowns and rows.
AT, TOP, SEEN, UNCLEAR, FOUND, SIZE, ROWS = range(7)


def expand(
    row, middle, radius, coefs, row_start, row_sets, size, var, work,
):  # fmt: skip
    """A row in the coordinates of a box, in `work`; how many coefficients it has."""
    start = row_start[row]
    many = row_start[row + 1] - start
    for f in range(many):
        work[f] = coefs[start + f]
    inner = 1
    for k in range(row_sets[row, 0], 0, -1):
        g = row_sets[row, k]
        digits = size[g]
        for outer in range(0, many, inner * digits):
            for f in range(outer, outer + inner):
                at = f
                for digit in range(1, digits):
                    at += inner
                    v = var[g] + digit - 1
                    work[f] += middle[v] * work[at]
                    work[at] *= radius[v]
        inner *= digits
    return many


def scanned(
    row, many, row_sets, size, var, work, slope, bound,
):  # fmt: skip
    """The slopes of an expanded row; in `bound` those of the row less its value, of N, and of the changes of slopes."""
    for v in range(len(slope)):
        slope[v] = 0.0
    whole = beyond = spread = 0.0
    for f in range(1, many):
        rest, mixed, v = f, 0, 0
        for k in range(row_sets[row, 0], 0, -1):
            g = row_sets[row, k]
            digit = rest % size[g]
            rest //= size[g]
            if digit:
                mixed += 1
                v = var[g] + digit - 1
        t = abs(work[f])
        whole += t
        if mixed == 1:
            slope[v] = work[f]
        else:
            beyond += t
            spread += mixed * t
    bound[0], bound[1], bound[2] = whole, beyond, spread


def solved(
    matrix, right, n, columns,
):  # fmt: skip
    """Gauss elimination in place; False where the matrix is singular."""
    largest = 0.0
    for i in range(n):
        for j in range(n):
            largest = max(largest, abs(matrix[i, j]))
    if largest == 0.0:
        return n == 0
    for i in range(n):
        pivot = i
        for k in range(i + 1, n):
            if abs(matrix[k, i]) > abs(matrix[pivot, i]):
                pivot = k
        if abs(matrix[pivot, i]) < 1e-11 * largest:
            return False
        if pivot != i:
            for j in range(n):
                matrix[i, j], matrix[pivot, j] = matrix[pivot, j], matrix[i, j]
            for j in range(columns):
                right[i, j], right[pivot, j] = right[pivot, j], right[i, j]
        for k in range(n):
            if k != i and matrix[k, i] != 0.0:
                share = matrix[k, i] / matrix[i, i]
                for j in range(i, n):
                    matrix[k, j] -= share * matrix[i, j]
                for j in range(columns):
                    right[k, j] -= share * right[i, j]
    for i in range(n):
        for j in range(columns):
            right[i, j] /= matrix[i, i]
    return True


def approached(
    point, ones, damped, state, coefs, row_start, row_sets, size, var, work, slope, bound, matrix, normal, right,
):  # fmt: skip
    """Newton's method from nearby, damped where derivatives may be singular; whether it ends at a solution."""
    n = state[SIZE]
    worst = 1.0
    for _ in range(30):
        worst = 0.0
        for e in range(n):
            many = expand(e, point, ones, coefs, row_start, row_sets, size, var, work)
            scanned(e, many, row_sets, size, var, work, slope, bound)
            right[e, 0] = work[0]
            worst = max(worst, abs(work[0]))
            for v in range(n):
                matrix[e, v] = slope[v]
        if worst == 0.0:
            break
        if damped:  # (J'J + |f|) step = J'f
            for i in range(n):
                right[i, 1] = 0.0
                for e in range(n):
                    right[i, 1] += matrix[e, i] * right[e, 0]
                for j in range(n):
                    normal[i, j] = worst * 1e-3 if i == j else 0.0
                    for e in range(n):
                        normal[i, j] += matrix[e, i] * matrix[e, j]
            for i in range(n):
                right[i, 0] = right[i, 1]
                for j in range(n):
                    matrix[i, j] = normal[i, j]
        if not solved(matrix, right, n, 1):
            break
        largest = 0.0
        for v in range(n):
            point[v] -= right[v, 0]
            largest = max(largest, abs(right[v, 0]))
        if not largest < 10.0:
            return False
        if largest < 1e-15:
            break
    return worst < ZERO


def kept(
    point, support, uncertain, state, mask, pos, set_of, size, var, points, of,
):  # fmt: skip
    """Whether all probabilities of a solution are positive: then it is written to `points`."""
    row = state[FOUND]
    for m in range(len(set_of)):
        weight = 0.0
        if pos[m] >= 0:
            g = set_of[m]
            if pos[m] < size[g] - 1:
                weight = point[var[g] + pos[m]]
            else:
                weight = 1.0
                for v in range(var[g], var[g] + size[g] - 1):
                    weight -= point[v]
            if weight < ZERO:
                return False
        points[row, m] = weight
    of[row, 0], of[row, 1] = support, uncertain
    state[FOUND] += 1
    return True


def search(
    path, set_of, owner, first, count, below_start, below, pays, masks, status, budget, state, stack, unclear,
    points, of, pos, size, refer, var, axes, mark, stride, used, valid, table, coefs, row_start, row_sets, work,
    reals, matrix, inverse, normal,
):  # fmt: skip
    """Examine choices of supports until `budget` coefficients have been computed; call it again to go on.

    `points` gets the solutions with positive probabilities, `of` the choice of each, and whether it is of a curve.
    """
    middle, radius, low, high, slope, bound, ones, value = (
        reals[0], reals[1], reals[2], reals[3], reals[4], reals[5], reals[6], reals[7],
    )  # fmt: skip
    beyond, spread = reals[8], reals[9]
    spent = 0
    while state[AT] < len(masks) and spent < budget and state[FOUND] + TRIED + 2 < len(points):
        mask = masks[state[AT]]
        if state[TOP] < 0:
            spent += 100 + path.shape[0]
            found, state[SIZE], state[ROWS] = built(
                path, set_of, owner, first, count, below_start, below, pays, mask, pos, size, refer, var, axes, mark,
                stride, used, valid, table, coefs, row_start, row_sets,
            )  # fmt: skip
            if found == OPEN and state[SIZE] > 0:
                state[TOP], state[SEEN], state[UNCLEAR] = 1, 0, 0
                for v in range(state[SIZE]):
                    stack[0, v, 0], stack[0, v, 1] = 0.0, 1.0
            else:
                if found == OPEN:
                    kept(middle, state[AT], 0, state, mask, pos, set_of, size, var, points, of)
                    found = DONE
                status[state[AT]] = found
                state[AT] += 1
            continue
        n = state[SIZE]
        if state[TOP] == 0 or state[SEEN] >= MOST or state[UNCLEAR] >= MOST_UNCLEAR:
            status[state[AT]] = DONE if state[TOP] == 0 else UNFINISHED
            if state[UNCLEAR] > 0:
                status[state[AT]] = UNDECIDED
            for k in range(0, state[UNCLEAR], max(1, state[UNCLEAR] // TRIED)):
                for v in range(n):
                    middle[v] = unclear[k, v]
                    ones[v] = 1.0
                if state[FOUND] + 1 < len(points) and approached(
                    middle, ones, True, state, coefs, row_start, row_sets, size, var, work, slope[:n], bound, matrix,
                    normal, inverse,
                ):  # fmt: skip
                    kept(middle, state[AT], 1, state, mask, pos, set_of, size, var, points, of)
                spent += 30 * row_start[n]
            state[TOP] = -1
            state[AT] += 1
            continue
        state[TOP] -= 1
        state[SEEN] += 1
        spent += 10 + row_start[state[ROWS]]
        widest = 0.0
        for v in range(n):
            low[v], high[v] = stack[state[TOP], v, 0], stack[state[TOP], v, 1]
            middle[v] = (low[v] + high[v]) / 2
            radius[v] = (high[v] - low[v]) / 2 * WIDE
            widest = max(widest, high[v] - low[v])
        possible = True
        for g in range(len(owner)):
            if size[g] > 2:
                least = 0.0
                for v in range(var[g], var[g] + size[g] - 1):
                    least += low[v]
                if least > 1.0:
                    possible = False
        if not possible:
            continue
        for e in range(state[ROWS]):
            many = expand(e, middle, radius, coefs, row_start, row_sets, size, var, work)
            scanned(e, many, row_sets, size, var, work, slope[:n], bound)
            if e >= n:
                if work[0] - bound[0] > ZERO:
                    possible = False
                    break
                continue
            if abs(work[0]) > bound[0] * (1 + 1e-12) + 1e-14:
                possible = False
                break
            value[e], beyond[e], spread[e] = work[0], bound[1], bound[2]
            for v in range(n):
                matrix[e, v] = slope[v]
        if not possible:
            continue
        for i in range(n):
            for j in range(n):
                inverse[i, j] = 1.0 if i == j else 0.0
        proved = False
        shrunk = 0.0
        if solved(matrix, inverse, n, n):
            proved = True
            for i in range(n):
                step, reach, change = 0.0, 0.0, 0.0
                for e in range(n):
                    step += inverse[i, e] * value[e]
                    reach += abs(inverse[i, e]) * beyond[e]
                    change += abs(inverse[i, e]) * spread[e]
                if not abs(step) + change < 1.0:
                    proved = False
                reach = reach * (1 + 1e-12) + 1e-12
                low[i] = max(low[i], middle[i] + radius[i] * (-step - reach))
                high[i] = min(high[i], middle[i] + radius[i] * (-step + reach))
                if low[i] > high[i]:
                    possible = False
                    proved = False
                    break
                slope[i] = middle[i] - radius[i] * step
                shrunk = max(shrunk, high[i] - low[i])
            if not possible:
                continue
        else:
            shrunk = widest
        if proved:
            for v in range(n):
                middle[v] = slope[v]
                ones[v] = 1.0
            if approached(
                middle, ones, False, state, coefs, row_start, row_sets, size, var, work, slope[:n], bound, matrix,
                normal, inverse,
            ):  # fmt: skip
                kept(middle, state[AT], 0, state, mask, pos, set_of, size, var, points, of)
            continue
        if shrunk < TINY:
            for v in range(n):
                unclear[state[UNCLEAR], v] = (low[v] + high[v]) / 2
            state[UNCLEAR] += 1
            continue
        side, longest = 0, 0.0
        for v in range(n):
            if high[v] - low[v] > longest:
                side, longest = v, high[v] - low[v]
        parts = 1 if shrunk < widest / 2 else 2
        at = low[side] + CUT * longest
        for part in range(parts):
            for v in range(n):
                stack[state[TOP], v, 0], stack[state[TOP], v, 1] = low[v], high[v]
            if parts == 2:
                stack[state[TOP], side, 1 - part] = at
            state[TOP] += 1


@lru_cache(maxsize=1)
def compiled() -> Callable[..., None]:
    """`search` through Numba. Helpers are registered, not replaced, so the plain functions stay plain."""
    from numba.extending import register_jitable

    from galakit.compiling import njit

    for helper in (expand, scanned, solved, approached, kept, without_factor, emitted, built):
        register_jitable(helper)
    return njit(cache=True)(search)
