"""Strategies by state on disk: a Parquet file with the probability of each move of each state.

The rules, whose text is in the header, define what each number belongs to. They are explored again when the file is
read, and a fingerprint checks that they still lead to the same states.
"""

from __future__ import annotations

import hashlib
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from galakit.game.game import Game
from galakit.game.stochastic.form import StochasticForm
from galakit.solution.header import Header, check_fit
from galakit.solution.parquet import Column, damage, needs, opened
from galakit.solution.states.deviations import Stationary
from galakit.solution.states.stationary import StationaryPolicy, stationary_policy

GROUP = 1 << 16  # numbers in a row group


def fingerprint(form: StochasticForm) -> str:
    """A digest of a game: who decides where and how, where that leads, and what it pays."""
    digest = hashlib.sha256()
    for array in (form.state, form.set_player, form.move_first, form.played, form.entry_row, form.entry_target):
        digest.update(np.ascontiguousarray(array, np.int64).tobytes())
    digest.update(repr([list(form.automaton.moves), form.probabilities, form.gains]).encode())
    return digest.hexdigest()


def write(policy: StationaryPolicy, game: Game, head: dict[str, Any], key: bytes, path: Path) -> None:
    """Write the probabilities of a profile below a head."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    profile = policy.profile
    head = head | {"stationary": {"fingerprint": fingerprint(profile.form)}}
    schema = pa.schema([("probability", pa.float64())], {key: json.dumps(head, ensure_ascii=False).encode()})
    table = pa.table([pa.array(profile.play.astype(np.float64))], schema=schema)
    options: dict[str, Any] = {"use_dictionary": False, "write_statistics": False, "write_page_checksum": True}
    pq.write_table(table, path, row_group_size=GROUP, compression="zstd", **options)


def read(path: Path, game: Game, head: Header) -> StationaryPolicy:
    """The profile in a file."""
    if head.stationary is None:
        raise ValueError("it says nothing of its states")
    form = game.stochastic
    check_fit(path, head.stationary.fingerprint, fingerprint(form))
    file = opened(path)
    if sum(need.rows for need in needs(path, file, {"probability": Column("double", width=16)})) != form.moves:
        raise ValueError("there are more or fewer numbers than moves")
    with damage(path):
        play = file.read(columns=["probability"])["probability"].to_numpy().astype(np.float64)
    if not (np.isfinite(play).all() and (play >= 0).all()):
        raise ValueError("probabilities must be finite and not negative")
    # Exact strategies by state are pure; other numbers of a file have been rounded, so they are floats.
    if head.exact and form.exact and ((play == 0) | (play == 1)).all():
        return stationary_policy(Stationary(form, np.array([Fraction(int(x)) for x in play], object)))
    return stationary_policy(Stationary(form, play))
