"""The figures, tables and claims of the papers, computed again: `make reproduce`, or `python -m docs.reproduced`."""
