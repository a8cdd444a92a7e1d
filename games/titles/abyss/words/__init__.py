"""The texts of Abyss in English, French and German."""
