"""What serves people who write games: formatting, highlighting, questions about a state, the language server."""
