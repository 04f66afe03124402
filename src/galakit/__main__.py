"""`python -m galakit`.

Python itself puts the current folder before all others, so that a file there can pass for a module. It is taken out
before anything else is imported; only what Python imports before it comes here cannot be helped (`python -P -m galakit`,
or the command `galakit`, which is never in the current folder's hands).
"""

import sys

if __name__ == "__main__":
    try:
        from galakit.processes.python import leave_current_folder

        leave_current_folder()
        from galakit.cli.main import run
    except KeyboardInterrupt:  # an impatient user, before there was anything to interrupt
        sys.exit(130)
    run()
