"""Enchanters for two to four players, each against all or together against an Overlord.

Where to look: `turn` is the sequence of play; `journeys`, `fights`, `paying`, `wounds`, `stacks`,
`overlords`, `moves`, `gains` and `villages` follow the headings of the rules and contain the
effects of cards as small functions named after their rows of vocabulary.yaml; `cards/` has the
cards; RULINGS.md lists what the rules leave open.
"""
