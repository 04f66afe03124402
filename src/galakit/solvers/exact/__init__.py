"""Exact linear algebra and pivoting in integers."""
