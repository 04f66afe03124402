"""Other people's file formats."""
