"""Playing games: simulation, hands against a solution with a coach, matches of agents, models of opponents."""
