"""The rules of The Essence, without texts, bot or drawing."""
