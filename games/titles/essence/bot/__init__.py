"""The house bot of The Essence, its sampling of hidden information, and the coach."""
