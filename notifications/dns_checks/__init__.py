"""How our mail domains stand in the world: what DNS and mail servers say about them."""
