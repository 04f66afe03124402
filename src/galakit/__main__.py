"""`python -m galakit`."""

from __future__ import annotations

from galakit.cli.main import run

if __name__ == "__main__":
    run()
