"""The shipped games, one Gala file each."""
