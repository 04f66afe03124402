"""What serves people who write games: highlighting, questions about a state, the language server."""
