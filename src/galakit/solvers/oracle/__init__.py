"""Double oracle: equilibria of ever larger parts of a game, which best responses extend."""
