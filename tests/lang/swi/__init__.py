"""The Prolog engine against SWI-Prolog: the same goals, the same answers in the same order, the same errors."""
