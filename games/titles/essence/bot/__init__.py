"""The house bot of The Essence, what it knows of a table, and the coach."""
