"""The command `galakit`: its subcommands, and the conversion of errors to messages and exit statuses.

0: done; 1: the answer is no (`fmt --check` found a file that is not formatted, or the requested solution is proved not
to exist); 2: an error that the user can correct (also: a file cannot
be written, memory ran out); 130: interrupted; 70: an internal error, shown with its traceback. With `--json` an error
is one JSON object on the standard error stream.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
import typer.core

from galakit.cli.options import NOT_AS_ASKED
from galakit.cli.output import quieted
from galakit.cli.streams import harmless
from galakit.compiling import announce
from galakit.deadline import OutOfTime
from galakit.errors import Diagnostic, GalakitError, NoneExists
from galakit.printable import json_text
from galakit.processes.dropped_interrupts import repeat_dropped_interrupts
from galakit.processes.garbage import collect_seldom
from galakit.processes.leaving import leave
from galakit.processes.python import leave_current_folder

USAGE_ERROR: Any = typer.BadParameter.__bases__[0]  # Typer brings its own copy of Click or uses the installed one

INTERRUPTED = 130  # the exit status after Ctrl-C
NUMBA_SETTINGS = ".numba_config.yaml"
EXTRAS = {
    "h11": "web",
    "starlette": "web",
    "uvicorn": "web",
    "textual": "terminal",
    "pygls": "lsp",
    "lsprotocol": "lsp",
    "mcp": "mcp",
    "ray": "ray",
}
"""packages that only some commands need, each with the extra that installs it"""

MODULES = {
    "games": "games",
    "check": "check",
    "explain": "check",
    "fmt": "fmt",
    "convert": "convert",
    "size": "size",
    "solve": "solve",
    "certify": "certify",
    "respond": "respond",
    "guarantee": "guarantee",
    "commit": "commit",
    "team": "team",
    "ranges": "ranges",
    "qre": "qre",
    "dynamics": "dynamics",
    "stability": "stability",
    "correlate": "correlate",
    "sequential": "sequential",
    "methods": "methods",
    "show": "show",
    "hands": "hands",
    "report": "report",
    "explore": "explore",
    "simulate": "simulate",
    "play": "play",
    "train": "train",
    "serve": "serve",
    "repl": "repl",
    "lsp": "lsp",
    "mcp": "mcp",
    "trace": "trace",
    "export": "export",
    "normal-form": "normal_form",
    "dominance": "dominance",
    "ggp": "ggp",
    "sweep": "sweep",
    "warmup": "warmup",
}
"""the commands in the order of the help, each with its module in this package"""


class _Commands(Mapping[str, Any]):
    """The commands; one is imported when it is asked for."""

    def __init__(self) -> None:
        self.made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self.made:
            module = import_module(f"galakit.cli.{MODULES[name]}")
            if (one := getattr(module, "app", None)) is None:
                one = typer.Typer(pretty_exceptions_enable=False, add_completion=False, rich_markup_mode=None)
                one.command(name)(getattr(module, name.replace("-", "_")))
            self.made[name] = typer.main.get_command(one)
        return self.made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(MODULES)

    def __len__(self) -> int:
        return len(MODULES)


class _Group(typer.core.TyperGroup):
    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes | {"commands": None})
        self.commands = _Commands()  # type: ignore[assignment]  # nothing is added to them


app = typer.Typer(
    name="galakit",
    cls=_Group,
    help="From the rules of a game to a certified optimal strategy.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help needs no Rich, and appears in half the time
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        import galakit

        typer.echo(f"galakit {galakit.__version__}")
        raise typer.Exit


@app.callback()
def galakit(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
    max_memory: Annotated[
        int | None,
        typer.Option(
            "--max-memory", metavar="MB", min=100, help="Memory for the command. [default: most of what is free]"
        ),
    ] = None,
    max_seconds: Annotated[
        float | None,
        typer.Option("--max-seconds", metavar="SECONDS", min=0, help="Time limit of the command. [default: none]"),
    ] = None,
) -> None:
    """From the rules of a game to a certified optimal strategy."""
    from galakit.cli.limits import limit_memory, limit_time

    limit_memory(max_memory)
    if max_seconds is not None:
        context.call_on_close(limit_time(max_seconds))


def run(arguments: Sequence[str] | None = None) -> None:
    """The entry point."""
    collect_seldom()
    # Idle threads of NumPy's library of linear algebra would wait actively: for 0.3 ms now, else for 30 ms.
    os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "20")
    leave_current_folder()
    repeat_dropped_interrupts()
    words = list(sys.argv[1:] if arguments is None else arguments)
    status = main(words)
    leave(status, quickly=status in (INTERRUPTED, NOT_AS_ASKED))


def main(words: list[str]) -> int:
    """Run a command line; the exit status."""
    with harmless(), quieted("--json" in words):
        return _main(words)


def _main(words: list[str]) -> int:
    announce(None if "--json" in words else _noticing())
    try:
        _refuse_settings()
        status = typer.main.get_command(app)(words, prog_name="galakit", standalone_mode=False)
        sys.stdout.flush()
        if status == INTERRUPTED:  # Typer turns Ctrl-C into a status
            print("interrupted", file=sys.stderr)
        return status if isinstance(status, int) else 0
    except NoneExists as answer:
        return _none(answer.diagnostics, words)
    except OutOfTime as error:
        _fail(error.diagnostics, words)
        return NOT_AS_ASKED
    except GalakitError as error:
        return _fail(error.diagnostics, words)
    except USAGE_ERROR as error:
        command = error.ctx.command_path if error.ctx is not None else "galakit"
        if not error.format_message():  # no command was given: the help has been shown
            return 2
        return _fail([Diagnostic(error.format_message(), hint=f"see `{command} --help`", id="GK508")], words)
    except typer.Exit as stop:
        return int(stop.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except MemoryError:
        return _fail(
            [
                Diagnostic(
                    "the command needs more memory than its limit",
                    hint="choose a smaller game, or allow more: galakit --max-memory MB …",
                    id="GK603",
                )
            ],
            words,
        )
    except (BrokenPipeError, SystemExit):
        # The reader of our output has closed the pipe (Typer turns that into SystemExit and nothing else). Keep
        # the interpreter from complaining when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)
        return 0
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _fail([Diagnostic(f"{where}{error.strerror or error}", id="GK502")], words)
    except Exception as error:
        if (extra := _extra(error)) is not None:
            return _fail([extra], words)
        import traceback

        traceback.print_exc()
        print(
            "internal error of Galakit, not of your game: please report it with the lines above",
            file=sys.stderr,
        )
        return 70


def _noticing() -> Callable[[str], None]:
    """What prints notices, each once: every player of a match may have the same."""
    said: set[str] = set()

    def notice(text: str) -> None:
        if text not in said:
            said.add(text)
            print(text, file=sys.stderr, flush=True)

    return notice


def _extra(error: Exception) -> Diagnostic | None:
    """The diagnostic of a missing package with its extra; None for other errors."""
    name = (error.name or "").partition(".")[0] if isinstance(error, ModuleNotFoundError) else ""
    if name not in EXTRAS:
        return None
    hint = f"install it with: pip install 'galakit[{EXTRAS[name]}]'"
    return Diagnostic(f"this command needs the package {name}, which is not installed", hint=hint, id="GK512")


def _refuse_settings() -> None:
    """Refuse Numba settings in the current folder, which can load compiled code from another folder."""
    if os.path.lexists(NUMBA_SETTINGS):
        raise GalakitError(
            f"this folder has a file {NUMBA_SETTINGS}, whose settings can make Numba run code from it",
            notes=["Numba compiles the code of Galakit, and reads this file wherever it is used"],
            hint="work in another folder, or remove the file: environment variables NUMBA_... do the same",
            id="GK519",
        )


def _none(diagnostics: Sequence[Diagnostic], words: list[str]) -> int:
    """Print a negative answer on the standard output; its exit status."""
    if "--json" in words:
        print(json_text({"none": [d.to_json() for d in diagnostics]}, indent=2))
    else:
        for d in diagnostics:
            print("\n".join([d.message, *d.notes, *([d.hint] if d.hint else [])]))
    return 1


def _fail(diagnostics: Sequence[Diagnostic], words: list[str]) -> int:
    """Print what went wrong on the standard error; the exit status."""
    if "--json" in words:
        print(json_text({"error": [d.to_json() for d in diagnostics]}), file=sys.stderr)
    else:
        for diagnostic in diagnostics:
            print(diagnostic.render(), file=sys.stderr)
    return 2
