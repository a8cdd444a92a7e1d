"""The Essence for two to five players, by the rules of the prototype's book.

Where to look: `rounds` is the sequence of a round, `advisors`, `turn`, `building`, `treaties`,
`attacking`, `moving`, `prophecy`, `cleaning` and `scoring` are the headings of the rulebook,
`effects` the words that cards are written in, `data/` the cards, RULINGS.md what the book leaves
open.
"""
