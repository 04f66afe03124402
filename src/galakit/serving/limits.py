"""How much of a server one client may hold, and all together."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Limits of the connections of a server; times are in seconds."""

    head: float = 10.0
    """for the head of a request, from its first byte on"""
    body: float = 20.0
    """for the body of a request, from the end of its head on"""
    idle: float = 15.0
    """without a request"""
    taking: float = 30.0
    """in which the client reads nothing of an answer"""
    head_bytes: int = 65_536
    """of the head of a request that comes in pieces; one that is there at once may have four times as many"""
    body_bytes: int = 8_000_000
    """of the body of a request"""
    connections: int = 500
    """at once; the next one is answered with "try again later" """
