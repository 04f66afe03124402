"""Agents: programs that play a match of a general game, turn by turn, against the clock."""
