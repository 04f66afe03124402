"""`galakit serve`."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from galakit.cli.options import (
    Address,
    AsJson,
    Engine,
    EngineChoice,
    Exact,
    Gap,
    JobMemory,
    Jobs,
    JobSeconds,
    MethodName,
    MethodOptions,
    Params,
    TimeLimit,
    is_saved,
    parameters,
    saved,
)
from galakit.errors import GalakitError

if TYPE_CHECKING:
    from galakit.jobs.job_manager import JobManager
    from galakit.jobs.messages import Order
    from galakit.processes.children import Processes


def serve(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[GAME|SOLUTION]", help="A shipped game or a file with rules, or a saved solution."),
    ] = None,
    param: Params = None,
    method: MethodName = "auto",
    options: MethodOptions = None,
    exact: Exact = None,
    time_limit: TimeLimit = None,
    gap: Gap = None,
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65535, help="The port; 0 picks any. [default: the first free one from 8000]"),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True,
    jobs: Jobs = None,
    waiting: Annotated[int, typer.Option("--waiting", metavar="N", min=1, help="Games that may wait.")] = 200,
    awake: Annotated[
        int, typer.Option("--awake", metavar="N", min=1, help="Solved games kept in memory; others sleep on disk.")
    ] = 64,
    seconds: JobSeconds = 600.0,
    megabytes: JobMemory = None,
    engine: Engine = EngineChoice.local,
    address: Address = None,
    shared: Annotated[
        Path | None,
        typer.Option(
            "--shared",
            metavar="FOLDER",
            file_okay=False,
            exists=True,
            help="A folder that all machines of the cluster see, for solutions. [default: folders of this machine]",
        ),
    ] = None,
    study: Annotated[
        list[str] | None,
        typer.Option(
            "--study", metavar="STUDY", help="Show a study, live while it is swept: its file or folder; repeatable."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Open the page: solve games, study their solutions and play against them in the browser."""
    from galakit.jobs.job_manager import WORKER, JobManager
    from galakit.jobs.reading import sensible
    from galakit.jobs.settings import Settings
    from galakit.serving.server import Server
    from galakit.web.application import application
    from galakit.web.serving import listening

    order = None if name is None else _order(name, param, method, options, exact, time_limit, gap)
    if order is not None:
        sensible(order)  # before the server runs, so that the message is seen
    given = {"at_once": jobs, "megabytes": megabytes}
    settings = Settings(
        awake=awake, waiting=waiting, seconds=seconds, **{k: v for k, v in given.items() if v is not None}
    )

    studies = _folders(study or [])
    processes: Processes | None = None
    if engine is EngineChoice.ray:
        from galakit.cluster.processes import ClusterProcesses, reach
        from galakit.jobs.process import LONGEST_ANSWER

        processes = cluster = ClusterProcesses(address, WORKER, LONGEST_ANSWER)
        reach(cluster.address)  # before the server runs, too

    def log(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    def run() -> None:
        with listening(port) as place:
            here = f"http://127.0.0.1:{place.getsockname()[1]}"

            start = "/studies/0" if studies else "/"

            def opened() -> None:
                at = here + (_opened(manager, order, name) if order is not None and name is not None else start)
                print(json.dumps({"address": here, "page": at}) if as_json else f"serving {at}", flush=True)
                if browser:
                    import webbrowser

                    webbrowser.open(at)

            manager = JobManager(settings, log, processes=processes, shared=shared)
            Server(application(manager, opened, log, shown=studies)).run(sockets=[place])

    with contextlib.suppress(KeyboardInterrupt):  # the usual way to stop it
        run()


def _order(
    name: str,
    param: list[str] | None,
    method: str,
    options: list[str] | None,
    exact: bool | None,
    time_limit: float | None,
    gap: float | None,
) -> Order:
    """The order of the first job."""
    from galakit.frontends.registry import of_program
    from galakit.jobs.messages import Order
    from galakit.loading import read_text, shipped_names

    if is_saved(name):
        solution = saved(name, param)
        source = solution.source
        if source is not None:
            return Order(source=source.text, file=Path(source.name).name, params=solution.params)
        return Order(game=solution.name, params=solution.params)
    how = {
        "params": parameters(param),
        "method": method,
        "options": parameters(options, "--with", "option"),
        "exact": exact,
        "gap": gap,
        "seconds": time_limit,
    }
    if name in shipped_names():
        return Order(game=name, **how)  # type: ignore[arg-type]
    program = of_program(name)
    if program is not None:
        raise GalakitError(
            f"`{name}` is a {program.name} program, which the page neither shows nor runs",
            hint=f"solve it and open its solution: galakit solve {name} -o FILE.parquet, galakit serve FILE.parquet",
            id="GK823",
        )
    return Order(source=read_text(Path(name)).text, file=Path(name).name, **how)  # type: ignore[arg-type]


def _folders(studies: list[str]) -> list[Path]:
    """The folders of studies; an error where one has no table."""
    from galakit.sweep.dataset import read_manifest
    from galakit.sweep.status import folder_of

    found = [folder_of(one).resolve() for one in studies]
    for folder in found:
        read_manifest(folder)
    return found


def _opened(manager: JobManager, order: Order, name: str) -> str:
    """Submit the first job; the address of its page."""
    job = manager.submit(order, str(Path(name).resolve()) if is_saved(name) else None)
    return f"/edit?job={job.id}" if order.source is not None and not is_saved(name) else f"/jobs/{job.id}"
