"""How a run of the abstract machine ends."""

from __future__ import annotations

AT_CHOICE, AT_END, EXHAUSTED, SOLVED = 1, 2, 3, 4
# Python must do the step: something the machine cannot do, too many inferences, too large terms, a Gala variable or
# probabilities that are not known yet.
UNSUPPORTED, TOO_LONG, TOO_LARGE, UNKNOWN = -1, -2, -3, -5
# The step can be done again when there is more room for kept terms, when a call or a choice site has got its number, or
# when it is known what an outcome pays.
FULL, NEW_CONTEXT, NEW_SITE, NEW_OUTCOME = -4, -7, -8, -9
# Or when the columns are longer, or their words.
NO_ROOM, TOO_WIDE = -100, -11
# Or when there is more room for answers.
NO_ANSWERS = -10
# What exploring returns besides: all states are done, it is time to look at the clock.
FINISHED, PAUSED = 0, 1
