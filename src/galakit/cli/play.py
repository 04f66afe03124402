"""`galakit play`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from galakit.cli.options import AsJson, Params, is_saved
from galakit.cli.solve_options import How, solving
from galakit.errors import GalakitError

if TYPE_CHECKING:
    from galakit.agents.contract import Decision
    from galakit.cli.output import Meter
    from galakit.display.look import Look
    from galakit.game.game import Game
    from galakit.play.hand import Hand
    from galakit.play.session import Session
    from galakit.solution.solution import Solution

HELP = """\
Type the number before a move, its name, or an unambiguous beginning of its name.

  facts   all you know
  ?       this help
  q       leave (so does the end of the input)"""


class _Left(Exception):
    """The person has left."""


@solving
def play(
    name: Annotated[str, typer.Argument(metavar="GAME", help="A shipped game, a game file, or a saved solution.")],
    param: Params = None,
    person: Annotated[
        str | None, typer.Option("--as", metavar="PLAYER", help="The player whom you play. [default: the first]")
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="The same seed and moves give the same plays.")
    ] = None,
    hands: Annotated[
        int, typer.Option("--hands", metavar="N", min=0, help="The number of plays; 0 continues until you leave.")
    ] = 0,
    against: Annotated[
        str,
        typer.Option(
            "--against", metavar="AGENT", help="The agent of the other players: solution, mcts, search, random, …"
        ),
    ] = "solution",
    coach: Annotated[
        bool, typer.Option("--coach", help="Grade each of your decisions: its loss, and the better moves.")
    ] = False,
    *,
    how: How,
    as_json: AsJson = False,
) -> None:
    """Play against a solution or another agent."""
    import random

    from galakit.agents.registry import maker
    from galakit.cli.output import Meter, print_json
    from galakit.play.grading import Grader
    from galakit.play.session import Session, opponents

    maker(against)  # an unknown agent is an error before the game is solved
    solution: Solution | None = None
    if coach or against == "solution" or is_saved(name):
        solution, game = how.opened(name, param, Meter())
    else:
        game = how.game(name, param)
    seed = random.SystemRandom().randrange(1 << 32) if seed is None else seed
    if person is not None and person not in game.players:
        raise GalakitError(
            f"there is no player {person}", hint="the players are " + ", ".join(game.players), id="GK610"
        )
    who = 0 if person is None else game.players.index(person)
    playing = solution if solution is not None and against == "solution" else against
    grader = Grader(solution, game) if coach and solution is not None else None
    session = Session(game, who, opponents(game, who, playing), seed, grader)
    called = _called(solution, game, Meter())
    if sys.stdin.isatty():
        _remember_lines()
    # With --json the standard output is for the log alone.
    out = sys.stderr if as_json else sys.stdout
    them = "the solution" if playing is solution else against
    print(f"{game.name}: you are {game.players[who]}, against {them}; seed {seed}; ? helps", file=out)
    unfinished: Hand | None = None
    try:
        for hand in session.hands(hands):
            unfinished = hand
            decided = _played(session, hand, called, out)
            session.finish(hand)
            unfinished = None
            _end(session, hand, called, out)
            if not decided and not hands:
                print(f"{game.players[who]} decides nothing in this game", file=out)
                break
    except _Left:
        if unfinished is not None and unfinished.trace.events and not unfinished.over:
            print(f"you left a {called} that was not over: it does not count", file=out)
    _farewell(session, called, out)
    if as_json:
        print_json(session.to_json(unfinished))


def _called(solution: Solution | None, game: Game, meter: Meter) -> str:
    """The word for one play, as on the page: a hand where something is dealt, else a game."""
    if solution is None:
        return "game"
    from galakit.study.fact_visibility import dealt

    try:
        with meter as progress, game.reporting(progress):
            return "hand" if dealt(solution, game) else "game"
    except GalakitError:  # a saved solution can be played though its game is too large to explore
        return "game"


def _remember_lines() -> None:
    """Enable editing and history of lines, where Python has it."""
    import contextlib

    with contextlib.suppress(ImportError):
        import readline  # noqa: F401


def _played(session: Session, hand: Hand, called: str, out: TextIO) -> bool:
    """Ask the person until a hand is over; whether they had a decision."""
    decided, look = False, session.game.look
    print(f"\n{called} {len(session.played) + 1}", file=out)
    while (decision := hand.go_on()) is not None:
        decided = True
        new = look.each(decision.facts, decision.player)
        for seen in new[len(new) - len(decision.learnt) :]:
            if seen.parts:
                print(f"  you learn {seen.words}", file=out)
        _show_boards(look, decision, out)
        grade = session.choose(hand, _chosen(decision, look, out))
        if grade is not None:
            from galakit.cli.coach import show_grade

            show_grade(grade, look, out)
    return decided


def _show_boards(look: Look, decision: Decision, out: TextIO) -> None:
    """The boards as the person sees them, where the game has any."""
    if not look.has_boards:
        return
    from galakit.display.boards import boards
    from galakit.display.unicode import beside

    for line in beside(boards(look, decision.facts, decision.player)):
        print(f"    {line}".rstrip(), file=out)


def _chosen(decision: Decision, look: Look, out: TextIO) -> int:
    from galakit.display.look import Look
    from galakit.display.wording import listed
    from galakit.rules.knowledge import Chose, informative, kind_of

    labels = look.labels(decision.moves, decision.facts, decision.player)
    plain = Look((), look.players).labels(decision.moves)
    # Moves that are numbers are typed as they are, so they are not numbered.
    mine = _numbers(labels)
    shown = "   ".join(label if mine else f"{k} {label}" for k, label in enumerate(labels, 1))
    while True:
        print(f"  your moves: {shown}", file=out)
        line = _line(out)
        if line in ("q", "quit", "exit") and line not in decision.moves:
            raise _Left
        if line in ("?", "help") and line not in decision.moves:
            print(HELP, file=out)
        elif line == "facts" and line not in decision.moves:
            facts, each = informative(decision.facts), look.each(decision.facts, decision.player)
            own = ["you " * (kind_of(fact) is Chose) for fact in facts]
            known = listed([you + seen.words for you, seen in zip(own, each) if seen.parts])
            print(f"  you know: {known or 'nothing yet'}", file=out)
        elif line:
            try:
                index = picked(line, decision.moves, labels, plain)
            except GalakitError as error:
                out.flush()
                print(error.diagnostics[0].render(), file=sys.stderr)
            else:
                print(f"  you choose {labels[index]}", file=out)
                return index


def _line(out: TextIO) -> str:
    """A line that the person types."""
    prompt = "> "
    try:
        if sys.stdin.isatty() and out is sys.stdout:
            return input(prompt).strip()
        print(prompt, end="", file=out, flush=True)
        line = sys.stdin.readline()
        if not sys.stdin.isatty():
            print(line.rstrip("\n"), file=out)
        if not line:
            raise EOFError
        return line.strip()
    except (EOFError, KeyboardInterrupt):
        if sys.stdin.isatty():
            print(file=out)
        raise _Left from None
    except UnicodeDecodeError:
        raise GalakitError("the input is not UTF-8 text", id="GK502") from None


def _numbers(moves: Sequence[str]) -> bool:
    """Whether some of these moves are numbers."""
    return any(move.lstrip("-").isdecimal() for move in moves)


def picked(text: str, moves: Sequence[str], labels: Sequence[str], plain: Sequence[str] = ()) -> int:
    """The move that a person means: by name, by number, or by an unambiguous beginning of its name.

    A name is what the move is called, the text in the rules, or this `plain`ly in words.

    >>> few, many = ("fold", "call", "raise"), ("1", "2", "3")
    >>> picked("r", few, few), picked("2", few, few), picked("2", many, many)
    (2, 1, 1)
    >>> moves, labels = ("take(1,1)", "take(2,2)"), ("take 1,1", "take 2,2")
    >>> picked("take(2, 2)", moves, labels), picked("take 2,2", moves, labels), picked("Take 2", moves, labels)
    (1, 1, 1)
    >>> picked("take 2,2", moves, ("take 1 of ●", "take 2 of ●●"), labels)
    1
    """
    from galakit.display.typed import folded
    from galakit.display.wording import listed
    from galakit.solution.facts import normal

    shown = labels
    names, wanted = [normal(move).lower() for move in moves], normal(text).lower()
    labels, words = [folded(label) for label in labels], folded(text)
    plain = [folded(label) for label in plain] or labels
    numbered = not _numbers(shown)
    for here, meant in ((labels, words), (names, wanted), (plain, words)):
        if here.count(meant) == 1 and not (numbered and here is not labels and text.isdecimal()):
            return here.index(meant)
    if text.isdecimal() and numbered:
        number = int(text[:9])
        if 1 <= number <= len(moves):
            return number - 1
        raise GalakitError(f"there is no move number {text}", hint=f"they go from 1 to {len(moves)}", id="GK513")
    begun = [(names, wanted), (labels, words), (plain, words)]
    found = [k for k in range(len(moves)) if any(here[k].startswith(meant) for here, meant in begun)]
    if len(found) == 1:
        return found[0]
    if found:
        several = listed([shown[k] for k in found[:8]])
        raise GalakitError(
            f"`{text}` may be one of {len(found)} moves", hint=f"write more of it: {several}", id="GK513"
        )
    raise GalakitError(
        f"there is no move `{text}`",
        hint=f"the moves are {listed(shown[:8])}; ? helps",
        id="GK513",
    )


def _end(session: Session, hand: Hand, called: str, out: TextIO) -> None:
    """Print the hidden moves, the payoffs, and the total."""
    players = session.game.players
    print(f"  the {called} is over; this happened:", file=out)
    trace = hand.trace
    width = max([len(e.mover) for e in trace.events], default=0)
    for mover, move, learnt in trace.told(session.game.look):
        print(f"    {mover:<{width}}  {move}" + (f"  ({learnt})" if learnt else ""), file=out)
    print("  payoffs: " + ", ".join(f"{p} {x}" for p, x in zip(players, trace.payoffs)), file=out)
    mine = session.total[session.person]
    many = len(session.played)
    print(f"  your total: {mine} after {_many(many, called)}", file=out)


def _many(number: int, called: str) -> str:
    return f"{number} {called}{'s' if number > 1 else ''}"


def _farewell(session: Session, called: str, out: TextIO) -> None:
    many = len(session.played)
    if not many:
        print(f"no {called} was played to its end", file=out)
    else:
        mine = session.total[session.person]
        average = f", {float(mine) / many:.3f} a {called}" if many > 1 else ""
        print(f"\nyou got {mine} in {_many(many, called)}{average}", file=out)
    if session.grader is not None:
        from galakit.cli.coach import summarise

        summarise(session, out)
