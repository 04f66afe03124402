"""Teams: players with the same interest against one adversary, with and without correlation."""
