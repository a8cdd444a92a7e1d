"""Monitoring of the service: request ids, logs, metrics, heartbeats, error reports."""
