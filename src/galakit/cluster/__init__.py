"""Processes on the machines of a Ray cluster, used like those of this machine."""
