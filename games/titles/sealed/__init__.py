"""Sealed: for three rounds everyone stakes stones in secret; the single highest stake wins a crown.

The smallest game of sealed simultaneous answers with slots. A stake names stones of a hand one by
one, so that equal and different items, ticks and written lists all occur.
"""
