"""The middle of Galakit: a game as arrays, from the automaton of its states to its tree and its sequence form."""
