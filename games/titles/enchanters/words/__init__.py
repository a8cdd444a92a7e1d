"""The words of Enchanters in English, French and German."""
