"""The JSON API for programs under /api/v1/. See docs/api.md."""
