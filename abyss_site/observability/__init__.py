"""How the service is watched: request ids, logs, metrics, heartbeats, reports."""
