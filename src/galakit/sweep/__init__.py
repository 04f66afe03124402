"""Studies: families of games solved over grids of parameters, methods and seeds, into one table."""
