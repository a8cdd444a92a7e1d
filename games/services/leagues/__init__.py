"""Leagues: founded and directed, signed up for, drawn, played, closed."""
