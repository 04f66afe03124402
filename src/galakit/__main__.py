"""`python -m galakit`."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    try:
        from galakit.cli.main import run
    except KeyboardInterrupt:  # an impatient user, before there was anything to interrupt
        sys.exit(130)
    run()
