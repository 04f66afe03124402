"""Games that separate into actions and draws: counted, shrunk and solved without listing their histories."""
