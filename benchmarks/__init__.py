"""Measurements against other programs and our own goals: `python -m benchmarks [--quick] [--json FILE]`."""
