"""Abyss for two to four players, following the rules of the base box.

Where to look: `turn` is the sequence of play; `court`, `council`, `depths`, `locations` and `lords`
follow the headings of the rulebook; `components` has the printed numbers; RULINGS.md lists what the
rulebook leaves open.
"""
