"""Notification preferences of players: services and views."""
