"""Web Push: encrypted push notifications to a player's devices."""
