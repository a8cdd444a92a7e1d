"""The texts of Enchanters in English, French and German."""
