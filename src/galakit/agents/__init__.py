"""Agents, which play a player of a game: by a strategy, by search, or by asking a person."""
