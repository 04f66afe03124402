"""Ctrl-C pressed at a moment when Python drops exceptions: it is raised a second time."""

from __future__ import annotations

import signal
import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

AGAIN = 0.02  # seconds


def repeat_dropped_interrupts() -> None:
    """From now on, raise `KeyboardInterrupt` again whenever Python drops one.

    Python prints and forgets what is raised in `__del__` and in the callback of a weak reference. About one in two
    hundred interrupts of a command that explores rules in Python falls there; the command would go on as if nothing
    had happened.
    """
    before = sys.unraisablehook

    def hook(dropped: UnraisableHookArgs) -> None:
        if not issubclass(dropped.exc_type, KeyboardInterrupt):
            before(dropped)
            return
        again = threading.Timer(AGAIN, _interrupt)  # raised here, it would be dropped as well
        again.daemon = True
        again.start()

    sys.unraisablehook = hook


def _interrupt() -> None:
    main = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main is not None:
        signal.pthread_kill(main, signal.SIGINT)
    else:
        signal.raise_signal(signal.SIGINT)
