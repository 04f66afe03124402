"""Grounding: from clauses with variables to ground rules in arrays, by clingo, within limits."""
