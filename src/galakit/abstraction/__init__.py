"""Smaller games in place of large ones: signals that need not be told apart are taken for one."""
