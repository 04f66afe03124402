"""Ground rules as a propositional network that works on many states at once, in compiled code."""
