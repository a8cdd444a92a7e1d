"""Rows and views in words and figures, for all doors, in the language of the reader."""
