"""Quantal response equilibria: moves that are better are likelier, and the best ones alone in the limit."""
