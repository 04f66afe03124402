"""Conditions that change what they look at."""

from __future__ import annotations

from collections.abc import Iterator

from galakit.errors import Diagnostic
from galakit.lang.gala.checks.subject import ANY, Subject, warning
from galakit.lang.gala.operations import Test


def changing_conditions(subject: Subject) -> Iterator[Diagnostic]:
    """Every condition of `if` or a loop that has side effects."""
    reported = set()
    for procedure in subject.procedures:
        for operation in procedure.operations:
            if not isinstance(operation, Test) or operation.span in reported:
                continue
            names = subject.set_by(subject.node(operation))
            if names:
                reported.add(operation.span)
                what = "a Gala variable" if ANY in names else ", ".join(f"`{name}`" for name in sorted(names))
                hint = "make the change a statement of its own, after the condition"
                yield warning("GK313", f"this condition changes {what}", operation.span, hint)
