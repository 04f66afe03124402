"""`galakit trace`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from galakit.cli.options import AsJson, GameName, Params, loaded

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType
    from rich.text import Text

    from galakit.play.step_trace import TraceStep
    from galakit.rules.contract import Number

OPTIONS_SHOWN = 8
LONG = 100  # characters of a value or an option


def trace(
    name: GameName,
    param: Params = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="The same seed gives the same play.")] = None,
    moves: Annotated[
        str | None,
        typer.Option(
            "--moves", metavar="MOVE,...", help="The first moves, including chance's; _ leaves one to the seed."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show one play step by step: choices, changes of the state, new facts, payoffs."""
    import random

    from galakit.cli.output import print_json, show
    from galakit.play.step_trace import Moves, plain, trace_steps

    game = loaded(name, param)
    seed = random.SystemRandom().randrange(1 << 32) if seed is None else seed
    payoffs: dict[str, Number] = dict.fromkeys(game.players, 0)
    steps: list[dict[str, Any]] = []
    if not as_json:
        show(*_head(game.name, game.params, seed))
    for number, step in enumerate(trace_steps(game.rules, Moves(_terms(moves), seed))):
        for player, amount in step.gains:
            payoffs[player] += amount
        if as_json:
            steps.append(step.to_json())
        else:
            show(*_lines(number, step))  # at once, so that an error follows what caused it
    if as_json:
        opening, *steps = steps
        total = {player: plain(amount) for player, amount in payoffs.items()}
        data = {"game": game.name, "params": game.params, "players": list(game.players), "seed": seed}
        print_json(data | {"opening": opening, "steps": steps, "payoffs": total})
    else:
        show(*_tail(payoffs.items()))


def _terms(moves: str | None) -> list[str]:
    """Moves written as terms, in the game's syntax."""
    if not moves:
        return []
    from galakit.lang.reader import read_term
    from galakit.lang.syntax import list_items, to_term
    from galakit.lang.writer import write_argument
    from galakit.play.step_trace import ANY

    items = list_items(read_term(f"[{moves}]", "<moves>")) or []
    return [ANY if item.kind == "var" else write_argument(to_term(item, {})) for item in items]


def _head(name: str, params: dict[str, str], seed: int) -> list[Text]:
    from rich.text import Text

    written = "".join(f"  {param}={value}" for param, value in params.items())
    return [Text.assemble((name, "bold"), (written, "dim")), Text(f"seed {seed}", "dim")]


def _lines(number: int, step: TraceStep) -> list[RenderableType]:
    """An event as lines of text: the choice, and its consequences indented below."""
    from rich.padding import Padding
    from rich.text import Text

    followed = []
    for change in step.changes:
        before = () if change.before is None else ((_short(change.before), "dim"), " -> ")
        followed.append(Text.assemble((change.variable, "cyan"), " = ", *before, _short(change.after)))
    for player, fact in step.learnt:
        followed.append(Text.assemble(player, " learns ", (_short(fact), "yellow")))
    for player, amount in step.gains:
        followed.append(Text(f"{player} gains {amount}" if amount > 0 else f"{player} loses {-amount}"))
    below = [Padding(text, (0, 0, 0, 3)) for text in followed]
    if step.mover is None:
        return [Text(), Text("before the first choice", "bold"), *below] if below else []
    options = [_short(option) for option in step.options[:OPTIONS_SHOWN]]
    rest = step.count - len(options)
    among = f"  from {'; '.join(options)}" + (f"; and {rest:,} more" if rest else "")
    chance = "" if step.probability is None else f" with probability {step.probability}"
    choice = Text.assemble((step.mover, "bold"), " chooses ", (_short(step.move), "bold green"), chance)
    return [Text(), Text.assemble(f"{number}. ", choice, (among if step.count > 1 else "", "dim")), *below]


def _tail(payoffs: Iterable[tuple[str, Any]]) -> list[Text]:
    from rich.text import Text

    amounts = ", ".join(f"{player} {amount}" for player, amount in payoffs)
    return [Text(), Text.assemble(("payoffs  ", "dim"), (amounts, "bold"))]


def _short(text: str) -> str:
    return text if len(text) <= LONG else text[: LONG - 3] + "..."
