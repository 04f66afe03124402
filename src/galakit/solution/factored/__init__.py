"""Solutions of separated games: strategies by public situation and class of private information."""
