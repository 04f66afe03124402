"""Games without a last round: strategies by state, found part by part of the graph of states."""
