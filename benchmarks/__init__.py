"""Measurements against other programs and against our own goals: `python -m benchmarks [--quick] [--json FILE]`."""
