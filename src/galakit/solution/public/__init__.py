"""Solutions of games of public moves: a table per player, indexed by history and class."""
