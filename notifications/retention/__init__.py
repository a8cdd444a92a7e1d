"""Retention of e-mails, and export and erasure of a player's data."""
