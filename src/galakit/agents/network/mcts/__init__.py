"""Monte Carlo tree search on the network: the tree in arrays, waves of up to 256 plays, all of it compiled."""
