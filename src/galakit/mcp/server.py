"""The MCP server: the tools over the standard input and output, with the SDK of the protocol."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from collections.abc import AsyncIterator
from typing import Any

import anyio
import mcp.types as protocol
import msgspec
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from galakit import __version__
from galakit.jobs.job_manager import JobManager
from galakit.jobs.settings import Settings
from galakit.mcp.calls import Call, Desk
from galakit.mcp.rules import guide
from galakit.mcp.streams import claimed
from galakit.mcp.tools import TOOLS, called, listing

LANGUAGE = "galakit://language"
INSTRUCTIONS = """\
Galakit solves games: from rules it computes optimal strategies (with random mixing and bluffs where they are optimal)
and proves how close to optimal they are. Use it for any question of the form "what should X do when others decide too":
betting, bidding, bargaining, inspection, hiding, signalling. How:
1. list_games and get_game for a game that fits; or read `language`, write rules, and check_rules.
2. solve returns a job id, all players' expected payoffs and a certificate.
3. strategy shows a player's strategy; explain_decision gives the reasons, and grades a move.
4. what_if fixes a player's behaviour and solves again; best_response exploits opponents who do not adapt.
5. Other questions need no job: commitment (one announces a strategy), team (several against one),
   correlated_equilibrium (a mediator), dynamics and stability (how populations learn),
   dominance (what no sensible player does).
Begin with small parameters: sizes multiply.
"""

Context = ServerRequestContext[Desk, Any]


def server(settings: Settings) -> Server[Desk]:
    """A server whose jobs have these limits."""

    @contextlib.asynccontextmanager
    async def lifespan(_: Server[Desk]) -> AsyncIterator[Desk]:
        manager = JobManager(settings, lambda line: print(line, file=sys.stderr, flush=True))
        try:
            await manager.begin()
            yield Desk(manager)
        finally:
            with anyio.CancelScope(shield=True):  # else each wait of a server that is stopped would be cancelled again
                await manager.close()

    return Server(
        "galakit",
        version=__version__,
        title="Galakit",
        description="From the rules of a game to a certified optimal strategy.",
        instructions=INSTRUCTIONS,
        lifespan=lifespan,
        on_list_tools=_list_tools,
        on_call_tool=_call_tool,
        on_list_resources=_list_resources,
        on_read_resource=_read_resource,
    )


def serve(settings: Settings) -> None:
    """Serve the standard input and output until the input ends, or until interrupted or terminated."""
    stopped: signal.Signals | None = None

    async def run() -> None:
        served = server(settings)
        serving = asyncio.current_task()
        assert serving is not None

        def stop(by: signal.Signals) -> None:
            nonlocal stopped
            stopped = by
            serving.cancel()

        if sys.platform != "win32":
            for sent in (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(sent, stop, sent)
        reading, writing = claimed()
        async with stdio_server(reading, writing) as (incoming, outgoing):  # type: ignore[arg-type]
            await served.run(incoming, outgoing, served.create_initialization_options())

    try:
        asyncio.run(run())
    except* BrokenPipeError:  # the client has disconnected
        pass
    except* (asyncio.CancelledError, anyio.BrokenResourceError):  # the latter if a message has just been read
        if stopped is None:
            raise
    if stopped == signal.SIGINT:
        raise KeyboardInterrupt
    if stopped == signal.SIGTERM:  # die of the signal, as its sender expects, after tidying up
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTERM)


async def _list_tools(context: Context, params: protocol.PaginatedRequestParams | None) -> protocol.ListToolsResult:
    return protocol.ListToolsResult(tools=[protocol.Tool.model_validate(tool) for tool in listing()])


async def _call_tool(context: Context, params: protocol.CallToolRequestParams) -> protocol.CallToolResult:
    tool = TOOLS.get(params.name)
    if tool is None:
        raise MCPError(
            code=protocol.INVALID_PARAMS, message=f"there is no tool {params.name[:40]}; there are {', '.join(TOOLS)}"
        )

    async def report(seconds: float, doing: str) -> None:
        await context.session.report_progress(seconds, None, doing)

    call = Call(context.lifespan_context, report)
    text, answer, problems = await called(tool, call, params.arguments or {})
    data = {"problems": problems} if answer is None else answer
    return protocol.CallToolResult(
        content=[protocol.TextContent(type="text", text=text)],
        structured_content=msgspec.to_builtins(data),
        is_error=answer is None,
    )


async def _list_resources(
    context: Context, params: protocol.PaginatedRequestParams | None
) -> protocol.ListResourcesResult:
    return protocol.ListResourcesResult(
        resources=[
            protocol.Resource(
                uri=LANGUAGE,
                name="language",
                title="The Gala language",
                description="How to write rules, with two complete examples; the tool `language` returns the same.",
                mime_type="text/markdown",
            )
        ]
    )


async def _read_resource(context: Context, params: protocol.ReadResourceRequestParams) -> protocol.ReadResourceResult:
    if str(params.uri) != LANGUAGE:
        raise MCPError(code=protocol.INVALID_PARAMS, message=f"there is no such resource; there is {LANGUAGE}")
    text = protocol.TextResourceContents(uri=LANGUAGE, mime_type="text/markdown", text=guide())
    return protocol.ReadResourceResult(contents=[text])
