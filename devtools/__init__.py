"""Tools for developers, in a checkout only: tests, benchmarks, faults, mutants and catalogues."""
