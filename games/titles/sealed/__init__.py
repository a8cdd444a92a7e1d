"""Sealed: for three rounds everyone stakes stones in secret; the single highest stake wins a crown.

The smallest game with simultaneous sealed answers and slots. A stake lists single stones of a hand,
so equal and different items, checkboxes and written lists all occur.
"""
