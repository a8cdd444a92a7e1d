"""Web Push: what is told to a player's own devices, sealed so that only the device can read it."""
