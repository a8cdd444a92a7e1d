"""The database of commands that start where none is running."""
