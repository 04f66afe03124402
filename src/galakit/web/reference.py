"""The documentation of the interface as a page, generated from the operations: a text that a script brings to life.

With the script (`reference.js`), each operation can be tried: the page sends the request and shows the answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby

from galakit.study.inputs import written
from galakit.web.calls import Operation

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
code, pre, output { font: 0.875rem/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid #8886; border-radius: 6px; }
h3 { margin: 2rem 0 0; font-size: 1rem; } h3 b { display: inline-block; min-width: 4.5rem; }
p { margin: 0.25rem 0; } dl { margin: 0.25rem 0 0 1rem; } dt { float: left; clear: left; min-width: 8rem; }
dd { margin-left: 9rem; }
form { display: none; margin: 0.5rem 0 0; } .live form { display: block; } .live form + pre { display: none; }
label { display: inline-block; margin: 0 1rem 0.5rem 0; } label:has(textarea) { display: block; }
input, textarea { font: 0.875rem ui-monospace, monospace; }
input { width: 9rem; } textarea { display: block; box-sizing: border-box; width: 100%; margin: 0.25rem 0; }
output { display: block; overflow: auto; max-height: 24rem; white-space: pre; }
"""
SCRIPT = "/api/reference.js"
TITLES = {
    "games": "Games and methods",
    "jobs": "Jobs",
    "library": "The library",
    "studies": "Studies of many games",
    "study": "The study of a solved job",
    "play": "Play",
}


def page(operations: Sequence[Operation]) -> str:
    """The whole page."""
    parts = [
        f"<h2>{TITLES[tag]}</h2>\n" + "\n".join(_section(operation) for operation in group)
        for tag, group in groupby(operations, key=lambda operation: operation.tag)
    ]
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Galakit: the interface</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="icon" href="data:,">\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>The interface for programs</h1>\n"
        '<p>Everything is JSON, and described for programs in <a href="/openapi.json">/openapi.json</a>. A refusal '
        "has an HTTP status and a list of problems, with causes and remedies. "
        'Page through long answers with <code>offset</code>. <a href="/">To the page for people.</a></p>\n'
        + "\n".join(parts)
        + f'\n</main>\n<script type="module" src="{SCRIPT}"></script>\n</body>\n</html>\n'
    )


def _section(operation: Operation) -> str:
    lines = [
        f'<h3 id="{operation.id}"><b>{operation.method}</b> <code>{escape(operation.path)}</code></h3>',
        f"<p>{escape(operation.summary)} Answers {operation.status} with <code>{operation.answer.__name__}</code>"
        + (f" as <code>{operation.medium}</code>" if operation.medium != "application/json" else "")
        + (f", takes <code>{operation.body.__name__}</code>" if operation.body else "")
        + ".</p>",
    ]
    if operation.inputs:
        lines.append("<dl>" + "".join(_described(operation)) + "</dl>")
    if operation.medium == "application/json":
        lines.append(_trial(operation))
    for _, example in operation.examples[:1]:
        lines.append(f"<pre>{escape(json.dumps(example, indent=2))}</pre>")
    return "\n".join(lines)


def _trial(operation: Operation) -> str:
    """A form that sends the request; inputs of the path have their examples, those of the query are left out."""
    fields = [
        f'<label>{part.name} <input name="{part.name}" placeholder="{escape(written(part.example))}"'
        f"{' required' if part.required else ''}></label>"
        for part in operation.inputs
    ]
    if operation.examples:
        example = json.dumps(operation.examples[0][1], indent=2)
        lines = example.count("\n") + 1
        fields.append(f'<label>body <textarea rows="{lines}" cols="60">{escape(example)}</textarea></label>')
    return (
        f'<form id="try-{operation.id}" data-method="{operation.method}" data-path="{escape(operation.path)}">'
        + "".join(fields)
        + '<button>Send</button><output tabindex="0" aria-label="answer"></output></form>'
    )


def _described(operation: Operation) -> Iterable[str]:
    for part in operation.inputs:
        yield f"<dt><code>{part.name}</code></dt><dd>{escape(part.summary)}</dd>"
