"""The equations of a choice of supports: what is mixed at a set on the path is equally good, and nothing is better.

A row is a multi-affine polynomial, an equation or an inequality (at most 0), as a dense table with an axis for each set
of other players that mixes: digit 0 of an axis stands for 1, digit k for the k-th unknown of the set; the last
probability is 1 less the others. Factors that all terms of a row have are left out: they are positive.

Plain Python over NumPy arrays, which `kernel` compiles.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

TIE = 1e-12  # differences of payoffs that are rounding
MOST_AXES = 6  # of rows whose factors are looked for
# What becomes of a choice of supports.
OPEN, DONE, UNDECIDED, UNFINISHED = range(4)


def without_factor(
    row, start, length, coefs, row_sets, size,
):  # fmt: skip
    """A row that is a product of two, without a factor whose coefficients have one sign. How many coefficients.

    Where a player does not know what others did before, such a factor says how likely it is that they move at all.
    """
    again = True
    while again and length > 1:
        again = False
        axes = row_sets[row, 0]
        pivot = 0
        for f in range(length):
            if abs(coefs[start + f]) > abs(coefs[start + pivot]):
                pivot = f
        for subset in range((1 << axes) - 2, 0, -1) if axes <= MOST_AXES else range(0):
            same = True
            for f in range(length):
                # The coefficient has its digits of the factor, and those of the pivot elsewhere; or the other way.
                inside, outside, rest, rest_of_pivot, inner = 0, 0, f, pivot, 1
                for k in range(axes, 0, -1):
                    digits = size[row_sets[row, k]]
                    own, other = rest % digits, rest_of_pivot % digits
                    if subset >> (k - 1) & 1:
                        inside += inner * own
                        outside += inner * other
                    else:
                        inside += inner * other
                        outside += inner * own
                    rest //= digits
                    rest_of_pivot //= digits
                    inner *= digits
                factor = coefs[start + inside] / coefs[start + pivot]
                if factor < -TIE or abs(coefs[start + f] - factor * coefs[start + outside]) > TIE:
                    same = False
                    break
            if not same:
                continue
            kept = 0
            for f in range(length):  # those with the pivot's digits in the factor
                rest, rest_of_pivot, keep = f, pivot, True
                for k in range(axes, 0, -1):
                    digits = size[row_sets[row, k]]
                    if subset >> (k - 1) & 1 and rest % digits != rest_of_pivot % digits:
                        keep = False
                    rest //= digits
                    rest_of_pivot //= digits
                if keep:
                    coefs[start + kept] = coefs[start + f]
                    kept += 1
            length, left = kept, 0
            for k in range(1, axes + 1):
                if not subset >> (k - 1) & 1:
                    left += 1
                    row_sets[row, left] = row_sets[row, k]
            row_sets[row, 0] = left
            again = True
            break
    return length


def emitted(
    better, worse, divided, row, start, many, total, axes, table, coefs, row_sets, size, used,
):  # fmt: skip
    """The row that says how much better a move is; without factors that all its terms have. How many coefficients."""
    largest = 0.0
    for f in range(total):
        largest = max(largest, abs(table[better, f] - table[worse, f]))
    row_sets[row, 0] = 0
    if largest < TIE:
        coefs[start] = 0.0
        return 1
    inner = 1
    for k in range(many - 1, -1, -1):  # `used` gets the digit of a factor, -1 for an axis
        digits = size[axes[k]]
        only, several = -1, False
        for f in range(total):
            if abs(table[better, f] - table[worse, f]) > TIE * largest:
                digit = (f // inner) % digits
                if only >= 0 and digit != only:
                    several = True
                    break
                only = digit
        used[k] = -1 if several else only
        inner *= digits
    for k in range(many):
        if used[k] < 0:
            row_sets[row, 0] += 1
            row_sets[row, row_sets[row, 0]] = axes[k]
    length = 0
    for f in range(total):
        rest, keep = f, True
        for k in range(many - 1, -1, -1):
            digit = rest % size[axes[k]]
            rest //= size[axes[k]]
            if used[k] >= 0 and digit != used[k]:
                keep = False
                break
        if keep:
            coefs[start + length] = (table[better, f] - table[worse, f]) / largest
            length += 1
    if divided:
        length = without_factor(row, start, length, coefs, row_sets, size)
    inner = 1
    for k in range(row_sets[row, 0], 0, -1):  # from probabilities to unknowns
        digits = size[row_sets[row, k]]
        for outer in range(0, length, inner * digits):
            for f in range(start + outer, start + outer + inner):
                last = coefs[f + inner * (digits - 1)]
                for digit in range(digits - 1, 0, -1):
                    coefs[f + inner * digit] = coefs[f + inner * (digit - 1)] - last
                coefs[f] = last
        inner *= digits
    return length


def built(
    path, set_of, owner, first, count, below_start, below, pays, mask, pos, size, refer, var, axes, mark, stride,
    used, valid, table, coefs, row_start, row_sets,
):  # fmt: skip
    """The rows of a choice of supports, equations first; how many unknowns and rows there are.

    First `OPEN`, or `DONE` where a move is dominated, or `UNFINISHED` where there is no room.

    A move is worth what its player gets for it, going on with the first move of each support.
    """
    sets, depth = len(owner), path.shape[1]
    divided = depth < sets  # some do not come to some sets: in a normal form there are no such factors
    for leaf in range(len(path)):
        divided = divided or path[leaf, depth - 1] < 0
    unknowns = 0
    for g in range(sets):
        size[g], refer[g], var[g] = 0, first[g], unknowns
        for m in range(first[g], first[g] + count[g]):
            pos[m] = -1
            if mask[m]:
                if size[g] == 0:
                    refer[g] = m
                pos[m] = size[g]
                size[g] += 1
        if size[g] > 1:
            unknowns += size[g] - 1
    equation, start = 0, 0
    for chosen in range(2):  # equations, then inequalities
        for h in range(sets):
            if size[h] == 0 or count[h] == 1 or (chosen == 0 and size[h] == 1) or (chosen == 1 and size[h] == count[h]):
                continue
            for g in range(sets):
                mark[g] = -1
            many, total = 0, 1
            for b in range(below_start[h], below_start[h + 1]):
                live = True
                for c in range(depth):
                    m = path[below[b], c]
                    if m < 0:
                        break
                    g = set_of[m]
                    if owner[g] != owner[h] and size[g] > 0 and pos[m] < 0:
                        live = False
                        break
                if not live:
                    continue
                for c in range(depth):
                    m = path[below[b], c]
                    if m < 0:
                        break
                    g = set_of[m]
                    if owner[g] != owner[h] and size[g] > 1 and mark[g] < 0:
                        mark[g], axes[many] = many, g
                        many += 1
                        total *= size[g]
                        if total > table.shape[1]:
                            return UNFINISHED, 0, 0
            inner = 1
            for k in range(many - 1, -1, -1):
                stride[k] = inner
                inner *= size[axes[k]]
            for a in range(count[h]):
                valid[a] = True
                for f in range(total):
                    table[a, f] = 0.0
            for b in range(below_start[h], below_start[h + 1]):
                live, off, move, base = True, False, -1, 0
                for k in range(many):
                    used[k] = 0
                for c in range(depth):
                    m = path[below[b], c]
                    if m < 0:
                        break
                    g = set_of[m]
                    if g == h:
                        move = m - first[h]
                    elif owner[g] == owner[h]:
                        if move >= 0 and m != refer[g]:  # later moves of the same player
                            live = False
                            break
                    elif size[g] == 0:
                        off = True
                    elif pos[m] < 0:
                        live = False
                        break
                    elif size[g] > 1:
                        used[mark[g]] = 1
                        base += stride[mark[g]] * pos[m]
                if not live:
                    continue
                if off:  # what follows depends on moves off the path
                    valid[move] = False
                    continue
                times = 1
                for k in range(many):
                    if not used[k]:
                        times *= size[axes[k]]
                for repeat in range(times):
                    rest, at = repeat, base
                    for k in range(many):
                        if not used[k]:
                            at += stride[k] * (rest % size[axes[k]])
                            rest //= size[axes[k]]
                    table[move, at] += pays[owner[h], below[b]]
            for a in range(count[h]):
                if pos[first[h] + a] < 0:
                    continue
                for other in range(count[h]):  # all that is mixed has positive probability
                    if other == a or not valid[other]:
                        continue
                    least, most = 1.0, 0.0
                    for f in range(total):
                        least = min(least, table[other, f] - table[a, f])
                        most = max(most, table[other, f] - table[a, f])
                    if least >= -TIE * 1e-2 and most > TIE * 1e2:
                        return DONE, 0, 0
            for a in range(count[h]):
                inside = pos[first[h] + a] >= 0
                if inside != (chosen == 0) or not valid[a] or first[h] + a == refer[h]:
                    continue
                row_start[equation] = start
                length = emitted(
                    a,
                    refer[h] - first[h],
                    divided,
                    equation,
                    start,
                    many,
                    total,
                    axes,
                    table,
                    coefs,
                    row_sets,
                    size,
                    used,
                )
                if inside or length > 1 or coefs[start] != 0.0:
                    equation += 1
                    start += length
    row_start[equation] = start
    return OPEN, unknowns, equation
