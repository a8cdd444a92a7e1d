"""Pebbles: take one to three from the pile; whoever takes the last one wins.

The smallest whole game: copy this folder to begin another one. Its files have the names that larger
games give to folders.
"""
