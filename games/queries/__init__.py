"""Read-only database queries."""
