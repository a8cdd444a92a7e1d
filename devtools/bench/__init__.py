"""Benchmarks, one module each; all return figures next to their theoretical bound, from one run."""
