"""Addresses of programs that are called when there is news: the channel beside mail."""
