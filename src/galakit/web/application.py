"""The web application: the interface for programs, and the page."""

from __future__ import annotations

import contextlib
import traceback
from collections.abc import AsyncIterator, Callable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import cast

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from galakit.errors import GalakitError
from galakit.jobs.job_manager import JobManager
from galakit.jobs.problems import Refused, problems
from galakit.jobs.process import Denial
from galakit.serving.limits import Limits
from galakit.web import catalogue, keeping, openapi, ordering, page, playing, reference, studies, studying, training
from galakit.web.calls import Call, Method, Operation
from galakit.web.guard import Guard
from galakit.web.requests import body_of, path_of, query_of
from galakit.web.responses import answered, denied, impossible, mistaken, nothing, preferred, refused


def operations() -> tuple[Operation, ...]:
    """The whole interface for programs."""
    return (
        *catalogue.OPERATIONS,
        *ordering.OPERATIONS,
        *keeping.OPERATIONS,
        *studies.OPERATIONS,
        *studying.operations(),
        *playing.OPERATIONS,
        *training.OPERATIONS,
    )


def application(
    manager: JobManager,
    opened: Callable[[], None] = lambda: None,
    log: Callable[[str], None] = lambda line: None,
    limits: Limits | None = None,
    shown: Sequence[Path] = (),
) -> Starlette:
    """The server as an ASGI application over some jobs, for `galakit.serving.server.Server`.

    `opened` is called once everything is ready; `log` receives internal errors. `shown` are
    the folders of studies.
    """
    names = page.assets()
    every = operations()
    index = page.index(names)
    document = page.Asset(msgspec.json.encode(openapi.document(every)), "application/json")
    readable = page.Asset(reference.page(every).encode(), page.TYPES["html"])
    trying = page.Asset(files("galakit.web").joinpath("reference.js").read_bytes(), page.TYPES["js"])

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await manager.begin()
        opened()
        yield
        await manager.close()

    def route(path: str) -> Route:
        here = {o.method: o for o in every if o.path == path}

        async def respond(request: Request) -> Response:
            return preferred(request, await _respond(here[_method(request)], request, manager, log))

        return Route(path.removeprefix("/api"), respond, methods=list(here))

    async def asset(request: Request) -> Response:
        found = names.get(request.path_params["name"])
        return refused(nothing(request.url.path)) if found is None else found.response(request)

    async def view(request: Request) -> Response:
        return index.response(request)

    def fixed(what: page.Asset) -> Callable[[Request], object]:
        async def respond(request: Request) -> Response:
            return what.response(request)

        return respond

    routes = [
        Route("/openapi.json", fixed(document), methods=["GET"]),
        Route("/api", fixed(readable), methods=["GET"]),
        Route(reference.SCRIPT, fixed(trying), methods=["GET"]),
        # A route of its own: a missing asset is not a view of the page.
        Mount("/api", routes=[route(path) for path in dict.fromkeys(o.path for o in every)]),
        Route("/assets/{name:path}", asset, methods=["GET"]),
        Route("/{path:path}", view, methods=["GET"]),
    ]
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(Guard)],
        exception_handlers={HTTPException: _http_error},
    )
    app.state.limits = limits or Limits()
    app.state.studies = tuple(shown)
    return app


def _method(request: Request) -> Method:
    return cast(Method, "GET" if request.method == "HEAD" else request.method)


async def _respond(operation: Operation, request: Request, manager: JobManager, log: Callable[[str], None]) -> Response:
    try:
        path, query = path_of(request, operation), query_of(request, operation)
        body = await body_of(request, operation)
        given = await operation.handle(Call(manager, path, query, body, request))
        return given if isinstance(given, Response) else answered(given, operation.status)
    except Refused as error:
        return refused(error)
    except Denial as denial:
        return denied(denial.kind, denial.problems)
    except GalakitError as error:
        return denied("invalid", problems(error.diagnostics))
    except Exception:
        log(f"{request.method} {request.url.path}: an internal error\n{traceback.format_exc()}")
        return mistaken()


async def _http_error(request: Request, error: Exception) -> Response:
    """The response to a request that no route takes."""
    assert isinstance(error, HTTPException)
    if error.status_code != 405:
        return refused(nothing(request.url.path))
    response = refused(impossible(request.method, request.url.path))
    response.headers.update(error.headers or {})
    return response
