"""The table of Abyss as HTML."""
