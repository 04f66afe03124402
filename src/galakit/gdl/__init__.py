"""The Game Description Language: GDL and GDL-II, in both its notations."""
