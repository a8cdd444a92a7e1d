"""A demonstration's people, matches, leagues and moderation: what `manage.py seed` creates."""
