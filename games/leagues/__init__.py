"""Pure league computations: draws, standings, ladders and ratings. No Django, clock or database."""
