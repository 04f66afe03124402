"""Rules written in Python: generator functions that yield their choices."""
