"""Limits on time, size and number for all HTTP servers of Galakit, so that no client can block one."""
