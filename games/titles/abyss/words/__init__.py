"""The words of Abyss in English, French and German."""
