"""The board of Abyss as HTML."""
