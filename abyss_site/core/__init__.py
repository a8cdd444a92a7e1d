"""What lies below the models: it imports neither an app nor the rest of the site."""
