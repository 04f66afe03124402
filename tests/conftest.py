"""Tests import their helpers as packages of the tests folder."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
