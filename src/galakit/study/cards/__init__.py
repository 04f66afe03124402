"""Studies of card games: ranges, equities, boards, and drills."""
