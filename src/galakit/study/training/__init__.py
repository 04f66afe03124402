"""A trainer: chosen spots to decide, each decision graded, and a history of the value lost."""
