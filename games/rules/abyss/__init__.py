"""Abyss for two to four players, by the rules of the base box."""
