"""`galakit lsp`."""

from __future__ import annotations


def lsp() -> None:
    """Run the language server of Gala for editors, over the standard input and output."""
    from galakit.editor.server import serve

    serve()
