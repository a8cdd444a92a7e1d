"""Enchanters for two to four players, each against all or together against an Overlord.

Where to look: `turn` is the sequence of play; `journeys`, `fights`, `paying`, `wounds`, `stacks`
and `overlords` follow the headings of the rules; `effects/` and `costs` have a class for each word
of the cards, named after its rows of vocabulary.yaml; `cards/` has the cards; RULINGS.md lists what
the rules leave open.
"""
