"""The contract between games and the service, and tools that work with any game. No Django."""
