"""What every game and the service say to each other, and tools for any game. No Django."""
