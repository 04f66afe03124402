"""Tools for authors of games: highlighting, queries about a state, the language server."""
