"""Solvers: methods that find equilibria of games, whatever language the rules are written in."""
