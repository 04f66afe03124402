"""How play changes over time: replicator, best-response and fictitious play, rest points, evolutionary stability."""
