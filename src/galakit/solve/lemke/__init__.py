"""Equilibria of games of two players: the sequence-form complementarity problem, solved by Lemke's algorithm."""
