"""How a run of the abstract machine ends."""

from __future__ import annotations

AT_CHOICE, AT_END, EXHAUSTED, SOLVED = 1, 2, 3, 4
# Python must do the step: something the machine cannot do, too many inferences, too large terms, an outcome or a Gala
# variable that is not known yet.
UNSUPPORTED, TOO_LONG, TOO_LARGE, UNKNOWN = -1, -2, -3, -5
# The step can be done again when there is more room for kept terms, or when a call or a choice site has got its number.
FULL, NEW_CONTEXT, NEW_SITE = -4, -7, -8
