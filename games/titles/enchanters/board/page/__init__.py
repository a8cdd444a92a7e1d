"""The table of Enchanters as HTML."""
