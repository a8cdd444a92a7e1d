"""The people, matches, leagues and moderation of a demonstration, created by `manage.py seed`."""
