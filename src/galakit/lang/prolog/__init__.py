"""A pure Prolog: clauses compiled to Python functions, run by a trampoline that never recurses.

>>> from galakit.lang.prolog import Prolog
>>> p = Prolog("parent(ann, bob). parent(bob, cid). grand(X, Z) :- parent(X, Y), parent(Y, Z).")
>>> p.ask("grand(ann, Who)")
[{'Who': 'cid'}]
"""

from galakit.lang.prolog.database import Database
from galakit.lang.prolog.faults import PrologError
from galakit.lang.prolog.machine import Machine
from galakit.lang.prolog.toplevel import Prolog

__all__ = ["Database", "Machine", "Prolog", "PrologError"]
