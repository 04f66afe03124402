"""The server for AI agents: games checked, solved, studied and explained over the Model Context Protocol."""
