"""Mutation testing: change one thing in a game's rules, and see whether its tests fail."""
