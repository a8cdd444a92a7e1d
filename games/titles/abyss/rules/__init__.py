"""The rules of Abyss, without texts, bot or drawing."""
