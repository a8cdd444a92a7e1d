"""The door for programs: JSON under /api/v1/. See docs/api.md."""
