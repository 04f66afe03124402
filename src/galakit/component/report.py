"""A report: one HTML file with the component and the answers inside. It needs no server and no network.

A plain summary stands in for the component, for readers without JavaScript. The content security policy in its head
allows the one embedded script, and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from operator import methodcaller
from pathlib import Path
from typing import TYPE_CHECKING

from galakit.component.built import asset
from galakit.component.carried import Carried, carried
from galakit.disk import write_whole
from galakit.solution.shown.html import whole

if TYPE_CHECKING:
    from galakit.study.study import Study

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<div id="galakit-report">
<main class="galakit-plain">
<h1>{title}</h1>
{summary}
</main>
</div>
<script type="text/plain" id="galakit-answers">{answers}</script>
<script type="module">{script}</script>
</body>
</html>
"""
PLAIN = """
body{margin:0}
.galakit-plain{font:15px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em}
"""


@dataclass(frozen=True)
class Written:
    """The contents of a report."""

    bytes: int
    answers: int
    left_out: tuple[str, ...]


def write_report(
    study: Study, path: str | Path, progress: Callable[[str, int, int | None], None] | None = None
) -> Written:
    """Write a report, whole or not at all."""
    answers = carried(study, progress=progress)
    text = report(study, answers).encode()
    write_whole(path, methodcaller("write_bytes", text))
    return Written(len(text), answers.answers, answers.left_out)


def report(study: Study, answers: Carried) -> str:
    """The text of a report; the same solution gives the same text."""
    solution = study.solution
    title = " ".join([solution.name, *(f"{name}={value}" for name, value in solution.params.items())])
    script, style = inert(asset("component.js")), inert(asset("component.css") + PLAIN)
    return PAGE.format(
        policy=_policy(script),
        title=escape(title),
        style=style,
        summary=whole(solution, answers.left_out),
        answers=answers.text,
        script=script,
    )


def inert(text: str) -> str:
    """A script or style that cannot be closed early: inside strings, `<\\/` means `</`.

    >>> print(inert('x = "</script>"'))
    x = "<\\/script>"
    """
    return re.sub("</(?=script|style)", r"<\\/", text.replace("<!--", "<\\!--"), flags=re.IGNORECASE)


def _policy(script: str) -> str:
    """A policy that runs only this script, and no text of the game."""
    fingerprint = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src 'sha256-{fingerprint}'",
            "style-src 'unsafe-inline'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )
