"""`galakit lsp`."""

from __future__ import annotations


def lsp() -> None:
    """Serve an editor: the language server of Gala, over the standard input and output."""
    from galakit.editor.server import serve

    serve()
