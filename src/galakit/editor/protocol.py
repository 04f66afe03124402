"""Conversions to the Language Server Protocol: positions, diagnostics, symbols, completions."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from lsprotocol import types
from pygls import uris
from pygls.workspace import PositionCodec

from galakit.editor.definitions import Definition
from galakit.editor.document import Completion
from galakit.errors import Diagnostic, Source, Span

SYMBOLS = {
    "game": types.SymbolKind.Class,
    "phase": types.SymbolKind.Namespace,
    "player": types.SymbolKind.EnumMember,
    "parameter": types.SymbolKind.Constant,
    "variable": types.SymbolKind.Variable,
    "object": types.SymbolKind.Object,
    "gameflow": types.SymbolKind.Method,
    "predicate": types.SymbolKind.Function,
}
COMPLETIONS = {
    "player": types.CompletionItemKind.EnumMember,
    "parameter": types.CompletionItemKind.Constant,
    "formal": types.CompletionItemKind.Constant,
    "variable": types.CompletionItemKind.Variable,
    "Prolog variable": types.CompletionItemKind.Variable,
    "object": types.CompletionItemKind.Struct,
    "gameflow": types.CompletionItemKind.Method,
    "predicate": types.CompletionItemKind.Function,
    "built-in": types.CompletionItemKind.Function,
    "statement": types.CompletionItemKind.Keyword,
    "declaration": types.CompletionItemKind.Keyword,
    "library": types.CompletionItemKind.Module,
    "game": types.CompletionItemKind.Class,
    "phase": types.CompletionItemKind.Module,
}


class Positions:
    """Converts offsets to positions: a client counts lines from 0 and characters in the units agreed upon."""

    def __init__(self, codec: PositionCodec) -> None:
        self.codec = codec

    def position(self, source: Source, offset: int) -> types.Position:
        line, column = source.line_and_column(min(offset, len(source.text)))
        return types.Position(line - 1, self.codec.client_num_units(source.line(line)[: column - 1]))

    def range(self, source: Source, start: int, end: int) -> types.Range:
        return types.Range(self.position(source, start), self.position(source, end))

    def offset(self, source: Source, position: types.Position) -> int:
        if position.line >= len(source.line_starts):
            return len(source.text)
        start = source.line_starts[position.line]
        units = 0
        for i, character in enumerate(source.line(position.line + 1)):
            if units >= position.character:
                return start + i
            units += self.codec.client_num_units(character)
        return start + len(source.line(position.line + 1))

    def location(self, span: Span) -> types.Location:
        return types.Location(uri_of(span.source), self.range(span.source, span.start, span.end))


def uri_of(source: Source) -> str:
    return str(uris.from_fs_path(str(Path(source.name).absolute())))


def diagnostic(found: Diagnostic, source: Source, positions: Positions) -> types.Diagnostic:
    """A diagnostic for the text of that source. Errors elsewhere (in a library) are shown at its beginning."""
    text = [found.message, *(f"note: {note}" for note in found.notes)]
    if found.hint:
        text.append(f"hint: {found.hint}")
    span = found.span
    related = [
        types.DiagnosticRelatedInformation(positions.location(label.span), label.text)
        for label in getattr(found, "labels", ())
    ]
    if span is None:
        where = types.Range(types.Position(0, 0), types.Position(0, 0))
    elif span.source.name != source.name:
        where = types.Range(types.Position(0, 0), types.Position(0, 0))
        text[0] = f"{span}: {text[0]}"
    else:
        where = positions.range(source, span.start, span.end)
    return types.Diagnostic(
        range=where,
        message="\n".join(text),
        severity=types.DiagnosticSeverity.Error if found.severity == "error" else types.DiagnosticSeverity.Warning,
        code=getattr(found, "id", None) or None,
        source="galakit",
        related_information=related or None,
    )


def outline(definitions: Iterable[Definition], positions: Positions) -> list[types.DocumentSymbol]:
    """The definitions of a text as a tree."""
    roots: list[types.DocumentSymbol] = []
    made: dict[int, types.DocumentSymbol] = {}
    for d in definitions:
        if d.kind == "formal":
            continue
        symbol = types.DocumentSymbol(
            name=f"{d.name}/{d.arity}" if d.kind == "predicate" else d.name,
            kind=SYMBOLS[d.kind],
            range=positions.range(d.source, *d.extent),
            selection_range=positions.range(d.source, d.start, d.end),
            detail=d.detail if d.detail != d.name else d.kind,
            children=[],
        )
        made[id(d)] = symbol
        parent = made.get(id(d.parent))
        siblings = roots if parent is None else parent.children
        assert isinstance(siblings, list)
        siblings.append(symbol)
    return roots


def completion(item: Completion) -> types.CompletionItem:
    documentation = types.MarkupContent(types.MarkupKind.Markdown, item.documentation) if item.documentation else None
    return types.CompletionItem(
        label=item.label, kind=COMPLETIONS.get(item.kind), detail=item.detail, documentation=documentation
    )
