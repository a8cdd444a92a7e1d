"""Measurements, one file per room: each returns figures next to what bounds them, in one run."""
