"""The network protocol of general game playing: players that answer a game manager, and the manager itself."""
