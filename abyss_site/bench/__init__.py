"""Measurements, one file each: all return figures next to what bounds them, in one run."""
