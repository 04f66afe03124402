"""The language server: `galakit lsp` serves an editor over the standard input and output.

Answers come from `galakit.editor.document`; `galakit.editor.protocol` converts them.
"""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import redirect_stdout

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer

import galakit
from galakit.editor import protocol
from galakit.editor.document import Document
from galakit.editor.protocol import Positions
from galakit.errors import GalakitError
from galakit.lang.format.format import formatted

PATIENCE = 0.15  # seconds without typing before a text is checked


class OpenDocuments:
    """The texts that are open in the editor."""

    def __init__(self, server: LanguageServer) -> None:
        self.server = server
        self.documents: dict[str, Document] = {}

    def positions(self) -> Positions:
        return Positions(self.server.workspace.position_codec)

    def document(self, uri: str) -> Document:
        """The text as it is now."""
        text = self.server.workspace.get_text_document(uri).source
        known = self.documents.get(uri)
        if known is None or known.source.text != text:
            known = self.documents[uri] = Document(uris.to_fs_path(uri) or uri, text)
        return known

    def find(self, uri: str, position: types.Position) -> tuple[Document, int]:
        """The document and the offset a request is about."""
        document = self.document(uri)
        return document, self.positions().offset(document.source, position)

    async def check(self, uri: str) -> None:
        """Check a text in a thread once its author pauses typing: a check may take a while."""
        document = self.document(uri)
        await asyncio.sleep(PATIENCE)
        if self.documents.get(uri) is not document:
            return
        found = await asyncio.to_thread(document.diagnostics)
        if self.documents.get(uri) is document:
            shown = [protocol.diagnostic(d, document.source, self.positions()) for d in found]
            self.publish(uri, shown)

    def close(self, uri: str) -> None:
        self.documents.pop(uri, None)
        self.publish(uri, [])

    def publish(self, uri: str, diagnostics: list[types.Diagnostic]) -> None:
        self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics))


def build() -> LanguageServer:
    """A server with all its features."""
    server = LanguageServer("galakit", galakit.__version__)
    opened = OpenDocuments(server)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def did_open(params: types.DidOpenTextDocumentParams) -> None:
        await opened.check(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def did_change(params: types.DidChangeTextDocumentParams) -> None:
        await opened.check(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def did_save(params: types.DidSaveTextDocumentParams) -> None:
        opened.documents.pop(params.text_document.uri, None)  # a library beside it may have changed
        await opened.check(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        opened.close(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        document, offset = opened.find(params.text_document.uri, params.position)
        found = document.hover(offset)
        if found is None:
            return None
        text, start, end = found
        contents = types.MarkupContent(types.MarkupKind.Markdown, text)
        return types.Hover(contents, opened.positions().range(document.source, start, end))

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> types.Location | None:
        document, offset = opened.find(params.text_document.uri, params.position)
        found = document.definition(offset)
        return None if found is None else opened.positions().location(found.span)

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=["$"]))
    def completion(params: types.CompletionParams) -> list[types.CompletionItem]:
        document, offset = opened.find(params.text_document.uri, params.position)
        return [protocol.completion(item) for item in document.completions(offset)]

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        return protocol.outline(opened.document(params.text_document.uri).scan.definitions, opened.positions())

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        source = opened.document(params.text_document.uri).source
        try:
            result = formatted(source)
        except GalakitError:
            return []  # the diagnostics say why
        everything = opened.positions().range(source, 0, len(source.text))
        return [types.TextEdit(everything, result)] if result != source.text else []

    return server


def serve() -> None:
    """Serve until the editor disconnects."""
    # The server closes its streams at the end, and nothing else may write to the one the editor reads.
    with redirect_stdout(sys.stderr):
        build().start_io(os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb"))
