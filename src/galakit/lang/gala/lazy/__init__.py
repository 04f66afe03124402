"""Following a Gala program without knowing what chance drew."""
