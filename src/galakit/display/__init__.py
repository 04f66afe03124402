"""Facts and moves as people see them: cards, dice, chips, boards, and words in place of terms."""
