"""Is a profile a sequential equilibrium, are beliefs consistent, and what would justify it?"""
