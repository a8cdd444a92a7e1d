"""The house bot of Abyss, its sampling of hidden information, and the coach."""
