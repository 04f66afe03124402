"""The Gala language: programs, their flow as operations, liveness, and the rules they define."""
