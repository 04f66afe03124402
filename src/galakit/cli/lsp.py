"""`galakit lsp`."""

from __future__ import annotations

from galakit.errors import GalakitError


def lsp() -> None:
    """Serve an editor: the language server of Gala, over the standard input and output."""
    try:
        from galakit.editor.server import serve
    except ModuleNotFoundError as error:
        if error.name not in ("pygls", "lsprotocol"):
            raise
        raise GalakitError(
            "the language server needs the package pygls",
            hint="install it with: pip install 'galakit[lsp]'",
            id="GK512",
        ) from None
    serve()
