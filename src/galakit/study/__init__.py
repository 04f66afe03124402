"""Studying a solved game: questions about situations, information sets and nodes, answered as plain data."""
