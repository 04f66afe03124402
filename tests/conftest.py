"""Tests import their helpers as packages of the tests folder.

Random tests draw other examples in each run, so many runs with few examples find as much as few runs with many, and
each of them stays short.
"""

import sys
from pathlib import Path

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))
settings.register_profile("short", max_examples=25)
settings.load_profile("short")
