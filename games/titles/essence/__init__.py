"""The Essence for two to five players, following the rulebook of the prototype.

Where to look: `rounds` is the sequence of a round; `advisors`, `turn`, `building`, `treaties`,
`attacking`, `moving`, `prophecy`, `cleaning` and `scoring` follow the headings of the rulebook;
`effects` has the words that cards are written in; `data/` has the cards; RULINGS.md lists what the
rulebook leaves open.
"""
