"""Regret minimisation: players who learn from what they regret; in zero-sum games their averages are optimal."""
