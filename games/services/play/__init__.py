"""The game loop: answers, deadlines, votes, undo and pauses of a running match."""
