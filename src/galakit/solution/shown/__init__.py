"""Solutions in readable form: tables, grids, charts, HTML, and the wording and numbers in them."""
