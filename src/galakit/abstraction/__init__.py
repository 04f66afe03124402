"""Abstractions: smaller games in which classes of signals are merged."""
