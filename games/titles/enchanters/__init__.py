"""Enchanters for two to four players, each for themselves or together against an Overlord.

Where to look: `turn` is the sequence of play; `journeys`, `fights`, `paying`, `wounds`, `stacks`,
`overlords`, `moves`, `gains` and `villages` are the headings of the rules, with the effects of
cards as small functions named after their rows of vocabulary.yaml; `cards/` are the cards,
RULINGS.md what the rules leave open.
"""
