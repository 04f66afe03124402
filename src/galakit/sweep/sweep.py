"""`gk.sweep`: solve what is missing of a study, and return its table."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from galakit.errors import GalakitError
from galakit.progress import Progress
from galakit.sweep.claims import Claims
from galakit.sweep.columns import SOLVED, Row, columns_of
from galakit.sweep.dataset import MANIFEST, SOLUTIONS, Dataset, parts, read_manifest, read_rows, write_manifest
from galakit.sweep.driver import Driver
from galakit.sweep.engine import Engine, Local, Ray
from galakit.sweep.places import is_address
from galakit.sweep.plan import Plan
from galakit.sweep.study_file import plan_of, read_study

if TYPE_CHECKING:
    import pandas as pd

EngineName = Literal["local", "ray"]
LIMITED = {"timed out": "time_limit", "incomplete": "time_limit", "out of memory": "memory_limit"}
"""what a cell that ended like this had too little of: with more of it, it is solved again"""


@dataclass(frozen=True)
class Outcome:
    """What a sweep has come to."""

    plan: Plan
    rows: tuple[Row, ...]
    """those of all cells that are done, in the order of the study"""
    solved: int
    """how many cells this run has solved"""
    warnings: tuple[str, ...]


def sweep(
    study: str | Path | Mapping[str, Any],
    *,
    output: str | Path | None = None,
    engine: EngineName = "local",
    address: str | None = None,
    jobs: int | None = None,
    retry: bool = False,
    solutions: str | Path | None = None,
    trust: bool = False,
    progress: Progress | None = None,
) -> pd.DataFrame:
    """Solve what is missing of a study, and return its table: one row for each cell.

    A study is a file (see `docs/reference/studies.md`) or the same as a dictionary. The table is a folder of Parquet
    files, `output`; a study that is swept again solves only what is missing, and with `retry` also what has failed.
    `jobs` cells are solved at once, each in a process of its own; `engine="ray"` uses the cluster at `address`.
    `solutions` is a folder or an address in which all solutions are kept. `trust` lets a file name Python games, and
    files and folders anywhere.

    >>> import tempfile, galakit as gk
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     table = gk.sweep(
    ...         {
    ...             "game": [
    ...                 {
    ...                     "source": "kuhn",
    ...                     "params": {"cards": [3, 4]},
    ...                     "quantities": {"worth": "value.first"},
    ...                 }
    ...             ]
    ...         },
    ...         output=folder + "/out",
    ...     )
    >>> table[["cards", "status", "worth_exact", "gap_exact"]].to_dict("list")
    {'cards': [3.0, 4.0], 'status': ['solved', 'solved'], 'worth_exact': ['-1/18', '-1/24'], 'gap_exact': ['0', '0']}
    """
    plan = plan_of(study) if isinstance(study, Mapping) else read_study(study, trusted=trust)
    outcome = run_sweep(
        plan,
        output=output,
        engine=engine,
        address=address,
        jobs=jobs,
        retry=retry,
        solutions=solutions,
        progress=progress,
    )
    return frame(outcome)


def run_sweep(
    plan: Plan,
    *,
    output: str | Path | None = None,
    engine: EngineName = "local",
    address: str | None = None,
    jobs: int | None = None,
    retry: bool = False,
    solutions: str | Path | None = None,
    progress: Progress | None = None,
) -> Outcome:
    """Solve what is missing of a plan."""
    plan = placed(plan, output)
    place = _place(plan, solutions)
    with opened(plan, _engine(engine, address, jobs), retry=retry, solutions=place, progress=progress) as driver:
        before = len(driver.missing)
        _await(driver.run)
        return Outcome(plan, rows_of(plan), before - len(driver.missing), tuple(driver.warnings))


def placed(plan: Plan, output: str | Path | None) -> Plan:
    """The plan with another folder, if one is given."""
    return plan if output is None else replace(plan, output=Path(output).resolve())


@contextmanager
def opened(
    plan: Plan,
    engine: Engine,
    *,
    retry: bool = False,
    solutions: str | None = None,
    progress: Progress | None = None,
) -> Iterator[Driver]:
    """The folder of a plan made ready for it, and what will solve the missing cells."""
    _prepare_folder(plan.output)
    dataset, claims = Dataset(plan.output, columns_of(plan)), Claims(plan.output)
    with claims.alone():
        _settle_study(plan, dataset, claims, retry)
        run = claims.begin_run()
    try:
        yield Driver(plan, dataset, claims, run, engine, solutions=solutions, progress=progress)
    finally:
        run.release()


def frame(outcome: Outcome) -> pd.DataFrame:
    """The rows as a pandas table, with the types of the columns."""
    import pandas as pd

    types = {"text": "object", "double": "float64", "int64": "Int64", "bool": "boolean"}
    columns = columns_of(outcome.plan)
    found = {c.name: pd.Series([row[c.name] for row in outcome.rows], dtype=types[c.kind]) for c in columns}
    return pd.DataFrame(found)


def rows_of(plan: Plan) -> tuple[Row, ...]:
    """The rows of all cells that are done, in the order of the plan."""
    order = {cell.id: k for k, cell in enumerate(plan.cells)}
    found = [row for path in parts(plan.output) for row in read_rows(path) if row["cell"] in order]
    return tuple(sorted(found, key=lambda row: order[str(row["cell"])]))


def _engine(name: EngineName, address: str | None, jobs: int | None) -> Engine:
    if name == "ray":
        return Ray(address, jobs)
    if name != "local":
        raise GalakitError(f"there is no engine {name}", hint="the engines are local and ray", id="GK509")
    if address is not None:
        raise GalakitError("the local engine has no address", hint="name the engine: --engine ray", id="GK770")
    return Local(jobs)


def _place(plan: Plan, solutions: str | Path | None) -> str | None:
    """Where solutions are kept; None where they are not."""
    if solutions is None:
        return str(plan.output / SOLUTIONS) if plan.solutions else None
    return str(solutions) if is_address(str(solutions)) else str(Path(solutions).resolve())


def _prepare_folder(folder: Path) -> None:
    """Make the folder, or see that it is that of a study or empty."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        strange = not (folder / MANIFEST).exists() and any(not p.name.startswith("_") for p in folder.iterdir())
    except OSError as error:
        raise GalakitError(
            f"the folder `{folder}` cannot be used: {error.strerror or error}",
            hint="name another: --output FOLDER",
            id="GK507",
        ) from None
    if strange:
        raise GalakitError(
            f"the folder `{folder}` has files in it and is not that of a study",
            hint="name another: --output FOLDER",
            id="GK767",
        )


def _settle_study(plan: Plan, dataset: Dataset, claims: Claims, retry: bool) -> None:
    """Make the folder that of this study: rows of other cells are set aside, and cells to be solved again forgotten."""
    folder = plan.output
    same = (folder / MANIFEST).exists() and read_manifest(folder).digest == plan.digest
    wanted = {cell.id for cell in plan.cells}
    again = {str(row["cell"]) for path in parts(folder) for row in read_rows(path) if _again(row, plan, retry)} & wanted
    if same and not again:
        return
    others = claims.runs()
    if others:
        whose = f"process {others[0].get('pid')} on {others[0].get('host')}"
        why = "it is of another study" if not same else "cells are to be solved again"
        raise GalakitError(
            f"another sweep is running in `{folder}` ({whose}), and {why}",
            hint="wait for it or end it, or name another folder: --output FOLDER",
            id="GK767",
        )
    dataset.keep_only(wanted, forgotten=again)
    write_manifest(folder, plan, dataset.columns)


def _again(row: Row, plan: Plan, retry: bool) -> bool:
    """Whether a cell is solved again: on request if it has failed, and if it may have more of what it lacked."""
    status = str(row["status"])
    if retry and status not in (SOLVED, "none exists"):
        return True
    lacked = LIMITED.get(status)
    had = row.get(lacked) if lacked else None
    has = plan.time_limit if lacked == "time_limit" else plan.memory
    if not isinstance(had, float):
        return False
    return has > had if has is not None else lacked == "time_limit"


def _await(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run to the end; where this thread runs an event loop already, as in a notebook, in another thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(work())
        return
    raised: list[BaseException] = []
    loop = asyncio.new_event_loop()
    task = loop.create_task(work())

    def run() -> None:
        try:
            loop.run_until_complete(task)
        except BaseException as error:
            raised.append(error)
        finally:
            loop.close()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        thread.join()
    except BaseException:  # interrupted: end the processes before the interrupt goes on
        loop.call_soon_threadsafe(task.cancel)
        thread.join()
        raise
    if raised:
        raise raised[0]
