"""Games in which every mover knows the state: backward induction and alpha-beta search."""
