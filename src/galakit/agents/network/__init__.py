"""Agents that think on the compiled network of a description."""
