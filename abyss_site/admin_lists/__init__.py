"""Lists in the admin that both apps use: what they answer, and how little they read."""
