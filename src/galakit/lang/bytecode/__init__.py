"""Gala programs as byte code for an abstract machine that runs as machine code."""
