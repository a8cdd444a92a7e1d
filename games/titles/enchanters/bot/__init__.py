"""The house bot of Enchanters, its sampling of hidden information, and the coach."""
