"""Equilibria of games of two players: the sequence-form complementarity problem, solved by Lemke's algorithm.

>>> import galakit as gk
>>> solution = gk.solve(gk.load("beer_quiche"), "lcp")
>>> solution.value, solution.gap, solution.found["refinement"]
((Fraction(29, 10), Fraction(9, 10)), 0, 'normal-form perfect')
"""
