"""Smaller games with the same equilibria: isomorphic information sets are one."""
