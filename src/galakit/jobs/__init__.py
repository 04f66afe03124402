"""Jobs: games read, solved and studied in processes of their own, with limits, progress and cancelling."""
