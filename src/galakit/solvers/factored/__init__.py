"""Regret minimisation on the factored form of separated games."""
