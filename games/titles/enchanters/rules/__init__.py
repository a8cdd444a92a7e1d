"""The rules of Enchanters: no words, no bot, no drawing."""
