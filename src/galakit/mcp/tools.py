"""All tools, and how they are described to clients."""

from __future__ import annotations

from typing import Any

import msgspec

from galakit.errors import GalakitError
from galakit.jobs.problems import Refused, problems, worded
from galakit.jobs.process import Denial
from galakit.jobs.refusals import mistake
from galakit.mcp import choosing, concepts, credible, explaining, rules, simulating, solving, strategy
from galakit.mcp.calls import Call, Tool
from galakit.mcp.remedies import WORDS
from galakit.mcp.text import problem_text
from galakit.study.answers import Answer

PARTS = (rules, solving, strategy, explaining, choosing, credible, concepts, simulating)
TOOLS: dict[str, Tool] = {tool.name: tool for part in PARTS for tool in part.TOOLS}


def schema(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The JSON schema of a structure.

    >>> schema(rules.Named)["required"]
    ['name']
    """
    (root,), parts = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    name = root["$ref"].rpartition("/")[2]
    whole = {key: value for key, value in parts.pop(name).items() if key not in ("title", "description")}
    return {**whole, "$defs": parts} if parts else whole


def listing() -> list[dict[str, Any]]:
    """The tools as clients see them."""
    return [
        {
            "name": tool.name,
            "title": tool.title,
            "description": tool.description,
            "inputSchema": schema(tool.arguments),
            "outputSchema": schema(tool.answer),
            "annotations": {"readOnlyHint": not tool.changes, "destructiveHint": False, "openWorldHint": False},
        }
        for tool in TOOLS.values()
    ]


def read(tool: Tool, arguments: dict[str, Any]) -> msgspec.Struct:
    """The decoded arguments of a call.

    >>> read(TOOLS["get_game"], {"name": "kuhn"})
    Named(name='kuhn')
    """
    try:
        return msgspec.convert(arguments, tool.arguments)
    except msgspec.ValidationError as error:
        names = [f"{f.name}{'' if f.required else '?'}" for f in msgspec.structs.fields(tool.arguments)]
        raise Refused(
            "malformed",
            f"the arguments of {tool.name} are invalid: {str(error)[:500]}",
            hint=f"{tool.name} takes {', '.join(names)} (? may be left out)" if names else f"{tool.name} takes none",
            id="GK870",
        ) from None


async def called(tool: Tool, call: Call, arguments: dict[str, Any]) -> tuple[str, Answer | None, list[Any]]:
    """The text and the data of an answer; or the text and the problems of an error."""
    try:
        answer = await tool.run(call, read(tool, arguments))
        return tool.tell(answer), answer, []
    except Denial as denial:
        found = denial.problems
    except GalakitError as error:
        found = problems(error.diagnostics)
    except Exception as error:
        found = problems([mistake(error)])
    found = worded(found, WORDS)
    return problem_text(found), None, found
