"""One player who can be at an information set twice in one play: the best behaviour strategy to decide on beforehand."""
