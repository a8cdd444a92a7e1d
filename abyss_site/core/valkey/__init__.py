"""Valkey: the client, wake-ups, counters for limits, and the scheduler."""
