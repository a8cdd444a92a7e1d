"""Formats of dates where none is named, as in the moderators’ desk."""
