"""`python -m galakit`.

Python puts the current folder first on the path, so a file there can pass for a module. It is removed before anything
else is imported. Modules that Python has imported until then are beyond control: in an untrusted folder, use the
command `galakit`, or `python -P -m galakit`.
"""

import sys

if __name__ == "__main__":
    try:
        from galakit.processes.python import leave_current_folder

        leave_current_folder()
        from galakit.cli.main import run
    except KeyboardInterrupt:  # before there was anything to interrupt
        sys.exit(130)
    run()
