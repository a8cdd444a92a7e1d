"""The house bot of Enchanters, what it knows of a table, and the coach."""
