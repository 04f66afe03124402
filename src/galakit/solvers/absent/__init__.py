"""One player who can be at an information set twice in one play: the best strategy to decide on beforehand."""
