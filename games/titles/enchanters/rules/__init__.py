"""The rules of Enchanters, without texts, bot or drawing."""
