"""What the boards of all games are drawn with."""
