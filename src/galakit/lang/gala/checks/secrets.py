"""Choices whose options reveal a secret.

Players see the list of their options. When it depends on what another player or nature chose, and that was never
revealed to them, the list itself gives it away: two situations that should look alike do not. The check follows players
that are written out, and values in Prolog variables of one gameflow or in Gala variables that are set from them.
Revealing anything that may depend on the value counts as revealing it.
"""

from __future__ import annotations

from collections.abc import Iterator

from galakit.errors import Diagnostic, Label
from galakit.lang.gala.calls import Call, Procedure
from galakit.lang.gala.checks.subject import Subject, warning
from galakit.lang.gala.operations import Assign, Cell, Choose, Goal, Operation, Reveal, Test
from galakit.lang.terms import Symbol
from galakit.lang.writer import write


def telling_options(subject: Subject) -> Iterator[Diagnostic]:
    """Every choice whose options depend on a secret."""
    players = set(subject.program.players)
    for procedure in subject.procedures:
        for choice in _choices(procedure):
            who = _written(choice)
            if who in players:
                yield from _in_variables(procedure, choice, who)
                yield from _in_cells(subject, choice, who)


def _in_variables(procedure: Procedure, choice: Choose, who: str) -> Iterator[Diagnostic]:
    """Secrets in Prolog variables, chosen in the same gameflow."""
    for secret in _choices(procedure):
        slots = _bound_by(secret, procedure) & set(choice.slots) - set(choice.template_slots)
        if slots and _written(secret) not in (None, who) and not _told(procedure, who, slots, may_keep=False):
            names = ", ".join(f"`{procedure.names.get(slot, '_')}`" for slot in sorted(slots))
            yield _warning(choice, who, names, secret)


def _in_cells(subject: Subject, choice: Choose, who: str) -> Iterator[Diagnostic]:
    """Secrets in Gala variables."""
    for cell in choice.reads:
        if not isinstance(cell, Cell) or _looked_at(subject, cell, who):
            continue
        for procedure in subject.procedures:
            for assign in procedure.operations:
                if not isinstance(assign, Assign) or cell not in assign.writes:
                    continue
                for secret in _choices(procedure):
                    slots = _bound_by(secret, procedure) & assign.uses
                    if (
                        slots
                        and _written(secret) not in (None, who)
                        and not _told(procedure, who, slots, may_keep=True)
                    ):
                        yield _warning(choice, who, f"`${write(cell.name)}`", secret)


def _warning(choice: Choose, who: str, names: str, secret: Choose) -> Diagnostic:
    return warning(
        "GK312",
        f"the options tell `{who}` about {names}, which was never revealed to `{who}`",
        choice.span,
        f"reveal it to `{who}` before the choice, or offer options that do not depend on it",
        [Label(secret.span, f"chosen here by `{_written(secret)}`")],
    )


def _choices(procedure: Procedure) -> list[Choose]:
    return [o for o in procedure.operations if isinstance(o, Choose)]


def _written(choice: Choose) -> str | None:
    """The chooser, where written out."""
    who = choice.who.term
    return who.name if type(who) is Symbol else None


def _bound_by(choice: Choose, procedure: Procedure) -> set[int]:
    """The slots that this choice and no other binds."""
    others = {slot for other in _choices(procedure) if other is not choice for slot in other.template_slots}
    return set(choice.template_slots) - others


def _told(procedure: Procedure, who: str, secret: set[int], *, may_keep: bool) -> bool:
    """Whether something that may depend on these slots may be revealed to a player, here or where it is passed on."""
    tainted = set(secret)
    changed = True
    while changed:
        changed = False
        for o in procedure.operations:
            if isinstance(o, (Goal, Test)) and o.uses & tainted and not o.uses <= tainted:
                tainted |= o.uses
                changed = True
    users = [o for o in procedure.operations if o.uses & tainted]
    if any(isinstance(o, Call) or (isinstance(o, Assign) and not may_keep) for o in users):
        return True  # the gameflow may reveal it, or another one the Gala variable
    if any(isinstance(o, Test) for o in users) and _reveals(procedure, who):
        return True  # what is revealed may depend on the test
    return any(isinstance(o, Reveal) and _reaches(o, who) for o in users)


def _looked_at(subject: Subject, cell: Cell, who: str) -> bool:
    """Whether something that is worked out from a Gala variable may be revealed to a player."""
    for procedure in subject.procedures:
        for o in procedure.operations:
            if cell not in o.reads or isinstance(o, Choose):
                continue
            if isinstance(o, (Call, Goal)) or (isinstance(o, Assign) and cell not in o.writes):
                return True
            if isinstance(o, Test) and _reveals(procedure, who):
                return True
            if isinstance(o, Reveal) and _reaches(o, who):
                return True
    return False


def _reveals(procedure: Procedure, who: str) -> bool:
    return any(_reaches(o, who) for o in procedure.operations)


def _reaches(operation: Operation, who: str) -> bool:
    """Whether this may reveal something to a player."""
    if not isinstance(operation, Reveal):
        return False
    to = operation.who.term
    return type(to) is not Symbol or to.name in (who, "all")
