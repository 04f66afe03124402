"""All equilibria of small games of any number of players: polynomial equations for each choice of supports."""
