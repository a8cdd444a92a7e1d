"""Door: pages, their forms and feeds, and who asks."""
