"""The texts of The Essence in English, French and German."""
