"""Solved games: policies, their certificates, files, and how they are shown."""
