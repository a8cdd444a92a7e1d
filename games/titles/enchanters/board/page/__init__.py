"""The board of Enchanters as HTML."""
