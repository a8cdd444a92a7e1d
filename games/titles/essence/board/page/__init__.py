"""The table of The Essence as HTML."""
