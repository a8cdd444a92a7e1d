"""Leagues as arithmetic: draws, standings, ladders and ratings. No Django, clock or database."""
