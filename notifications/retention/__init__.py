"""How long e-mails are kept, and what is kept about one player."""
