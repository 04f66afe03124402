"""Child processes for work that may run away: how they start, their limits, and how to communicate with them."""
