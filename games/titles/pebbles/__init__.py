"""Pebbles: take one to three from the pile; whoever takes the last one wins.

The smallest complete game: copy this folder to start another one. Its files have the names that
larger games use for folders.
"""
