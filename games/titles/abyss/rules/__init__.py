"""The rules of Abyss: no words, no bot, no drawing."""
