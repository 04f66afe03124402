"""`python -m galakit`.

Python itself puts the current folder before all others, so that a file there can pass for a module. It is taken out
before anything else is imported. What Python has imported until then cannot be helped: in a folder that is not to be
trusted, use the command `galakit`, or `python -P -m galakit`.
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
