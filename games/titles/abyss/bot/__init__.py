"""The house bot of Abyss, what it knows of a table, and the coach."""
