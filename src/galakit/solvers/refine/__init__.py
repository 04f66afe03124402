"""Equilibria that stay good when players make mistakes."""
