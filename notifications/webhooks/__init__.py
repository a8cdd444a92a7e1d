"""Webhooks: calls to programs and devices of players for new notifications."""
