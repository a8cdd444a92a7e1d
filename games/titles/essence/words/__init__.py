"""The words of The Essence in English, French and German."""
