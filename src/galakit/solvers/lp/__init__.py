"""Two-player constant-sum games as one linear programme, in floating point or in fractions."""
