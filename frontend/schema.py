"""What the page takes from Python, for `npm run types`: types of answers, functions that ask, endings of files."""

import json
import sys

from galakit.frontends.registry import suffixes, texts
from galakit.study.inputs import Input, parts
from galakit.study.question import Question
from galakit.study.questions import QUESTIONS
from galakit.web.application import operations
from galakit.web.openapi import document

MADE = "// Made by `npm run types` from {}: do not edit.\n"
TYPES = {"string": "string", "integer": "number", "boolean": "boolean"}


def schema() -> dict[str, object]:
    """The schema of everything that the interface takes and says."""
    definitions = json.dumps(document(operations())["components"]["schemas"])
    moved = definitions.replace("#/components/schemas/", "#/definitions/")
    return {"title": "Everything", "type": "object", "definitions": json.loads(moved, object_hook=_plain)}


def _plain(part: dict[str, object]) -> dict[str, object]:
    """What the maker of types understands: tuples as older schemas have them, and a reference without the description
    beside it, which would make a type of its own of it."""
    if "prefixItems" in part:
        return {**{key: value for key, value in part.items() if key != "prefixItems"}, "items": part["prefixItems"]}
    return {"$ref": part["$ref"]} if "$ref" in part else part


def questions() -> str:
    """A module with a function for each question of the table."""
    answers = ", ".join(sorted({question.answer.__name__ for question in QUESTIONS.values()}))
    return (
        MADE.format("galakit.study.questions")
        + f'import type {{ {answers} }} from "./answers";\n'
        + 'import { question, type Question } from "./data/question";\n\n'
        + f"export const ask = {{\n{''.join(map(_asking, QUESTIONS.values()))}}};\n"
    )


def front_ends() -> str:
    """A module with the endings of game files and how they are coloured."""
    colours = {suffix: name for one in texts() for suffix, name in one.highlighting.items()}
    return (
        MADE.format("galakit.frontends.registry")
        + f"export const ENDINGS = {json.dumps(suffixes())};\n\n"
        + f"export const HIGHLIGHTING: Record<string, string> = {json.dumps(colours)};\n"
    )


def _asking(question: Question) -> str:
    inside, after = parts(question.path, question.inputs)
    given = [f"{part.name}: {TYPES[part.kind]}" for part in inside]
    path = question.path
    for part in inside:
        path = path.replace(f"{{{part.name}}}", f"${{encodeURIComponent({part.name})}}")
    passed = [f"`{path}`"]
    if after:
        fields = "".join(map(_field, after))
        given.append(f"query: {{\n{fields}  }}" + (" = {}" if not any(part.required for part in after) else ""))
        defaults = {part.name: part.default for part in after if part.default is not None}
        passed += ["query", json.dumps(defaults)]
    return (
        f"  /** {question.summary} */\n"
        f"  {question.name}: ({', '.join(given)}): Question<{question.answer.__name__}> => "
        f"question({', '.join(passed)}),\n"
    )


def _field(part: Input) -> str:
    optional, missing = ("", "") if part.required else ("?", " | undefined")
    return f"    /** {part.summary} */\n    {part.name}{optional}: {TYPES[part.kind]}{missing};\n"


if __name__ == "__main__":
    json.dump({"schema": schema(), "files": {"questions.ts": questions(), "front-ends.ts": front_ends()}}, sys.stdout)
