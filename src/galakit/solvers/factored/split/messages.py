"""The messages between a divided run and the process of a share: orders, and one answer to each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from galakit.separated.classes import Classes
from galakit.separated.factored import Entry, Factored, Side, Stage
from galakit.separated.steps import Steps

LONGEST = 1 << 30  # bytes of a message

Arrays: TypeAlias = "dict[str, npt.NDArray[Any]]"


class Packed(Struct, frozen=True):
    """An array."""

    kind: str
    shape: tuple[int, ...]
    data: bytes


class Begin(Struct, frozen=True, tag="begin", kw_only=True):
    """Work on a share."""

    stages: tuple[Mapping[str, Packed], ...]
    dtype: str
    predicting: bool


class Sweep(Struct, frozen=True, tag="sweep", kw_only=True):
    """One sweep: the other's plan down from the reach of entries, and the values of the own entries back."""

    player: int
    mode: int
    numbers: Packed
    decay: float
    scale: float
    reach: Packed


class Shares(Struct, frozen=True, tag="shares", kw_only=True):
    """The average strategies of a player."""

    player: int
    weight: float
    reach: Packed


class Keep(Struct, frozen=True, tag="keep"):
    """An array of the state."""

    name: str


class Restore(Struct, frozen=True, tag="restore"):
    """Go on from these arrays of a state."""

    state: Mapping[str, Packed]


Ordered: TypeAlias = Begin | Sweep | Shares | Keep | Restore


class Answered(Struct, frozen=True):
    """The answer to an order, or what went wrong."""

    arrays: Mapping[str, Packed]
    wrong: str | None = None


def packed(array: npt.NDArray[Any]) -> Packed:
    """An array for a message."""
    return Packed(array.dtype.str, array.shape, np.ascontiguousarray(array).tobytes())


def unpacked(packed: Packed) -> npt.NDArray[Any]:
    """The array of a message; it must not be changed."""
    kind = np.dtype(packed.kind)
    if kind.hasobject:
        raise ValueError("not an array of numbers")
    return np.frombuffer(packed.data, kind).reshape(packed.shape)


def packed_stage(stage: Stage) -> dict[str, Packed]:
    """The arrays of a stage."""
    found: Arrays = {"leaves": stage.leaves, "factors": stage.factors}
    for p, side in enumerate(stage.sides):
        found |= {
            f"{p}.order": side.classes.order,
            f"{p}.size": side.classes.size,
            f"{p}.blocks": side.classes.blocks,
            f"{p}.parent": side.parent,
            f"{p}.first": side.first,
            f"{p}.moves": side.moves,
            f"{p}.sequences": np.array([side.sequences]),
            f"{p}.stage": np.array([e.stage for e in side.entries], np.int64),
            f"{p}.sequence": np.array([e.sequence for e in side.entries], np.int64),
            f"{p}.source": np.array([e.source for e in side.entries], np.int64).reshape(len(side.entries), -1),
        }
    for m, matrix in enumerate(stage.matrices):
        wrong = matrix
        if isinstance(matrix, Steps):
            found[f"m{m}.pays"] = np.array(matrix.pays)
            for p in (0, 1):
                found |= {f"m{m}.ranks{p}": matrix.ranks[p], f"m{m}.sizes{p}": matrix.sizes[p]}
            wrong = matrix.exceptions
        found |= {
            f"m{m}.data": wrong.data,
            f"m{m}.indices": wrong.indices,
            f"m{m}.indptr": wrong.indptr,
            f"m{m}.shape": np.array(wrong.shape),
        }
    return {name: packed(array) for name, array in found.items()}


def unpacked_stage(stage: Mapping[str, Packed]) -> Stage:
    """The stage of a message, without the facts of its situations."""
    from scipy.sparse import csr_array

    found = {name: unpacked(array).copy() for name, array in stage.items()}
    sides = []
    nothing = np.zeros(0, np.int64)
    for p in ("0.", "1."):
        entries = zip(found[p + "stage"].tolist(), found[p + "sequence"].tolist(), found[p + "source"])
        sides.append(
            Side(
                classes=Classes(nothing, found[p + "order"], nothing, found[p + "size"], found[p + "blocks"]),
                entries=tuple(Entry(*entry) for entry in entries),
                situations=(),
                parent=found[p + "parent"],
                first=found[p + "first"],
                moves=found[p + "moves"],
                sequences=int(found[p + "sequences"][0]),
            )
        )
    matrices: list[Any] = []
    while (name := f"m{len(matrices)}.") + "data" in found:
        parts = (found[name + "data"], found[name + "indices"], found[name + "indptr"])
        matrix: Any = csr_array(parts, shape=tuple(found[name + "shape"].tolist()))
        if name + "pays" in found:
            ranks, sizes = ((found[f"{name}{what}0"], found[f"{name}{what}1"]) for what in ("ranks", "sizes"))
            less, same, more = found[name + "pays"].tolist()
            matrix = Steps(ranks, sizes, (less, same, more), matrix)
        matrices.append(matrix)
    return Stage(((), ()), (sides[0], sides[1]), found["leaves"], found["factors"], matrices)


def part_of_game(stages: list[Stage]) -> Factored:
    """The stages of a share as a game, of which nothing but the stages is used."""
    nowhere: Any = None
    return Factored(nowhere, [], stages, 0)
