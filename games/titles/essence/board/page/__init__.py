"""The board of The Essence as HTML."""
