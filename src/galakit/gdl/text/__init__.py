"""Descriptions as text: read from both notations into one form, and written in either."""
