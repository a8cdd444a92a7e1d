"""The rules of The Essence: no words, no bot, no drawing."""
