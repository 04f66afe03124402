"""Processes of one's own for work that may run away: their limits, where they come from, how one talks with them."""
