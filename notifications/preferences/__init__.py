"""What a player wants to be told, where, and their pages about it."""
