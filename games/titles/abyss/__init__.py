"""Abyss for two to four players, by the rules of the base box.

Where to look: `turn` is the sequence of play, `court`, `council`, `depths`, `locations` and `lords`
are the headings of the rulebook, `components` the printed numbers, RULINGS.md what the book leaves
open.
"""
