"""`galakit mcp`."""

from __future__ import annotations

import sys

from galakit.cli.options import AsJson, JobMemory, Jobs, JobSeconds


def mcp(jobs: Jobs = None, seconds: JobSeconds = 600.0, megabytes: JobMemory = None, as_json: AsJson = False) -> None:
    """Serve AI agents: check, solve and explain games over the Model Context Protocol.

    The server uses its standard input and output and ends when the input does; clients start it themselves.
    Register the command `galakit` with the argument `mcp` in your client; most clients read this from a file:

    \b
        {"mcpServers": {"galakit": {"command": "galakit", "args": ["mcp"]}}}

    With --json it prints its tools with their schemas, and stops.
    """
    if as_json:
        from galakit.cli.output import print_json
        from galakit.mcp.tools import listing

        print_json({"tools": listing()})
        return
    from galakit.jobs.settings import Settings
    from galakit.mcp.server import serve

    if sys.stdin.isatty():
        print("waiting for a client on the standard input: see `galakit mcp --help`", file=sys.stderr)
    given = {"at_once": jobs, "megabytes": megabytes}
    serve(Settings(seconds=seconds, awake=6, **{k: v for k, v in given.items() if v is not None}))
