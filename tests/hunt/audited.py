"""Commands that are watched: which files they open, outside of the folder they stand in and of what Python needs.

`python -m tests.hunt.audited FOLDER` reads a list of words in JSON from each line of its input, runs the command there,
and answers with a line of JSON: the exit status, what was printed on the error stream, and what was touched outside.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from pathlib import Path
from typing import Any

touched: list[str] = []
watching = False
folder = Path()
allowed: tuple[str, ...] = ()


def hook(event: str, arguments: tuple[Any, ...]) -> None:
    if not watching or event not in ("open", "os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.symlink", "os.link"):
        return
    for path in arguments[: 1 if event == "open" else 2]:
        if isinstance(path, (str, bytes, os.PathLike)):
            place = os.path.realpath(os.fsdecode(path))
            if not place.startswith(allowed):
                touched.append(f"{event} {place}")


def main() -> None:
    global watching, folder, allowed
    folder = Path(sys.argv[1]).resolve()
    os.chdir(folder)
    import galakit
    from galakit.cli.main import main as run

    packages = Path(galakit.__file__).parents[1]
    places = (folder, sys.prefix, sys.base_prefix, packages, "/proc", "/sys", "/dev/null", "/dev/urandom", "/usr/share",
              *(Path(os.environ["XDG_CACHE_HOME"], name) for name in ("galakit", "matplotlib")))  # fmt: skip
    allowed = tuple(str(place) for place in places)
    sys.addaudithook(hook)
    for line in sys.stdin:
        out, err = io.StringIO(), io.StringIO()
        touched.clear()
        watching = True
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                status = run(json.loads(line))
            except BaseException as error:
                status, problem = 70, f"Traceback: {type(error).__name__}: {error}"
                print(problem, file=err)
        watching = False
        answer = {
            "status": status,
            "err": err.getvalue()[-2_000:],
            "touched": touched,
            "escapes": "\x1b" in out.getvalue(),
        }
        sys.__stdout__.write(json.dumps(answer) + "\n")
        sys.__stdout__.flush()


if __name__ == "__main__":
    main()
