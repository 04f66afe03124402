"""Agents: whatever plays a player of a game, by its strategy, by searching, by asking a person."""
