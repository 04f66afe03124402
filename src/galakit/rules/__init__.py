"""The contract between front ends and everything else."""
