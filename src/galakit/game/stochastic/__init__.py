"""Games without a last round: states that come again, which all players know when they move."""
