"""Solvers: they eat a sequence form, know nothing of languages, and promise nothing that is not certified."""
