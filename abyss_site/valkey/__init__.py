"""Valkey: the client, wake-ups, counters that limit, and the scheduler that asks it."""
