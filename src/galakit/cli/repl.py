"""`galakit repl`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from galakit.cli.options import GameName, Params, loaded
from galakit.errors import GalakitError
from galakit.printable import printable

if TYPE_CHECKING:
    from galakit.editor.session import Answer, Session

PROMPT = "?- "
HELP = """\
Type a Prolog goal; `$x` reads a Gala variable or a parameter. After an answer, `;` asks for the next one.

  :state      the Gala variables, the payoffs so far, and who is to choose
  :facts      what each player knows
  :moves      what can be chosen, numbered
  :choose N   make move number N, or the move written out
  :back       take the last move back
  :restart    go back to the beginning
  :quit       leave (so does the end of the input)"""


def repl(
    name: GameName,
    param: Params = None,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=1, help="The number of answers printed when input is piped.")
    ] = 100,
) -> None:
    """Ask Prolog goals about a state of a Gala game, from a keyboard or a pipe."""
    from galakit.editor.session import Session

    session = Session(loaded(name, param))
    interactive = sys.stdin.isatty()
    if interactive:
        _remember_lines()
        print(f"{session.rules.name}: type a goal, or :help")
    for line in _input(interactive):
        try:
            if line.startswith(":"):
                word, _, rest = line[1:].partition(" ")
                if word in ("quit", "q", "exit"):
                    break
                _command(session, word, rest.strip())
            elif interactive:
                _ask_on(session.ask(line))
            else:
                _print_all(session.ask(line), limit)
        except GalakitError as error:
            sys.stdout.flush()
            print(error, file=sys.stderr)
        except KeyboardInterrupt:
            print("interrupted", file=sys.stderr)
        sys.stdout.flush()


def _remember_lines() -> None:
    """Enable editing and history of lines, where Python has it."""
    import contextlib

    with contextlib.suppress(ImportError):
        import readline  # noqa: F401


def _input(interactive: bool) -> Iterator[str]:
    """The lines typed or piped, without comments and empty ones."""
    while True:
        try:
            line = input(PROMPT) if interactive else sys.stdin.readline()
        except EOFError:
            print()
            return
        except KeyboardInterrupt:
            print()
            continue
        except UnicodeDecodeError:
            print("error: the input is not UTF-8 text", file=sys.stderr)
            continue
        if not line and not interactive:
            return
        line = line.strip().removeprefix("?-").strip()
        if line and not line.startswith("%"):
            yield line


# -- answers ----------------------------------------------------------------------------------------------------------


def _written(answer: Answer) -> str:
    return ", ".join(f"{name} = {value}" for name, value in answer.bindings.items()) or "true"


def _print_all(answers: Iterator[Answer], limit: int) -> None:
    """All answers up to the limit, separated by `;`."""
    texts = []
    for answer in islice(answers, limit):
        texts.append(_written(answer))
        if answer.last:
            break
    else:
        if next(answers, None) is not None:
            print(" ;\n".join(texts) + f" ;\n% ... these are the first {limit:,} answers; --limit shows more")
            return
    print(" ;\n".join(texts) + "." if texts else "false.")


def _ask_on(answers: Iterator[Answer]) -> None:
    """One answer after another, as long as the user asks for more."""
    for answer in answers:
        if answer.last:
            print(f"{_written(answer)}.")
            return
        try:
            if input(printable(f"{_written(answer)} ")).strip() != ";":
                return
        except EOFError:
            print()
            return
    print("false.")


# -- commands ---------------------------------------------------------------------------------------------------------


def _command(session: Session, word: str, rest: str) -> None:
    command = _COMMANDS.get(word)
    if command is None:
        raise GalakitError(
            f"there is no command :{word}", hint="the commands are :" + ", :".join([*_COMMANDS, "quit"]), id="GK509"
        )
    command(session, rest)


def _state(session: Session, rest: str) -> None:
    for variable, value in session.variables().items():
        print(f"{variable} = {value}")
    payoffs = zip(session.rules.players, session.now.payoffs)
    print("payoffs: " + ", ".join(f"{player} {amount}" for player, amount in payoffs))
    mover = session.mover()
    print("the game is over" if mover is None else f"{mover} is to choose, from {len(session.now.state.moves):,} moves")


def _facts(session: Session, rest: str) -> None:
    for player, facts in zip(session.rules.players, session.now.facts):
        print(f"{player}: {', '.join(facts) or 'nothing'}")


def _moves(session: Session, rest: str) -> None:
    chances = session.now.state.probabilities
    for index, move in enumerate(session.moves()):
        print(f"{index + 1}. {move}" + (f"  with probability {chances[index]}" if chances else ""))
    if not session.moves():
        print("the game is over")


def _choose(session: Session, rest: str) -> None:
    from galakit.lang.reader import read_term
    from galakit.lang.syntax import to_term
    from galakit.lang.writer import write_argument

    moves = session.moves()
    if rest.isdecimal():
        index = int(rest[:9]) - 1
    elif rest and (move := write_argument(to_term(read_term(rest, "<move>"), {}))) in moves:
        index = moves.index(move)
    else:
        raise GalakitError(
            f"`{rest}` is not offered" if rest else "no move is named",
            hint="write its number, as :moves shows it",
            id="GK513",
        )
    session.choose(index)
    _state(session, "")


def _back(session: Session, rest: str) -> None:
    session.back()
    _state(session, "")


def _restart(session: Session, rest: str) -> None:
    session.restart()
    _state(session, "")


def _help(session: Session, rest: str) -> None:
    print(HELP)


_COMMANDS: dict[str, Callable[[Session, str], None]] = {
    "state": _state,
    "facts": _facts,
    "moves": _moves,
    "choose": _choose,
    "back": _back,
    "restart": _restart,
    "help": _help,
}
