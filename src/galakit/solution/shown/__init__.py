"""Solutions for people: tables, grids, charts, HTML, and the words and numbers in them."""
