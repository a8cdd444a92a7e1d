"""What may be done to a match, one transaction each. Doors call these and save nothing."""
