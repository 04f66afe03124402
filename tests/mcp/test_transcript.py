"""The conversation in the documentation is the one that takes place."""

from __future__ import annotations

import json
import re
from pathlib import Path

PAGE = Path(__file__).parent.parent.parent / "docs" / "how-to" / "mcp.md"
CALLS = re.compile(r"```mcp\n(\w+) (.*)\n\n((?:(?!```).*\n)*)```")


def test_the_conversation_in_the_documentation_takes_place(agent):
    real: dict[str, str] = {}
    """the job of the page -> ours"""
    calls = CALLS.findall(PAGE.read_text(encoding="utf-8"))
    assert len(calls) == 4
    for tool, arguments, expected in calls:
        given = json.loads(arguments)
        if "job" in given:
            given["job"] = real[given["job"]]
        text, answer = agent.call(tool, **given)
        if tool not in ("strategy", "explain_decision"):
            text, answer = agent.result(answer)
            real[re.match(r"Job (\w+)", expected)[1]] = answer["job"]
        for told, ours in real.items():
            text = text.replace(ours, told)
        assert text == expected.rstrip("\n")
