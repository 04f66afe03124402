"""Pure strategies by integer programming: the best one of a player alone, and equilibria of any number of players."""
