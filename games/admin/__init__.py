"""Door: what staff see and do in the Django admin."""
