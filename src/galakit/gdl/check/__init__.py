"""Checks of a description: restrictions of the language, and properties found by playing."""
