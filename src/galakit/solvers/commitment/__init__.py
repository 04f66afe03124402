"""Commitment: a leader announces a strategy, and the follower replies to it (Stackelberg equilibria)."""
